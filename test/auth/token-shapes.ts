/** Claims and header of a token as a product issues it; issuer, audience and times are added. */
export interface Shape {
  readonly name: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
}

const ENTRA_API = '0c4f7f4e-52a1-4d2f-9d0a-0e6f5a3f9a11'

/** Access tokens of well-known providers, each for scope `quilts:read`. */
export const acceptedShapes: readonly Shape[] = [
  {
    name: 'Auth0, default profile',
    claims: { sub: 'auth0|64b7f0c2a1', azp: 'vQ3kY0', gty: 'password', scope: 'openid quilts:read' },
  },
  {
    name: 'Auth0, RFC 9068 profile',
    claims: { sub: 'auth0|64b7f0c2a1', client_id: 'vQ3kY0', jti: 'Xk2', scope: 'quilts:read' },
    header: { typ: 'at+jwt' },
  },
  {
    name: 'Okta, custom authorization server',
    claims: { aud: 'api://selvage', sub: 'ada@example.com', cid: '0oa1', ver: 1, scp: ['quilts:read'] },
    header: { typ: undefined },
  },
  {
    name: 'Keycloak with an audience mapper',
    claims: { typ: 'Bearer', azp: 'quilt-agent', acr: '1', sid: '5a1c', scope: 'email quilts:read' },
  },
  {
    name: 'Entra, version 2',
    claims: { aud: ENTRA_API, azp: 'b3c1', oid: 'd2', tid: 'e4', uti: 'f6', ver: '2.0', scp: 'quilts:read' },
  },
  {
    name: 'Entra, version 1',
    claims: { aud: 'api://selvage', appid: 'b3c1', oid: 'd2', ver: '1.0', scp: 'profile quilts:read' },
  },
  {
    name: 'Cognito with a resource server',
    claims: { token_use: 'access', client_id: '7h2', version: 2, scope: 'quilts:read' },
  },
]

/** Other tokens of the same providers, made for our audience and its scope all the same. */
export const otherTokens: readonly Shape[] = [
  { name: 'an ID token with a nonce', claims: { nonce: 'n1' } },
  { name: 'an ID token with at_hash', claims: { at_hash: '77QmUP' } },
  { name: 'an ID token with c_hash', claims: { c_hash: 'LDktKd' } },
  { name: 'an ID token of Keycloak', claims: { typ: 'ID', azp: 'quilt-agent' } },
  { name: 'an ID token of Cognito', claims: { token_use: 'id' } },
  { name: 'a refresh token of Keycloak', claims: { typ: 'Refresh' } },
  { name: 'an offline token of Keycloak', claims: { typ: 'Offline' } },
  { name: 'a logout token by its claims', claims: { events: {}, sid: '5a1c' } },
  { name: 'a logout token by its type', claims: {}, header: { typ: 'logout+jwt' } },
  { name: 'a security event token', claims: {}, header: { typ: 'secevent+jwt' } },
  { name: 'a session token of Clerk', claims: { sts: 'active', azp: 'https://app.example' } },
  { name: 'a session token of Clerk with factors', claims: { fva: [1, -1] } },
  { name: 'a token for the account page of Keycloak', claims: { aud: 'account', typ: 'Bearer' } },
  { name: 'a token whose type is no text', claims: {}, header: { typ: 1 } },
]
