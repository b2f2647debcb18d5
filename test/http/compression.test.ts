import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()

/** An answer as it is on the wire. */
async function raw(path: string, accept?: string, method = 'GET') {
  const headers = { connection: 'close', ...(accept === undefined ? {} : { 'accept-encoding': accept }) }
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    request(`${server.baseUrl}${path}`, { method, headers }, (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject)
    }).end()
  })
}

it.each(['/fabrics', '/llms.txt', '/api/v1/openapi.json'])(
  '%s is sent compressed to clients that can read it, and is the same text',
  async (path) => {
    const plain = await raw(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const accept of ['gzip, deflate, br', 'gzip', 'br;q=0, gzip;q=0.5']) {
      const { headers, body } = await raw(path, accept)
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(body.length),
        vary: expect.stringContaining('Accept-Encoding'),
      })
      expect(gunzipSync(body).toString()).toBe(plain.body.toString())
      expect(body.length).toBeLessThan(plain.body.length / 2)
      const head = await raw(path, accept, 'HEAD')
      expect([head.body.length, head.headers['content-length']]).toEqual([0, headers['content-length']])
    }
  },
)

it.each([
  ['/fabrics', 'identity'],
  ['/fabrics', 'gzip;q=0'],
  ['/fabrics', 'zstd, br'],
  // Its speed counts.
  ['/api/v1/fabrics?limit=25', 'gzip'],
])('%s is left as it is for %s', async (path, accept) => {
  expect((await raw(path, accept)).headers['content-encoding']).toBeUndefined()
})

it('a header of spaces costs no more than one of words', async () => {
  const timeOf = async (accept: string) => {
    const before = process.cpuUsage()
    for (let at = 0; at < 20; at += 1) await raw('/nowhere', accept)
    return process.cpuUsage(before).user
  }
  const words = await timeOf(`a${'b'.repeat(14_000)}c`)
  // Read with a pattern that goes back and forth, it cost a hundred times as much.
  expect(await timeOf(`a${' '.repeat(14_000)}c`)).toBeLessThan(10 * words)
})
