import { jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { CLIENT_METADATA } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import { isLoopbackHost, isSecureUrl } from '../core/links.ts'
import type { Logger } from '../core/logger.ts'
import { fromProvider, type IdentityProvider } from './identity-provider.ts'
import { type CookieSealer, cookieIn } from './session.ts'
import { TokenRejected, type Verify } from './token-memory.ts'

/** For a person to sign in at the identity provider. */
const FLOW_SECONDS = 600

/**
 * The browser keeps this, sealed, while the person is at the provider. It names the client, because another instance
 * registers as another client.
 */
const flow = z.object({
  clientId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  back: z.string(),
})

/** `otherwise` for anything that a browser could take for another server. */
export function ownPath(path: string | null | undefined, otherwise: string): string {
  return path != null && /^\/(?![/\\])[\x21-\x7E]{0,2000}$/.test(path) && !path.includes('\\')
    ? path
    : otherwise
}

/**
 * The pages as a configured client of the provider. Otherwise the address of our metadata is their id, or they register
 * themselves.
 */
export interface PagesClient {
  id: string
  secret: string | undefined
}

const callbackOf = (baseUrl: string) => `${baseUrl}/sign-in/callback`

/** Served at `CLIENT_METADATA`. */
export function pagesClient(baseUrl: string) {
  return {
    client_name: 'Selvage in the browser',
    client_uri: baseUrl,
    redirect_uris: [callbackOf(baseUrl)],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(isLoopbackHost(new URL(baseUrl).hostname) ? { application_type: 'native' } : {}),
  }
}

/** For the log. Of what the provider or the browser sent, only OAuth's codes. */
function reasonOf(thrown: unknown) {
  const message = thrown instanceof Error ? thrown.message : 'unknown'
  const isOfProvider =
    thrown instanceof oauth.AuthorizationResponseError || thrown instanceof oauth.ResponseBodyError
  return isOfProvider && /^[a-z_]{1,60}$/.test(thrown.error) ? { message, error: thrown.error } : { message }
}

/**
 * Signs a person in to the pages: authorization code with PKCE, state and nonce (RFC 9700). The access token only tells
 * who it is; it is not kept.
 */
export function createBrowserSignIn(options: {
  provider: IdentityProvider
  /** The API's own verifier, so that pages and API know a user by the same id. */
  verify: Verify
  sealer: CookieSealer
  baseUrl: string
  scopes: readonly string[]
  client: PagesClient | undefined
  log: Logger
}) {
  const { provider, verify, sealer, baseUrl, scopes, client: configured, log } = options
  const redirectUri = callbackOf(baseUrl)
  const flowCookie = sealer('sign-in', FLOW_SECONDS, flow)
  let registered: Promise<string> | undefined

  async function register(server: oauth.AuthorizationServer) {
    const metadata = pagesClient(baseUrl)
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, provider.request)
    return (await oauth.processDynamicClientRegistrationResponse(response)).client_id
  }

  async function clientIdAt(server: oauth.AuthorizationServer) {
    if (configured !== undefined) return configured.id
    if (server['client_id_metadata_document_supported'] === true && baseUrl.startsWith('https:')) {
      return `${baseUrl}${CLIENT_METADATA}`
    }
    registered ??= register(server).catch((error: unknown) => {
      // The provider may answer next time.
      registered = undefined
      log.warn(reasonOf(error), 'the pages cannot register at the identity provider; set WEB_CLIENT_ID')
      throw error
    })
    return registered
  }

  async function askProvider() {
    const { server } = await provider.metadata()
    const location = new URL(server.authorization_endpoint ?? '')
    if (!isSecureUrl(location)) throw new Error('authorization_endpoint is not https')
    return { location, clientId: await clientIdAt(server) }
  }

  async function exchange(url: URL, { clientId, state, nonce, verifier }: z.output<typeof flow>) {
    const { server } = await fromProvider(provider.metadata())
    const client: oauth.Client = { client_id: clientId }
    const secret = configured?.secret
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret),
      oauth.validateAuthResponse(server, client, url, state),
      redirectUri,
      verifier,
      { ...provider.request, additionalParameters: { resource: baseUrl } },
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    await jwtVerify(tokens.id_token ?? '', provider.keys, { issuer: server.issuer, audience: clientId })
    return (await fromProvider(verify(tokens.access_token))).caller.userId
  }

  return {
    async start(back: string) {
      const { location, clientId } = await fromProvider(askProvider())
      const state = oauth.generateRandomState()
      const nonce = oauth.generateRandomNonce()
      const verifier = oauth.generateRandomCodeVerifier()
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: ['openid', ...scopes].join(' '),
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        resource: baseUrl,
      }
      for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
      const cookie = await flowCookie.seal({ clientId, state, nonce, verifier, back })
      return { location: location.href, cookie }
    },

    /** The user who came back, and the page to show. Throws `TokenRejected` if the sign-in failed. */
    async finish(url: URL, cookieHeader: string | null) {
      function failed(error: unknown): never {
        log.warn(reasonOf(error), 'a sign-in to the pages failed')
        if (error instanceof TokenRejected || error instanceof AppError) throw error
        throw new TokenRejected('the sign-in did not succeed', 'unauthorized', error)
      }
      const begun = await flowCookie.open(cookieIn(cookieHeader ?? '', flowCookie.name) ?? '')
      if (begun === undefined) return failed(new TokenRejected('no sign-in was begun in this browser'))
      return { userId: await fromProvider(exchange(url, begun).catch(failed)), back: begun.back }
    },
  }
}
