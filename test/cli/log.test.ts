import { afterAll, expect, it } from 'vitest'
import { openConnection, requestText } from '../helpers/wire.ts'
import { endAll, serve } from './selvage.ts'

afterAll(endAll)

it('a log that nobody reads stops nothing', async () => {
  const server = await serve()
  server.child.stderr.pause()
  const connection = openConnection(server.port)
  // Their lines fill every buffer between the two processes.
  const ahead = 30
  for (let count = 0; count < 1_500; count += ahead) {
    connection.send(requestText('GET /healthz').repeat(ahead))
    for (let answer = 0; answer < ahead; answer += 1) expect((await connection.answer()).status).toBe(200)
  }
  connection.close()
  server.child.kill('SIGTERM')
  server.child.stderr.resume()
  expect(await server.ended).toMatchObject({ code: 0 })
  server.folder.remove()
})
