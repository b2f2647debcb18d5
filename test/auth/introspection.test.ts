import { beforeEach, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { startBareServer } from '../helpers/bare-server.ts'
import { stopClock } from '../helpers/clock.ts'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const clock = stopClock()
const seconds = () => Math.floor(Date.now() / 1000)

const env = {
  OAUTH_TOKEN_PROFILE: 'introspection',
  OAUTH_CLIENT_ID: 'selvage',
  OAUTH_CLIENT_SECRET: 's3cret/&=',
}
const warnings: object[] = []
const log = { ...SILENT, warn: (fields: object) => void warnings.push(fields) }
const server = await startTestServer({ env, log })
const { issuer } = server
beforeEach(() => {
  Object.assign(issuer.state, { introspected: [], introspectionStatus: 200, metadata: {} })
  clock.pass(60)
})

type Claims = Readonly<Record<string, unknown>>

/** A new token that the provider says this about. */
function tokenFor(claims: Claims | string): string {
  const token = `oat_${crypto.randomUUID()}`
  const active = { active: true, sub: 'user_demo', aud: server.baseUrl, exp: seconds() + 3_600 }
  issuer.state.opaque.set(token, typeof claims === 'string' ? claims : { ...active, ...claims })
  return token
}

const probe = (token: string) => server.rest('/auth/me', { token })
const codeOf = async (token: string) => (await probe(token)).json.error?.code ?? 'accepted'

it('[§5.1, D25.3] asks the provider about an opaque token, as its own client, for both surfaces', async () => {
  const token = tokenFor({})
  expect((await probe(token)).json).toEqual({
    success: true,
    data: { authenticated: true, userId: 'user_demo' },
  })
  const authorization = `Basic ${Buffer.from('selvage:s3cret%2F%26%3D').toString('base64')}`
  const form = { token, token_type_hint: 'access_token' }
  expect(issuer.state.introspected).toEqual([{ authorization, form }])
  expect(await callTool(server, 'list_my_projects', {}, { token })).toMatchObject({ status: 200 })
})

const refusals: [string, string, () => Claims][] = [
  ['inactive', 'The access token is not active', () => ({ active: false })],
  ['another audience', 'The access token is for another audience', () => ({ aud: 'https://other.example' })],
  ['no audience', 'The access token is for another audience', () => ({ aud: undefined })],
  ['expired', 'The access token expired', () => ({ exp: seconds() - 30 })],
  ['not yet valid', 'The access token is not valid yet', () => ({ nbf: seconds() + 60 })],
  ['another issuer', 'The access token is not valid', () => ({ iss: 'https://other.example' })],
  ['not a bearer token', 'Not a bearer token', () => ({ token_type: 'DPoP' })],
  ['bound to a key', 'Sender-constrained tokens are not supported', () => ({ cnf: { jkt: 'x' } })],
  ['of nobody', 'The access token has no usable subject', () => ({ sub: undefined })],
]
it.each(refusals)('[D25.3, D28.2] an answer refuses: %s', async (_name, description, claimsOf) => {
  const { status, json, headers } = await probe(tokenFor(claimsOf()))
  expect([status, json.error]).toEqual([401, { code: 'invalid_token', message: `${description}.` }])
  const challenge = `Bearer error="invalid_token", error_description="${description}", `
  expect(headers.get('www-authenticate')).toContain(challenge)
})

it('[D25.3] an answer may name our issuer, have no end, or have ended within the tolerance', async () => {
  for (const claims of [
    { iss: issuer.url, token_type: 'bearer' },
    { exp: undefined },
    { exp: seconds() - 29 },
  ])
    expect(await codeOf(tokenFor(claims))).toBe('accepted')
})

it.each([
  ['no JSON', 'busy'],
  ['active as text', '{"active":"true"}'],
  ['exp as text', { exp: '4102444800' }],
  ['an audience that is a number', { aud: 1 }],
])('[D25.3, D29.2] %s is an outage, not a refusal', async (_name, answer) => {
  const { status, json, headers } = await probe(tokenFor(answer))
  expect([status, json.error.code]).toEqual([503, 'auth_unavailable'])
  expect(headers.get('retry-after')).toBe(String(json.error.retryAfter))
  expect(headers.get('www-authenticate')).toBeNull()
})

it.each([400, 401, 503])('[D29.2] so is status %i, logged once, forgotten at once', async (status) => {
  const token = tokenFor({})
  expect(await codeOf(tokenFor({}))).toBe('accepted')
  warnings.length = 0
  issuer.state.introspectionStatus = status
  for (const _ of [1, 2]) expect(await codeOf(token)).toBe('auth_unavailable')
  issuer.state.introspectionStatus = 200
  expect(await codeOf(token)).toBe('accepted')
  const err = { message: `introspection was answered with status ${status}` }
  expect(warnings).toMatchObject([{ err, what: 'introspection' }])
})

it('[D25.3, D26.1] fifty requests at once ask once, later ones once a minute, and public operations never', async () => {
  const token = tokenFor({})
  const asked = () => issuer.state.introspected.length
  const answers = await Promise.all(Array.from({ length: 50 }, () => codeOf(token)))
  expect([new Set(answers), asked()]).toEqual([new Set(['accepted']), 1])
  clock.pass(59)
  expect([await codeOf(token), asked()]).toEqual(['accepted', 1])
  clock.pass(1)
  expect((await server.rest('/supplies?category=rulers', { token })).status).toBe(200)
  expect(asked()).toBe(1)
  expect([await codeOf(token), asked()]).toEqual(['accepted', 2])
})

it('[D25.3, D9.10] a slow provider is asked about a hundred tokens at once, and others are refused at once', async () => {
  const slowness = Promise.withResolvers<void>()
  issuer.state.held = slowness.promise
  const tokens = Array.from({ length: 150 }, () => tokenFor({}))
  const answers = Promise.all(tokens.map(codeOf))
  await expect.poll(() => issuer.state.introspected.length).toBe(100)
  expect(await codeOf(tokenFor({}))).toBe('overloaded')
  slowness.resolve()
  expect((await answers).toSorted()).toEqual([
    ...tokens.slice(50).map(() => 'accepted'),
    ...tokens.slice(100).map(() => 'overloaded'),
  ])
  expect(issuer.state.introspected.length).toBe(100)
})

it('[D25.3, D36.3] the same token with other spaces is not asked about again', async () => {
  const token = tokenFor({})
  for (const spaces of [1, 2, 30]) {
    const headers = { authorization: `Bearer${' '.repeat(spaces)}${token}` }
    expect((await server.rest('/auth/me', { headers })).status).toBe(200)
  }
  expect(issuer.state.introspected.length).toBe(1)
})

it('[D25.3] an active token is forgotten when it ends', async () => {
  const token = tokenFor({ exp: seconds() + 20 })
  expect(await codeOf(token)).toBe('accepted')
  issuer.state.opaque.set(token, { active: false })
  clock.pass(20)
  expect(await codeOf(token)).toBe('invalid_token')
})

it.each([undefined, 'http://127.0.0.1:1/introspect'])(
  '[D29.2] a provider whose introspection endpoint is %s is an outage',
  async (endpoint) => {
    issuer.state.metadata = { introspection_endpoint: endpoint }
    const bare = await startBareServer({ env, issuer })
    const { status, json } = await bare.rest('/auth/me', { token: 'oat_1' })
    expect([status, json.error.code]).toEqual([503, 'auth_unavailable'])
  },
)
