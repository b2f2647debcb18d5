import { getQuery, H3, serve } from 'h3'
import { PORT, search } from './catalog.mjs'

const app = new H3()
app.get('/api/v1/fabrics', (event) => ({ success: true, data: search(getQuery(event)) }))
serve(app, { port: PORT, hostname: '127.0.0.1', silent: true })
