import { describe, expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest, post } from '../helpers/mcp.ts'
import { type Answer, startTestServer } from '../helpers/server.ts'

const LIMIT = 2
const MESSAGES = 10 * LIMIT
const USER_LIMIT = 3

const LIMITED = /^rate_limited: Too many requests\. Wait \d+ seconds, then try again\.$/

const logged: string[] = []
const record = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
const server = await startTestServer({
  log: { info: record, warn: record, error: record },
  env: {
    RATE_LIMIT_ANONYMOUS: `${LIMIT}/60`,
    RATE_LIMIT_USER: `${USER_LIMIT}/60`,
    RATE_LIMIT_CREATE: '1/60',
    RATE_LIMIT_POOLS: '203.0.113.0/24,2001:db8:7::/48=3/60; 192.0.2.0/24=off',
    TRUST_PROXY: '1',
  },
})

const forwarded = (from: string) => ({ 'x-forwarded-for': from })
let lastAddress = 0
/** An address that nobody has called from yet. */
function newAddress(): string {
  lastAddress += 1
  return `198.51.100.${lastAddress}`
}

const message = (method: string, from: string, version = '2025-11-25') =>
  mcpRequest(server, method, {}, { version, headers: forwarded(from) })
const call = (from: string, name = 'browse_supplies') =>
  callTool(server, name, { category: 'rulers' }, { headers: forwarded(from) })
const textOf = ({ json }: Answer): string => json.result.content[0].text

async function inTurn(count: number, send: (round: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < count; round += 1) statuses.push((await send(round)).status)
  return statuses
}

describe('what a client says before its first call', () => {
  it.each([
    ['initialize', '2025-11-25'],
    ['ping', '2025-06-18'],
    ['tools/list', '2025-11-25'],
    ['prompts/list', '2025-11-25'],
    ['server/discover', MODERN_VERSION],
    ['tools/list', MODERN_VERSION],
    ['subscriptions/listen', MODERN_VERSION],
    ['no/such/method', MODERN_VERSION],
  ])('[D36.7] %s of %s counts against ten times the budget of calls', async (method, version) => {
    const from = newAddress()
    expect(await inTurn(MESSAGES, () => message(method, from, version))).not.toContain(429)
    const { status, headers, json } = await message(method, from, version)
    expect([status, json.error.code]).toEqual([429, 'rate_limited'])
    expect(headers.get('retry-after')).toBe(String(json.error.retryAfter))
    expect(headers.get('ratelimit-policy')).toBe(`"anonymous-messages";q=${MESSAGES};w=60`)
  })

  it('[D36.7] so does what is no message at all', async () => {
    const from = newAddress()
    const bodies = ['{', '[]', '1', '{}', 'x'.repeat(70_000)]
    const send = (round: number) => post(server, bodies[round % bodies.length], forwarded(from))
    expect((await inTurn(MESSAGES + 1, send)).indexOf(429)).toBe(MESSAGES)
  })

  it('[D36.7] leaves the budget of calls alone, and calls leave it alone', async () => {
    const from = newAddress()
    await inTurn(MESSAGES + 1, () => message('ping', from))
    expect(textOf(await call(from))).toContain('"category":"rulers"')
    await inTurn(LIMIT, () => call(from))
    expect(textOf(await call(from))).toMatch(LIMITED)
    const other = newAddress()
    await inTurn(LIMIT + 1, () => call(other))
    expect((await message('tools/list', other)).status).toBe(200)
  })

  it('[D36.1, D36.7] counts for who is signed in, against ten times the budget of the user', async () => {
    const as = { token: await server.tokenOf('user_new'), headers: forwarded(newAddress()) }
    const ping = () => mcpRequest(server, 'ping', {}, as)
    expect(new Set(await inTurn(10 * USER_LIMIT, ping))).toEqual(new Set([200]))
    const refused = await ping()
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('ratelimit-policy')).toBe(`"user-other";q=${10 * USER_LIMIT};w=60`)
    expect(textOf(await callTool(server, 'browse_supplies', { category: 'rulers' }, as))).toContain('rulers')
  })
})

describe('calls', () => {
  it.each(['no_such_tool', 'search_fabric_catalog', 'create_project'])(
    '[D36.2] of %s count, whatever comes of them; REST shares the budget',
    async (name) => {
      const from = newAddress()
      await inTurn(LIMIT, () => call(from, name))
      expect(textOf(await call(from))).toMatch(LIMITED)
      expect((await server.rest('/fabrics', { headers: forwarded(from) })).status).toBe(429)
      // What is no plain call is refused by status.
      const { status, json } = await call(from, 'no_such_tool')
      expect([status, json.error.code]).toEqual([429, 'rate_limited'])
    },
  )

  it('[D36.2, D33.2] that ask for a sign-in count for the address', async () => {
    const from = newAddress()
    expect(await inTurn(LIMIT + 1, () => call(from, 'list_my_projects'))).toEqual([401, 401, 200])
  })

  it('[D34.4, §7.429, D36.5] of a user count; a create has a limit of its own beside it', async () => {
    const token = await server.tokenOf('user_demo')
    const create = () => callTool(server, 'create_project', { name: 'x' }, { token })
    const list = () => callTool(server, 'list_my_projects', {}, { token })
    expect((await create()).json.result.isError).toBeUndefined()
    const limited = [await create()]
    for (let count = 1; count < USER_LIMIT; count += 1) expect(textOf(await list())).toContain('projects')
    limited.push(await list())
    for (const answer of limited) {
      expect([answer.status, answer.json.result.isError]).toEqual([200, true])
      expect(textOf(answer)).toMatch(LIMITED)
    }
  })
})

it('[D9.12] what a refused message says is not logged', async () => {
  const headers = forwarded(newAddress())
  await mcpRequest(server, 'tools/call', { name: 'secret-name' }, { version: MODERN_VERSION, headers })
  await callTool(server, 'secret-tool', { note: 'secret' }, { headers: { ...headers, 'mcp-name': 'other' } })
  await mcpRequest(server, 'secret/method', {}, { version: '1999-01-01', headers })
  expect(logged.filter((line) => line.includes('secret'))).toEqual([])
  expect(logged.some((line) => line.includes('refused'))).toBe(true)
})

describe('pools', () => {
  it('[D36.4] the addresses of one share a budget, IPv4 and IPv6', async () => {
    for (const from of ['203.0.113.1', '203.0.113.2', '2001:db8:7:1::1'])
      expect(textOf(await call(from))).toContain('rulers')
    expect(textOf(await call('2001:db8:7:2::1'))).toMatch(/^rate_limited: /)
    expect(textOf(await call('203.0.114.1'))).toContain('rulers')
  })

  it('[D36.6] one can be without a limit', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => call('192.0.2.1')))
    for (const answer of answers) expect(textOf(answer)).toContain('rulers')
  })
})
