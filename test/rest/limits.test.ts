import { afterAll, expect, it } from 'vitest'
import { type Answer, startTestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'

/** One proxy in front, so that each test has addresses of its own. */
const server = await startTestServer({
  env: {
    RATE_LIMIT_ANONYMOUS: '3/60',
    RATE_LIMIT_USER: '4/90',
    RATE_LIMIT_CREATE: '2/30',
    TRUST_PROXY: '1',
  },
})
afterAll(() => server.close())

const from = (address: string, path = '/fabrics?limit=1', token?: string) =>
  server.rest(path, {
    headers: { 'x-forwarded-for': address },
    ...(token === undefined ? {} : { token }),
  })
const create = (token: string) => server.rest('/projects', { method: 'POST', token, body: { name: 'n' } })
const codesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)

async function inTurn(count: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let round = 0; round < count; round += 1) answers.push(await call())
  return answers
}

/** The remaining count of each policy and the seconds until it is full again. */
function limitsOf({ headers }: Answer) {
  const fields = headers.get('ratelimit')?.split(', ') ?? []
  return fields.map((field) => {
    const [, name, remaining, seconds] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(field) ?? []
    return { name, remaining: Number(remaining), seconds: Number(seconds) }
  })
}

/** A refusal says the same in its body, in Retry-After and in the field of the policy that is used up. */
function expectLimited(answer: Answer, name: string, window: number): void {
  const { retryAfter } = expectFailure(answer, 'rate_limited')
  expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
  expect(limitsOf(answer)).toContainEqual({ name, remaining: 0, seconds: retryAfter })
  expect(retryAfter).toBeLessThanOrEqual(window)
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

it('[D36.1, D36.5, D9.6, §7.429, D2.2] anonymous requests count by address, and the limit itself is still served', async () => {
  const answers = await inTurn(3, () => from('198.51.100.1'))
  expect(codesOf(answers)).toEqual([200, 200, 200])
  expect(answers.map((answer) => limitsOf(answer)[0]?.remaining)).toEqual([2, 1, 0])
  for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"anonymous";q=3;w=60')
  expectLimited(await from('198.51.100.1'), 'anonymous', 60)
  expect((await from('198.51.100.2')).status).toBe(200)
})

it('[D36.1, §7.429] every kind of anonymous request counts, 401 and 400 included', async () => {
  const paths = ['/projects', '/supplies?category=rulers', '/fabrics?limit=0']
  const answers = await Promise.all(paths.map((path) => from('198.51.100.3', path)))
  expect(codesOf(answers)).toEqual([401, 200, 400])
  expectLimited(await from('198.51.100.3'), 'anonymous', 60)
})

it('[D36.1, §7.429] signed-in requests count by user, from whatever address', async () => {
  const token = await server.tokenOf('user_a')
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
  for (const [index, address] of addresses.entries()) {
    const answer = await from(address, index % 2 === 0 ? '/auth/me' : '/fabrics', token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit-policy')).toBe('"user";q=4;w=90')
    expect(limitsOf(answer)[0]?.remaining).toBe(3 - index)
  }
  expectLimited(await from('203.0.113.5', '/auth/me', token), 'user', 90)
  expect((await from('203.0.113.1', '/auth/me', await server.tokenOf('user_b'))).status).toBe(200)
})

it('[D36.1, §7.429] creates have a narrower limit beside that of the user', async () => {
  const token = await server.tokenOf('user_d')
  const created = await inTurn(2, () => create(token))
  expect(codesOf(created)).toEqual([201, 201])
  expect(created[0]?.headers.get('ratelimit-policy')).toBe('"user";q=4;w=90, "create";q=2;w=30')
  expectLimited(await create(token), 'create', 30)
  // The refused create has left the reads alone.
  const reads = await inTurn(2, () => from('203.0.113.6', '/auth/me', token))
  expect(codesOf(reads)).toEqual([200, 200])
  expectLimited(await from('203.0.113.6', '/auth/me', token), 'user', 90)
})

it('[D36.1] without settings, 60, 120 and 10 a minute, and X-Forwarded-For is nobody’s word', async () => {
  const other = await startTestServer({
    env: { RATE_LIMIT_ANONYMOUS: '', RATE_LIMIT_USER: '', RATE_LIMIT_CREATE: '' },
  })
  const remaining: (number | undefined)[] = []
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    const answer = await other.rest('/fabrics', { headers: { 'x-forwarded-for': address } })
    expect(answer.headers.get('ratelimit-policy')).toBe('"anonymous";q=60;w=60')
    remaining.push(limitsOf(answer)[0]?.remaining)
  }
  expect(remaining).toEqual([59, 58])
  const token = await other.tokenOf('user_demo')
  const created = await other.rest('/projects', { method: 'POST', token, body: { name: 'n' } })
  expect(created.headers.get('ratelimit-policy')).toBe('"user";q=120;w=60, "create";q=10;w=60')
  await other.close()
})
