import type { ServerResponse } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { fetchFromProvider } from '../../src/auth/provider-fetch.ts'
import { serveLocally } from '../helpers/local-server.ts'

let answer: (response: ServerResponse) => unknown = () => {}
const server = await serveLocally((_, response) => void answer(response))
const url = `${server.url}/keys`
afterAll(server.close)

it('[D29.2] a body without an end is read up to its bound, and its connection is closed', async () => {
  const closed = new Promise<void>((resolve) => {
    answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
      }
      response.on('drain', more).on('close', resolve).writeHead(200)
      more()
    }
  })
  await expect(fetchFromProvider(url)).rejects.toMatchObject({
    message: `${url} cannot be used`,
    cause: { message: 'the answer of the identity provider is too large' },
  })
  await closed
})

it('[D29.2] what a provider answers is handed on whole, whatever its status', async () => {
  answer = (response) => response.writeHead(400, { 'x-kept': 'yes' }).end('{"error":"invalid_client"}')
  const refused = await fetchFromProvider(url)
  expect([refused.status, refused.headers.get('x-kept'), await refused.json()]).toEqual([
    400,
    'yes',
    { error: 'invalid_client' },
  ])
})
