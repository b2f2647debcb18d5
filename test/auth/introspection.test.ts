import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { startIntrospectedServer, startIntrospection } from '../helpers/introspection.ts'
import { callTool } from '../helpers/mcp.ts'

let time = Math.floor(Date.now() / 1000) * 1000
const seconds = () => Math.floor(time / 1000)

const introspected = await startIntrospectedServer({
  now: () => time,
  env: { OAUTH_CLIENT_SECRET: 's3cret/&=' },
})
const { server, endpoint, issuer } = introspected
afterAll(() => introspected.close())
beforeEach(() => {
  endpoint.state.asked = []
  endpoint.state.status = 200
  time += 60_000
})

let made = 0
/** A new token that the provider says this about. */
function tokenFor(claims: Readonly<Record<string, unknown>> | string): string {
  made += 1
  const token = `oat_${made}`
  const active = { active: true, sub: 'user_demo', aud: server.baseUrl, exp: seconds() + 3_600 }
  endpoint.state.answers.set(token, typeof claims === 'string' ? claims : { ...active, ...claims })
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
  expect(endpoint.state.asked).toEqual([
    {
      authorization: `Basic ${Buffer.from('selvage:s3cret%2F%26%3D').toString('base64')}`,
      form: { token, token_type_hint: 'access_token' },
    },
  ])
  expect(await callTool(server, 'list_my_projects', {}, { token })).toMatchObject({ status: 200 })
})

const refusals: [string, string, () => Record<string, unknown>][] = [
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

describe('an answer that refuses', () => {
  it.each(refusals)('[D25.3, D28.2] %s: %s', async (_name, description, claimsOf) => {
    const { status, json, headers } = await probe(tokenFor(claimsOf()))
    expect({ status, error: json.error }).toEqual({
      status: 401,
      error: { code: 'invalid_token', message: `${description}.` },
    })
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${description}", ` +
        `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource"`,
    )
  })

  it.each([
    ['names our issuer', () => ({ iss: issuer.url, token_type: 'bearer' })],
    ['has no end', () => ({ exp: undefined })],
    ['ended within the tolerance', () => ({ exp: seconds() - 29 })],
  ])('[D25.3] is not one that %s', async (_name, claimsOf) => {
    expect(await codeOf(tokenFor(claimsOf()))).toBe('accepted')
  })
})

describe('an answer that is none', () => {
  it.each([
    ['no JSON', 'busy'],
    ['active as text', '{"active":"true"}'],
    ['exp as text', { exp: '4102444800' }],
    ['an audience that is a number', { aud: 1 }],
  ])('[D25.3, D29.2] %s is an outage, not a refusal', async (_name, answer) => {
    const { status, json, headers } = await probe(tokenFor(answer))
    expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'auth_unavailable' })
    expect(headers.get('retry-after')).toBe(String(json.error.retryAfter))
    expect(headers.get('www-authenticate')).toBeNull()
  })

  it.each([400, 401, 503])('[D29.2] neither is status %i, and it is forgotten at once', async (status) => {
    const token = tokenFor({})
    endpoint.state.status = status
    expect(await codeOf(token)).toBe('auth_unavailable')
    endpoint.state.status = 200
    expect(await codeOf(token)).toBe('accepted')
  })
})

describe('memory', () => {
  const askedAfter = async (token: string, waits: readonly number[]) => {
    const answers = [await codeOf(token)]
    for (const wait of waits) {
      time += wait * 1000
      answers.push(await codeOf(token))
    }
    return { answers: new Set(answers), asked: endpoint.state.asked.length }
  }

  it('[D25.3] an active token is asked about once a minute', async () => {
    const token = tokenFor({})
    expect(await askedAfter(token, [59])).toEqual({ answers: new Set(['accepted']), asked: 1 })
    expect(await askedAfter(token, [1])).toEqual({ answers: new Set(['accepted']), asked: 2 })
  })

  it('[D26.1, D25.3] a public operation asks nobody, also when the answer has become old', async () => {
    const token = tokenFor({})
    await probe(token)
    time += 60_000
    expect((await server.rest('/supplies?category=rulers', { token })).status).toBe(200)
    expect(endpoint.state.asked).toHaveLength(1)
  })

  it('[D25.3] an active token is forgotten when it ends', async () => {
    const token = tokenFor({ exp: seconds() + 20 })
    expect(await codeOf(token)).toBe('accepted')
    endpoint.state.answers.set(token, { active: false })
    time += 20_000
    expect(await codeOf(token)).toBe('invalid_token')
  })

  it('[D25.3, D29.2] fifty requests at once ask once', async () => {
    const token = tokenFor({})
    const answers = await Promise.all(Array.from({ length: 50 }, () => codeOf(token)))
    expect({ answers: new Set(answers), asked: endpoint.state.asked.length }).toEqual({
      answers: new Set(['accepted']),
      asked: 1,
    })
  })
})

it('[D29.2] a provider without an introspection endpoint, or with a dead one, is an outage', async () => {
  const env = { OAUTH_TOKEN_PROFILE: 'introspection', OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b' }
  const outage = { status: 503, json: { error: { code: 'auth_unavailable' } } }
  const without = await startBareServer({ env })
  expect(await without.rest('/auth/me', { token: 'oat_1' })).toMatchObject(outage)
  await without.close()

  const dead = await startIntrospection()
  await dead.close()
  issuer.state.metadata = { introspection_endpoint: dead.url }
  const other = await startBareServer({ env, issuer })
  expect(await other.rest('/auth/me', { token: 'oat_1' })).toMatchObject(outage)
  await other.close()
})
