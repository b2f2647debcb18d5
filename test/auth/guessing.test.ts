import { afterAll, beforeEach, expect, it } from 'vitest'
import { startIntrospectedServer } from '../helpers/introspection.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import type { Answer } from '../helpers/server.ts'

// Whoever guesses tokens must not make the server ask the identity provider more often than an address may call.
const LIMIT = 5
const GUESSES = 60

const introspected = await startIntrospectedServer({
  env: {
    OAUTH_CLIENT_SECRET: 'secret',
    RATE_LIMIT_USER: '999/60',
    RATE_LIMIT_ANONYMOUS: `${LIMIT}/60`,
    TRUST_PROXY: '1',
  },
})
const { server, endpoint } = introspected
afterAll(() => introspected.close())
beforeEach(() => {
  endpoint.state.asked = []
  address += 1
})

/** Each test has an address of its own. */
let address = 0
const from = () => ({ 'x-forwarded-for': `198.51.100.${address}` })

let made = 0
const guess = () => {
  made += 1
  return `guess_${made}`
}
function goodToken(): string {
  const token = guess()
  endpoint.state.answers.set(token, { active: true, sub: 'user_demo', aud: server.baseUrl })
  return token
}

const probe = (token: string) => server.rest('/auth/me', { token, headers: from() })
const search = (token: string) => server.rest('/supplies?category=rulers', { token, headers: from() })
const call = (token: string) =>
  callTool(server, 'browse_supplies', { category: 'rulers' }, { token, headers: from() })
const list = (token: string) => mcpRequest(server, 'tools/list', {}, { token, headers: from() })

const guesses = Array.from({ length: GUESSES })
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

it.each([
  ['the probe', probe],
  ['a tool call', call],
  ['the tool list', list],
])('[D36.3, D11.1] guesses at %s, one after another, ask as often as the limit', async (_what, send) => {
  const answers: Answer[] = []
  for (const _ of guesses) answers.push(await send(guess()))
  expect(statuses(answers)).toEqual([401, 429])
  expect(endpoint.state.asked).toHaveLength(LIMIT)
})

it('[D36.3, D11.1] neither do guesses that all arrive at once', async () => {
  const answers = await Promise.all(guesses.map((_, index) => (index % 2 === 0 ? probe : list)(guess())))
  expect(statuses(answers)).toEqual([401, 429])
  expect(endpoint.state.asked).toHaveLength(LIMIT)
})

it('[D36.3, D26.1] on a public REST operation an unknown token is not asked about: its sender counts as nobody', async () => {
  const answers: Answer[] = []
  for (const _ of guesses) answers.push(await search(guess()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
  expect(statuses(answers)).toEqual([200, 429])
  expect(endpoint.state.asked).toEqual([])
})

it('[D36.1, D26.1] one that is known counts for its user', async () => {
  const token = goodToken()
  await probe(token)
  expect((await search(token)).headers.get('ratelimit-policy')).toBe('"user";q=999;w=60')
})

it('[D36.1] a good token gives the call back that its question cost', async () => {
  for (let round = 0; round < LIMIT * 2; round += 1) expect((await probe(goodToken())).status).toBe(200)
  expect(endpoint.state.asked).toHaveLength(LIMIT * 2)
})

it('[D36.1] who is signed in goes on when others have used up the address', async () => {
  const token = goodToken()
  await probe(token)
  for (const _ of guesses) await probe(guess())
  expect([await probe(token), await call(token)].map(({ status }) => status)).toEqual([200, 200])
  expect((await probe(goodToken())).status).toBe(429)
})
