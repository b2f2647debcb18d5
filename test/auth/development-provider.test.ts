import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askForToken } from '../../src/cli/token.ts'
import { type DevelopmentProvider, startDevelopmentProvider } from '../../src/dev/provider.ts'
import { callTool } from '../helpers/mcp.ts'
import { freePort } from '../helpers/ports.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

let passed = 0
let provider: DevelopmentProvider
let metadata: oauth.AuthorizationServer
let server: TestServer
let client: oauth.Client
let clientSecret: oauth.ClientAuth

const CALLBACK = 'http://127.0.0.1:33418/callback'

/** Where a client sends somebody to sign in. */
async function authorizationUrl(asked: Readonly<Record<string, string>>): Promise<URL> {
  const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier())
  const proof = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' }
  return new URL(`${metadata.authorization_endpoint}?${new URLSearchParams({ ...proof, ...asked })}`)
}

beforeAll(async () => {
  const resources: string[] = []
  provider = await startDevelopmentProvider({
    port: await freePort(),
    resources,
    scopes: [],
    storePath: ':memory:',
    tokenFormat: 'opaque',
  })
  const issuer = new URL(provider.issuer)
  metadata = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  // The server is a client of the provider, so that it may ask about tokens.
  const asked = {
    redirect_uris: [],
    response_types: [],
    grant_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
  }
  const response = await oauth.dynamicClientRegistrationRequest(metadata, asked, insecure)
  const { client_id, client_secret } = await oauth.processDynamicClientRegistrationResponse(response)
  client = { client_id }
  clientSecret = oauth.ClientSecretBasic(String(client_secret))
  server = await startTestServer({
    now: () => Date.now() + passed,
    env: {
      OAUTH_ISSUER: provider.issuer,
      OAUTH_TOKEN_PROFILE: 'introspection',
      OAUTH_CLIENT_ID: client_id,
      OAUTH_CLIENT_SECRET: String(client_secret),
    },
  })
  resources.push(server.baseUrl, `${server.baseUrl}/mcp`)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

it('[§5.1, §5.2, D25.3] a token may be opaque; both surfaces accept until it is revoked', async () => {
  const token = await askForToken(provider.issuer, server.baseUrl, 'user_demo')
  expect(token).not.toContain('.')
  expect((await server.rest('/auth/me', { token })).json).toEqual({
    success: true,
    data: { authenticated: true, userId: 'user_demo' },
  })
  const called = await callTool(server, 'list_my_projects', {}, { token })
  expect(called.json.result.structuredContent.projects).not.toEqual([])

  // The client that got the token is public: its id alone revokes.
  const introspected = await oauth.introspectionRequest(metadata, client, clientSecret, token, insecure)
  const { client_id: owner = '' } = await oauth.processIntrospectionResponse(metadata, client, introspected)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(metadata, { client_id: owner }, oauth.None(), token, insecure),
  )
  passed += 60_000
  expect((await server.rest('/auth/me', { token })).json.error.code).toBe('invalid_token')
})

it('[D25.3] a token that the provider never issued is refused', async () => {
  const { status, json } = await server.rest('/auth/me', { token: 'oat_never_issued' })
  expect({ status, code: json.error.code }).toEqual({ status: 401, code: 'invalid_token' })
})

it('signs nobody in without a click on a page that no frame can hold', async () => {
  const response = await oauth.dynamicClientRegistrationRequest(
    metadata,
    { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', application_type: 'native' },
    insecure,
  )
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(response)
  const asked = { client_id, redirect_uri: CALLBACK, resource: server.baseUrl, login_hint: 'user_demo' }
  const url = await authorizationUrl(asked)
  const first = await fetch(url, { redirect: 'manual' })
  const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0])
  const page = await fetch(new URL(first.headers.get('location') ?? '', url), {
    headers: { cookie: cookies.join('; ') },
    redirect: 'manual',
  })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Continue as')])
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

it.each([
  [CALLBACK, 303],
  ['http://localhost:33418/callback', 303],
  ['https://elsewhere.example/callback', 400],
])('a client whose metadata cannot be reached is answered at %s: %i', async (redirectUri, status) => {
  const client = { client_id: 'https://client.invalid/client.json', redirect_uri: redirectUri }
  expect((await fetch(await authorizationUrl(client), { redirect: 'manual' })).status).toBe(status)
})

it('gives a token without a click to `selvage token` only: no page can read it', async () => {
  const ask = (user: string, resource: string, method = 'POST') =>
    fetch(`${provider.issuer}/access-token?${new URLSearchParams({ user, resource })}`, {
      method,
      headers: { origin: 'https://elsewhere.example' },
    })
  const given = await ask('user_demo', server.baseUrl)
  expect([given.status, given.headers.get('access-control-allow-origin')]).toEqual([200, null])
  const others = await Promise.all([
    ask('user_demo', server.baseUrl, 'GET'),
    ask('root', server.baseUrl),
    ask('user_demo', 'https://elsewhere.example'),
  ])
  expect(others.map(({ status }) => status)).toEqual([400, 400, 400])
})

it('takes a client by the address of its metadata, and fetches nothing of this machine', async () => {
  expect(metadata['client_id_metadata_document_supported']).toBe(true)
  const answer = await fetch(await authorizationUrl({ client_id: 'https://localhost:1/client.json' }))
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not allowed')])
})
