import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDevelopmentProvider } from '../../src/dev/provider.ts'
import { freePort } from '../helpers/ports.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

let provider: Awaited<ReturnType<typeof startDevelopmentProvider>>
let metadata: oauth.AuthorizationServer

const RESOURCE = 'https://selvage.example'
const CALLBACK = 'http://127.0.0.1:33418/callback'

/** Where a client sends somebody to sign in. */
async function authorizationUrl(asked: Readonly<Record<string, string>>): Promise<URL> {
  const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier())
  const proof = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' }
  return new URL(`${metadata.authorization_endpoint}?${new URLSearchParams({ ...proof, ...asked })}`)
}

beforeAll(async () => {
  provider = await startDevelopmentProvider({
    port: await freePort(),
    resources: [RESOURCE],
    scopes: [],
    storePath: ':memory:',
  })
  const issuer = new URL(provider.issuer)
  metadata = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
})
afterAll(() => provider.close())

it('signs nobody in without a click on a page that no frame can hold', async () => {
  const response = await oauth.dynamicClientRegistrationRequest(
    metadata,
    { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', application_type: 'native' },
    insecure,
  )
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(response)
  const asked = { client_id, redirect_uri: CALLBACK, resource: RESOURCE, login_hint: 'user_demo' }
  const url = await authorizationUrl(asked)
  const first = await fetch(url, { redirect: 'manual' })
  const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0])
  const page = await fetch(new URL(first.headers.get('location') ?? '', url), {
    headers: { cookie: cookies.join('; ') },
    redirect: 'manual',
  })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Continue as')])
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
  const given = await ask('user_demo', RESOURCE)
  expect([given.status, given.headers.get('access-control-allow-origin')]).toEqual([200, null])
  const others = await Promise.all([
    ask('user_demo', RESOURCE, 'GET'),
    ask('root', RESOURCE),
    ask('user_demo', 'https://elsewhere.example'),
  ])
  expect(others.map(({ status }) => status)).toEqual([400, 400, 400])
})

it('takes a client by the address of its metadata, and fetches nothing of this machine', async () => {
  expect(metadata['client_id_metadata_document_supported']).toBe(true)
  const answer = await fetch(await authorizationUrl({ client_id: 'https://localhost:1/client.json' }))
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not allowed')])
})
