import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { serveHere } from './for-tests.ts'
import { run } from './selvage.ts'

const server = await serveHere()
const token = (await run(['token'], server.place)).stdout.trim()

async function connected(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  return socket
}

it('SIGTERM: what idles ends, what is under way finishes, and the process exits 0', async () => {
  const kept = await connected()
  kept.write('GET /api/v1/supplies?category=rulers HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await once(kept, 'data')).toEqual([expect.stringMatching(/^HTTP\/1.1 200/)])
  // Browsers open connections that they may never use.
  const unused = await connected()

  const body = JSON.stringify({ name: 'Finished in time' })
  const underWay = await connected()
  const head = [
    'POST /api/v1/projects HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Authorization: Bearer ${token}`,
    'Expect: 100-continue',
  ]
  underWay.write(`${head.join('\r\n')}\r\n\r\n`)
  // The server has the request, and waits for its body.
  expect(await once(underWay, 'data')).toEqual(['HTTP/1.1 100 Continue\r\n\r\n'])

  server.child.kill('SIGTERM')
  // All this before the request is complete: what only force can end would end the request too.
  await Promise.all([kept, unused].map((socket) => once(socket.resume(), 'close')))

  const answer = text(underWay)
  underWay.write(body)
  expect(await answer).toMatch(/^HTTP\/1.1 201 [\s\S]*connection: close[\s\S]*Finished in time/i)
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
  expect(server.said.stderr).toContain('"signal":"SIGTERM"')
})
