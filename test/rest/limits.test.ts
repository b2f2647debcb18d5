import { expect, it } from 'vitest'
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

const from = (address: string, path = '/fabrics?limit=1', token?: string) =>
  server.rest(path, {
    headers: { 'x-forwarded-for': address },
    ...(token === undefined ? {} : { token }),
  })
const create = (token: string) => server.rest('/projects', { method: 'POST', token, body: { name: 'n' } })

async function inTurn(calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const call of calls) answers.push(await call())
  return answers
}
const policyOf = ({ headers }: Answer) => headers.get('ratelimit-policy')
/** What is left of the first policy. */
const remainingOf = ({ headers }: Answer) => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

/** The answers up to the limit. */
function expectCounted(answers: readonly Answer[], policy: string, statuses: readonly number[]): void {
  expect(answers.map(({ status }) => status)).toEqual(statuses)
  expect(answers.map(remainingOf)).toEqual(statuses.map((_, index) => statuses.length - 1 - index))
  expect(new Set(answers.map(policyOf))).toEqual(new Set([policy]))
}

/** A refusal says the same in its body, in Retry-After and in the field of the policy that is used up. */
function expectLimited(answer: Answer, policy: string, window: number): void {
  const { retryAfter = 0 } = expectFailure(answer, 'rate_limited')
  expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
  expect(answer.headers.get('ratelimit')?.split(', ')).toContain(`"${policy}";r=0;t=${retryAfter}`)
  expect(retryAfter).toBeLessThanOrEqual(window)
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

it('[D36.1, D36.5, D9.6, §7.429, D2.2] anonymous requests count by address, and the limit itself is still served', async () => {
  const call = () => from('198.51.100.1')
  expectCounted(await inTurn([call, call, call]), '"anonymous";q=3;w=60', [200, 200, 200])
  expectLimited(await call(), 'anonymous', 60)
  expect((await from('198.51.100.2')).status).toBe(200)
})

it('[D36.1, §7.429] every kind of anonymous request counts, 401 and 400 included', async () => {
  const paths = ['/projects', '/supplies?category=rulers', '/fabrics?limit=0']
  const answers = await inTurn(paths.map((path) => () => from('198.51.100.3', path)))
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 400])
  expectLimited(await from('198.51.100.3'), 'anonymous', 60)
})

it('[D36.1, §7.429] signed-in requests count by user, from whatever address', async () => {
  const token = await server.tokenOf('user_a')
  const calls = ['/auth/me', '/fabrics', '/auth/me', '/fabrics'].map(
    (path, at) => () => from(`203.0.113.${at}`, path, token),
  )
  expectCounted(await inTurn(calls), '"user";q=4;w=90', [200, 200, 200, 200])
  expectLimited(await from('203.0.113.5', '/auth/me', token), 'user', 90)
  expect((await from('203.0.113.1', '/auth/me', await server.tokenOf('user_b'))).status).toBe(200)
})

it('[D36.1, §7.429] creates have a narrower limit beside that of the user', async () => {
  const token = await server.tokenOf('user_d')
  const created = await inTurn([() => create(token), () => create(token)])
  expect(created.map(({ status }) => status)).toEqual([201, 201])
  expect(created.map(policyOf)[0]).toBe('"user";q=4;w=90, "create";q=2;w=30')
  expectLimited(await create(token), 'create', 30)
  // The refused create has left the reads alone.
  const read = () => from('203.0.113.6', '/auth/me', token)
  expect((await inTurn([read, read])).map(({ status }) => status)).toEqual([200, 200])
  expectLimited(await read(), 'user', 90)
})
