import fastify from 'fastify'
import { PORT, search } from './catalog.mjs'

const app = fastify()
app.get('/api/v1/fabrics', (request) => ({ success: true, data: search(request.query) }))
await app.listen({ port: PORT, host: '127.0.0.1' })
