import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { type Answer, startTestServer, type TestServer } from '../helpers/server.ts'
import { session, WEB_APP } from '../helpers/session.ts'

// Whoever guesses tokens gets as many of them checked as an address may call, whatever a check costs.
const LIMIT = 5
const GUESSES = 30
const env = {
  RATE_LIMIT_USER: '999/60',
  RATE_LIMIT_ANONYMOUS: `${LIMIT}/60`,
  TRUST_PROXY: '1',
  SESSION_COOKIE_NAME: '__session',
  SESSION_AUTHORIZED_PARTIES: WEB_APP,
}

type Headers = Readonly<Record<string, string>>
/** Credentials that are good, each time others, and some that look good until they are checked. */
interface Guessed {
  readonly server: TestServer
  good(): Promise<Headers>
  guess(): Promise<Headers>
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function signedTokens(profile: string): Promise<Guessed> {
  const server = await startTestServer({ env: { ...env, OAUTH_TOKEN_PROFILE: profile } })
  return {
    server,
    good: async () => bearer(await server.tokenOf('user_demo')),
    guess: async () => bearer(await server.issuer.mint(server.baseUrl, {}, { kid: crypto.randomUUID() })),
  }
}

async function opaqueTokens(profile: string): Promise<Guessed> {
  const client = { OAUTH_CLIENT_ID: 'selvage', OAUTH_CLIENT_SECRET: 'secret' }
  const server = await startTestServer({ env: { ...env, ...client, OAUTH_TOKEN_PROFILE: profile } })
  return {
    server,
    guess: async () => bearer(crypto.randomUUID()),
    async good() {
      const token = crypto.randomUUID()
      server.issuer.state.opaque.set(token, { active: true, sub: 'user_demo', aud: server.baseUrl })
      return bearer(token)
    },
  }
}

async function sessions(): Promise<Guessed> {
  const server = await startTestServer({ env })
  const withClaims = async (claims: Headers) => ({
    cookie: `__session=${await session(server.issuer, claims)}`,
  })
  return {
    server,
    good: () => withClaims({ jti: crypto.randomUUID() }),
    guess: () => withClaims({ azp: crypto.randomUUID() }),
  }
}

let address = 0
/** Each test has an address of its own. */
const from = () => ({ 'x-forwarded-for': `198.51.100.${address}` })
beforeEach(() => {
  address += 1
})

type Send = (server: TestServer, headers: Headers) => Promise<Answer>
const sent = (credentials: Headers) => ({ headers: { ...credentials, ...from() } })
const RULERS = { category: 'rulers' }
const probe: Send = (server, headers) => server.rest('/auth/me', sent(headers))
const search: Send = (server, headers) => server.rest('/supplies?category=rulers', sent(headers))
const call: Send = (server, headers) => callTool(server, 'browse_supplies', RULERS, sent(headers))
const list: Send = (server, headers) => mcpRequest(server, 'tools/list', {}, sent(headers))

const guesses = Array.from({ length: GUESSES })
/** The statuses of as many requests, one after another. */
async function statusesOf(ask: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (const _ of guesses) statuses.push((await ask()).status)
  return statuses
}
/** As many as the limit are answered in some way, and then no more. */
const untilLimit = (status: number) => guesses.map((_, index) => (index < LIMIT ? status : 429))

describe.each([
  ['rfc9068', signedTokens],
  ['jwt', signedTokens],
  ['introspection', opaqueTokens],
  ['sessions of the provider', sessions],
] as const)('with %s', (profile, start) => {
  let guessed: Guessed
  beforeAll(async () => {
    guessed = await start(profile)
  })
  const withGood = (send: Send) => async () => send(guessed.server, await guessed.good())
  const withGuess = (send: Send) => async () => send(guessed.server, await guessed.guess())
  // Sessions are for REST and pages only.
  const surfaces = Object.entries({ probe, ...(profile.startsWith('sessions') ? {} : { call, list }) })

  it.each(surfaces)('[D36.3, D11.1] guesses at the %s are checked as often as the limit', async (_, send) => {
    expect(await statusesOf(withGuess(send))).toEqual(untilLimit(401))
  })

  it.runIf(profile === 'introspection')(
    '[D36.3, D26.1] the provider is asked about those, and about no unknown token of a public operation',
    async () => {
      const { state } = guessed.server.issuer
      state.introspected = []
      await statusesOf(withGuess(probe))
      address += 1
      await statusesOf(withGood(search))
      expect(state.introspected).toHaveLength(LIMIT)
    },
  )

  /** Of requests that all arrive at once. */
  async function statusesAtOnce(credentials: readonly Headers[]): Promise<number[]> {
    const answers = await Promise.all(credentials.map((headers) => probe(guessed.server, headers)))
    return answers.map(({ status }) => status).sort()
  }

  it('[D36.3, D11.1] so are guesses that all arrive at once', async () => {
    expect(await statusesAtOnce(await Promise.all(guesses.map(guessed.guess)))).toEqual(untilLimit(401))
  })

  it('[D36.3] one credential that arrives many times at once costs a call only where it is bad', async () => {
    const [good, bad] = [await guessed.good(), await guessed.guess()]
    expect(new Set(await statusesAtOnce(guesses.map(() => good)))).toEqual(new Set([200]))
    expect(await statusesAtOnce(guesses.map(() => bad))).toEqual(untilLimit(401))
  })

  it('[D36.3, D26.1] a public REST operation counts bad credentials once, as a call of nobody', async () => {
    expect(await statusesOf(withGuess(search))).toEqual(untilLimit(200))
  })

  it('[D36.3, D36.1] good credentials give back the call that their check cost', async () => {
    expect(new Set(await statusesOf(withGood(probe)))).toEqual(new Set([200]))
  })

  it('[D36.10, D36.3, D36.1] who was good a moment ago counts as a user, also when others have used up the address', async () => {
    const headers = await guessed.good()
    await probe(guessed.server, headers)
    await statusesOf(withGuess(probe))
    expect((await probe(guessed.server, headers)).status).toBe(200)
    const { status, headers: answered } = await search(guessed.server, headers)
    expect([status, answered.get('ratelimit-policy')]).toEqual([200, '"user";q=999;w=60'])
    // Nobody knows yet that these are good, so they are not checked.
    expect((await withGood(probe)()).status).toBe(429)
  })
})

it('[D36.3] forged cookies of the pages are opened as often as the address may call', async () => {
  const server = await startTestServer({ env })
  const headers = { cookie: 'selvage-session=e30.e30.e30', ...from() }
  expect(await statusesOf(() => server.request('/projects', { headers }))).toEqual(untilLimit(303))
})
