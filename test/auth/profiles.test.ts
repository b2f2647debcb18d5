import { describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { callTool } from '../helpers/mcp.ts'
import type { TestServer } from '../helpers/server.ts'

/** Claims and header of a token as a product issues it; issuer, audience and times are added. */
type Shape = readonly [name: string, claims: Readonly<Record<string, unknown>>, typ?: string | number | null]

const ENTRA_API = '0c4f7f4e-52a1-4d2f-9d0a-0e6f5a3f9a11'

/** Access tokens of well-known providers, each for scope `quilts:read`. */
const acceptedShapes: readonly Shape[] = [
  ['Auth0, default profile', { sub: 'auth0|64b7f0c2a1', azp: 'vQ3kY0', scope: 'openid quilts:read' }],
  [
    'Auth0, RFC 9068 profile',
    { sub: 'auth0|64b7f0c2a1', client_id: 'vQ3kY0', jti: 'Xk2', scope: 'quilts:read' },
    'at+jwt',
  ],
  [
    'Okta, custom authorization server',
    { aud: 'api://selvage', sub: 'ada@example.com', cid: '0oa1', ver: 1, scp: ['quilts:read'] },
    null,
  ],
  [
    'Keycloak with an audience mapper',
    { typ: 'Bearer', azp: 'quilt-agent', acr: '1', sid: '5a1c', scope: 'email quilts:read' },
  ],
  [
    'Entra, version 2',
    { aud: ENTRA_API, azp: 'b3c1', oid: 'd2', tid: 'e4', uti: 'f6', ver: '2.0', scp: 'quilts:read' },
  ],
  [
    'Entra, version 1',
    { aud: 'api://selvage', appid: 'b3c1', oid: 'd2', ver: '1.0', scp: 'profile quilts:read' },
  ],
  [
    'Cognito with a resource server',
    { token_use: 'access', client_id: '7h2', version: 2, scope: 'quilts:read' },
  ],
]

/** Other tokens of the same providers, made for our audience and its scope all the same. */
const otherTokens: readonly Shape[] = [
  ['an ID token with a nonce', { nonce: 'n1' }],
  ['an ID token with at_hash', { at_hash: '77QmUP' }],
  ['an ID token with c_hash', { c_hash: 'LDktKd' }],
  ['an ID token of Keycloak', { typ: 'ID', azp: 'quilt-agent' }],
  ['an ID token of Cognito', { token_use: 'id' }],
  ['a refresh token of Keycloak', { typ: 'Refresh' }],
  ['a logout token by its claims', { events: {}, sid: '5a1c' }],
  ['a logout token by its type', {}, 'logout+jwt'],
  ['a session token of Clerk', { sts: 'active', azp: 'https://app.example' }],
  ['a session token of Clerk with factors', { fva: [1, -1] }],
  ['a token for the account page of Keycloak', { aud: 'account', typ: 'Bearer' }],
  ['a token whose type is no text', {}, 1],
]

const AUDIENCES = ['api://selvage', ENTRA_API]

const OAUTH_AUDIENCES = AUDIENCES.join(' ')
const strict = await startBareServer({ env: { OAUTH_AUDIENCES } })
const lenient = await startBareServer({
  env: { OAUTH_AUDIENCES, OAUTH_TOKEN_PROFILE: 'jwt', OAUTH_SCOPES: 'quilts:read' },
})

const ACCEPTED = ['accepted', 'accepted']
const REFUSED = ['invalid_token', 'invalid_token']

/** What a token is worth on both surfaces. */
async function outcomes(server: TestServer, token: string) {
  const probe = await server.rest('/auth/me', { token })
  const call = await callTool(server, 'list_my_projects', {}, { token })
  return [probe, call].map(({ status, json }) => (status === 200 ? 'accepted' : json.error.code))
}

/** A token with exactly the claims of its shape, beside issuer and times. */
const mint = (server: TestServer, claims: Shape[1], typ: Shape[2] = 'JWT') =>
  server.issuer.mint(
    server.baseUrl,
    { client_id: undefined, jti: undefined, ...claims },
    { typ: typ ?? undefined },
  )

const named = (shapes: readonly Shape[]) => shapes.map(([name, claims, typ]) => ({ name, claims, typ }))

it.each([
  ...['{base}', '{base}/', '{base}/mcp', ...AUDIENCES].map((audience) => [audience, ACCEPTED] as const),
  ...['{base}//', '{base}/api/v1', '{base}/mcp/', 'api://selvage/'].map(
    (audience) => [audience, REFUSED] as const,
  ),
])('[§5.1, D25.4] a token for %s is %j on REST and on /mcp, in both profiles', async (template, expected) => {
  for (const server of [strict, lenient]) {
    const audience = template.replace('{base}', server.baseUrl)
    const token = await server.issuer.mint(audience, { scope: 'quilts:read' })
    expect(await outcomes(server, token)).toEqual(expected)
  }
})

describe('profile jwt', () => {
  it.each(named(acceptedShapes))('[D25.1, D25.2] accepts a token of $name', async ({ claims, typ }) => {
    const token = await mint(lenient, claims, typ)
    expect(await outcomes(lenient, token)).toEqual(ACCEPTED)
    const { json } = await lenient.rest('/auth/me', { token })
    expect(json.data).toEqual({ authenticated: true, userId: claims['sub'] ?? 'user_demo' })
  })

  it.each(named(otherTokens))('[D25.1, D25.2] refuses $name', async ({ claims, typ }) => {
    const token = await mint(lenient, { scope: 'quilts:read', ...claims }, typ)
    expect(await outcomes(lenient, token)).toEqual(REFUSED)
  })

  it.each([
    { scp: ['openid'] },
    { scp: 'openid' },
    { scope: 'openid' },
    { scp: { 'quilts:read': true } },
    {},
  ])('[D25.1] finds no required scope in %j', async (claims) => {
    const token = await mint(lenient, claims)
    expect((await lenient.rest('/auth/me', { token })).json.error.code).toBe('insufficient_scope')
  })
})

describe('profile rfc9068', () => {
  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('[D25.1] accepts typ %s', async (typ) => {
    const token = await strict.issuer.mint(strict.baseUrl, {}, { typ })
    expect(await outcomes(strict, token)).toEqual(ACCEPTED)
  })

  it.each(['JWT', 'dpop+jwt', 'text/at+jwt', '', 1, undefined])('[D25.1] refuses typ %j', async (typ) => {
    const token = await strict.issuer.mint(strict.baseUrl, {}, { typ })
    expect(await outcomes(strict, token)).toEqual(REFUSED)
  })

  it.each(['iss', 'exp', 'aud', 'sub', 'iat', 'jti', 'client_id'])(
    '[D25.1] refuses a token without %s, or with another type of it',
    async (claim) => {
      for (const value of [undefined, null, { value: 1 }]) {
        const token = await strict.issuer.mint(strict.baseUrl, { [claim]: value })
        expect(await outcomes(strict, token)).toEqual(REFUSED)
      }
    },
  )
})
