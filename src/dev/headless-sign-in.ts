import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
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

const resourceMetadata = z.object({ authorization_servers: z.tuple([z.url()]) })
const providerMetadata = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() })
const tokenAnswer = z.object({ access_token: z.string() })

async function ask<Schema extends z.ZodType>(schema: Schema, url: string, body?: URLSearchParams) {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  return schema.parse(await response.json())
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
 * Signs a demo user in as any client does: discovery (§5.2), the click on the page, code with PKCE, token.
 *
 * @returns an access token for `baseUrl`, valid for REST and MCP.
 */
export async function signIn(baseUrl: string, user: DevelopmentUser): Promise<string> {
  const discovery = `${baseUrl}/.well-known/oauth-protected-resource`
  const { authorization_servers: issuers } = await ask(resourceMetadata, discovery).catch(
    (cause: unknown) => {
      throw new Error('no answer. Start the server first: npm start', { cause })
    },
  )
  const server = await ask(providerMetadata, `${issuers[0]}/.well-known/oauth-authorization-server`)
  const verifier = randomBytes(32).toString('base64url')
  const shared = { client_id: TOKEN_CLIENT.client_id, redirect_uri: REDIRECT_URI, resource: baseUrl }
  const authorize = new URL(server.authorization_endpoint)
  authorize.search = new URLSearchParams({
    ...shared,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const callback = await followToCallback(authorize, user)
  const form = new URLSearchParams({
    ...shared,
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: verifier,
  })
  const { access_token: token } = await ask(tokenAnswer, server.token_endpoint, form)
  return token
}
