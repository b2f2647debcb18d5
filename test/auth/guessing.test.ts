import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startIntrospectedServer } from '../helpers/introspection.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { type Answer, startTestServer, type TestServer } from '../helpers/server.ts'
import { session, WEB_APP } from '../helpers/session.ts'

// Whoever guesses tokens gets as many of them checked as an address may call, whatever a check costs.
const LIMIT = 5
const GUESSES = 60
const env = {
  RATE_LIMIT_USER: '999/60',
  RATE_LIMIT_ANONYMOUS: `${LIMIT}/60`,
  TRUST_PROXY: '1',
  SESSION_COOKIE_NAME: '__session',
  SESSION_AUTHORIZED_PARTIES: WEB_APP,
}

interface Guessed {
  readonly server: TestServer
  /** Headers of credentials that are good, each time others. */
  good(): Promise<Record<string, string>>
  /** Headers of credentials that look good until they are checked. */
  guess(): Promise<Record<string, string>>
  /** How often the provider was asked about a token. */
  asked?(): number
  close(): Promise<void>
}

let made = 0
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function signedTokens(profile: string): Promise<Guessed> {
  const server = await startTestServer({ env: { ...env, OAUTH_TOKEN_PROFILE: profile } })
  return {
    server,
    good: async () => bearer(await server.tokenOf('user_demo')),
    guess: async () => bearer(await server.issuer.mint(server.baseUrl, {}, { kid: crypto.randomUUID() })),
    close: server.close,
  }
}

async function opaqueTokens(): Promise<Guessed> {
  const introspected = await startIntrospectedServer({ env: { ...env, OAUTH_CLIENT_SECRET: 'secret' } })
  const guess = async () => {
    made += 1
    return bearer(`guess_${made}`)
  }
  return {
    ...introspected,
    guess,
    asked: () => introspected.endpoint.state.asked.length,
    async good() {
      const headers = await guess()
      introspected.endpoint.state.answers.set(`guess_${made}`, {
        active: true,
        sub: 'user_demo',
        aud: introspected.server.baseUrl,
      })
      return headers
    },
  }
}

async function sessions(): Promise<Guessed> {
  const server = await startTestServer({ env })
  const cookie = (value: string) => ({ cookie: `__session=${value}` })
  return {
    server,
    good: async () => cookie(await session(server.issuer, { jti: crypto.randomUUID() })),
    guess: async () => cookie(await session(server.issuer, { azp: crypto.randomUUID() })),
    close: server.close,
  }
}

let address = 0
/** Each test has an address of its own. */
const from = () => ({ 'x-forwarded-for': `198.51.100.${address}` })
beforeEach(() => {
  address += 1
})

type Send = (server: TestServer, headers: Record<string, string>) => Promise<Answer>
const probe: Send = (server, headers) => server.rest('/auth/me', { headers: { ...headers, ...from() } })
const search: Send = (server, headers) =>
  server.rest('/supplies?category=rulers', { headers: { ...headers, ...from() } })
const call: Send = (server, headers) =>
  callTool(server, 'browse_supplies', { category: 'rulers' }, { headers: { ...headers, ...from() } })
const list: Send = (server, headers) =>
  mcpRequest(server, 'tools/list', {}, { headers: { ...headers, ...from() } })

const guesses = Array.from({ length: GUESSES })
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const refusedAfter = (count: number) => guesses.map((_, index) => (index < count ? 401 : 429))

const PROFILES = {
  rfc9068: () => signedTokens('rfc9068'),
  jwt: () => signedTokens('jwt'),
  introspection: opaqueTokens,
  'sessions of the provider': sessions,
}

describe.each(Object.entries(PROFILES))('with %s', (profile, start) => {
  let guessed: Guessed
  beforeAll(async () => {
    guessed = await start()
  })
  afterAll(() => guessed.close())
  // Sessions are for REST and pages only.
  const surfaces = Object.entries({ probe, ...(profile.startsWith('sessions') ? {} : { call, list }) })

  it.each(surfaces)('[D36.3, D11.1] guesses at the %s are checked as often as the limit', async (_, send) => {
    const answers: Answer[] = []
    for (const _ of guesses) answers.push(await send(guessed.server, await guessed.guess()))
    expect(statuses(answers)).toEqual(refusedAfter(LIMIT))
  })

  it.runIf(profile === 'introspection')(
    '[D36.3, D26.1] the provider is asked about those, and about no unknown token of a public operation',
    async () => {
      const before = guessed.asked?.() ?? 0
      for (const _ of guesses) await probe(guessed.server, await guessed.guess())
      address += 1
      for (const _ of guesses) await search(guessed.server, await guessed.good())
      expect(guessed.asked?.()).toBe(before + LIMIT)
    },
  )

  it('[D36.3, D11.1] so are guesses that all arrive at once', async () => {
    const credentials = await Promise.all(guesses.map(guessed.guess))
    const answers = await Promise.all(credentials.map((headers) => probe(guessed.server, headers)))
    expect(statuses(answers).sort()).toEqual(refusedAfter(LIMIT))
  })

  it('[D36.3, D26.1] a public REST operation counts bad credentials once, as a call of nobody', async () => {
    const answers: Answer[] = []
    for (const _ of guesses) answers.push(await search(guessed.server, await guessed.guess()))
    expect(statuses(answers)).toEqual(guesses.map((_, index) => (index < LIMIT ? 200 : 429)))
  })

  it('[D36.3, D36.1] good credentials give back the call that their check cost', async () => {
    const answers: Answer[] = []
    for (const _ of guesses) answers.push(await probe(guessed.server, await guessed.good()))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
  })

  it('[D36.1, D26.1] credentials that are known count for their user', async () => {
    const headers = await guessed.good()
    await probe(guessed.server, headers)
    const answer = await search(guessed.server, headers)
    expect(answer.headers.get('ratelimit-policy')).toBe('"user";q=999;w=60')
  })

  it('[D36.10, D36.3] who was good a moment ago goes on when others have used up the address', async () => {
    const headers = await guessed.good()
    await probe(guessed.server, headers)
    for (const _ of guesses) await probe(guessed.server, await guessed.guess())
    expect(statuses([await probe(guessed.server, headers), await search(guessed.server, headers)])).toEqual([
      200, 200,
    ])
    // Nobody knows yet that these are good, so they are not checked.
    expect((await probe(guessed.server, await guessed.good())).status).toBe(429)
  })
})

it.each([
  ['/projects', 303],
  ['/editor/blocks/blk_x/drawing.svg', 404],
])('[D36.3] forged cookies at %s are opened as often as the address may call', async (path, status) => {
  const server = await startTestServer({ env })
  const headers = { cookie: 'selvage-session=e30.e30.e30', ...from() }
  const answers: Answer[] = []
  for (const _ of guesses) answers.push(await server.request(path, { headers }))
  expect(statuses(answers)).toEqual(guesses.map((_, index) => (index < LIMIT ? status : 429)))
  await server.close()
})
