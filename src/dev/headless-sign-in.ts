import * as oauth from 'oauth4webapi'
import type { DevelopmentUser } from './sign-in-page.ts'

const REDIRECT_URI = 'http://127.0.0.1:33418/callback'
/** The client that `selvage token` is. The development sign-in knows it. */
export const TOKEN_CLIENT = {
  client_id: 'selvage-token',
  client_name: 'selvage token',
  redirect_uris: [REDIRECT_URI],
  application_type: 'native',
} as const
const MAX_REDIRECTS = 10
const insecure = { [oauth.allowInsecureRequests]: true }

/** The authorization server that the running server names (§5.2). */
async function discover(baseUrl: string): Promise<oauth.AuthorizationServer> {
  const resource = new URL(baseUrl)
  const named = await oauth.resourceDiscoveryRequest(resource, insecure).catch((cause: unknown) => {
    throw new Error('no answer. Start the server first: npm start', { cause })
  })
  const { authorization_servers: issuers } = await oauth.processResourceDiscoveryResponse(resource, named)
  const issuer = new URL(issuers?.[0] ?? baseUrl)
  const metadata = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' })
  return oauth.processDiscoveryResponse(issuer, metadata)
}

/** Acts as a browser, with cookies and one click on the page, until it is redirected back to the client. */
async function followToCallback(start: URL, user: DevelopmentUser): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  let click: RequestInit = {}
  for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...click })
    await response.body?.cancel()
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null && !response.ok) break
    // The page that asks for the click is the only answer without a redirect.
    click = location === null ? { method: 'POST', body: new URLSearchParams({ user }) } : {}
    url = new URL(location ?? url, url)
    if (url.href.startsWith(REDIRECT_URI)) return url
  }
  throw new Error('The sign-in did not come to an end.')
}

/**
 * Signs a demo user in as any client does: discovery, the click on the page, code with PKCE, token.
 *
 * @returns an access token for `baseUrl`, valid for REST and MCP.
 */
export async function signIn(baseUrl: string, user: DevelopmentUser): Promise<string> {
  const server = await discover(baseUrl)
  const client: oauth.Client = { client_id: TOKEN_CLIENT.client_id }
  const verifier = oauth.generateRandomCodeVerifier()
  const authorize = new URL(server.authorization_endpoint ?? '')
  authorize.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: baseUrl,
  }).toString()
  const callback = await followToCallback(authorize, user)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    oauth.validateAuthResponse(server, client, callback),
    REDIRECT_URI,
    verifier,
    { ...insecure, additionalParameters: { resource: baseUrl } },
  )
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, response)
  return token
}
