import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { isLoopbackHost } from '../core/links.ts'
import type { Logger } from '../core/logger.ts'
import { authUnavailable, inTime } from './challenge.ts'
import { type Freshness, lastGood } from './last-good.ts'
import { fetchFromProvider, type ProviderFetch } from './provider-fetch.ts'

export interface ServerMetadata {
  readonly server: oauth.AuthorizationServer
  /** The provider's document as it sent it (D31). */
  readonly text: string
}

/** The external identity provider: its metadata and signing keys, remembered together over outages (D29). */
export interface IdentityProvider {
  /** Throws `auth_unavailable` if the provider cannot be asked and nothing is remembered. */
  metadata(): Promise<ServerMetadata>
  /** The key set for `jwtVerify`. Throws like `metadata`. */
  keys(): Promise<JWTVerifyGetKey>
  /** The state of metadata and keys. */
  freshness(): Freshness
  /** The issuer as the provider spells it; as it is configured, until the provider was asked. */
  issuer(): string
  /** What oauth4webapi needs for a request to the provider. Plain http is for loopback only. */
  readonly request: {
    readonly [oauth.customFetch]: ProviderFetch
    readonly [oauth.allowInsecureRequests]: boolean
  }
}

const ofOtherIssuer = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string().max(500) }) }),
})

/** Names the issuer where it is not the expected one. The library's message does not. */
function otherIssuer(error: unknown): Error | undefined {
  const { data } = ofOtherIssuer.safeParse(error)
  if (data === undefined) return undefined
  return new Error(`OAUTH_ISSUER is not the issuer that its document names, ${data.cause.body.issuer}`, {
    cause: error,
  })
}

/** RFC 8414 first, OpenID Connect discovery second. The first document that names this issuer wins. */
async function discover(issuer: URL, request: IdentityProvider['request']): Promise<ServerMetadata> {
  let failure: unknown
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    try {
      const response = await oauth.discoveryRequest(issuer, { ...request, algorithm })
      const text = await response.clone().text()
      return { server: await oauth.processDiscoveryResponse(issuer, response), text }
    } catch (error) {
      failure = otherIssuer(error) ?? failure ?? error
    }
  }
  throw failure
}

const publicKey = z.looseObject({ kty: z.string().refine((type) => type !== 'oct') })
const keySet = z.looseObject({ keys: z.array(publicKey).min(1) })

/** The keys of a usable key set: at least one key, each with a type, none symmetric. */
async function fetchKeys({ jwks_uri }: oauth.AuthorizationServer): Promise<JWTVerifyGetKey> {
  if (jwks_uri === undefined) {
    // Opaque tokens need no keys.
    return () => Promise.reject(authUnavailable(new Error('the identity provider names no jwks_uri')))
  }
  const uri = new URL(jwks_uri)
  if (uri.protocol !== 'https:' && !isLoopbackHost(uri.hostname)) throw new Error('jwks_uri is not https')
  const response = await fetchFromProvider(uri, { headers: { accept: 'application/json' } })
  if (response.status !== 200) {
    throw new Error(`${uri} cannot be used`, { cause: new Error(`its status is ${response.status}`) })
  }
  const keys: JSONWebKeySet = JSON.parse(await response.text())
  if (!keySet.safeParse(keys).success) {
    throw new Error('the key set of the identity provider is not usable')
  }
  return createLocalJWKSet(keys)
}

/**
 * The provider is not asked before the first token arrives, so start-up never waits for it.
 *
 * @param issuer as configured, character by character.
 */
export function createIdentityProvider(
  issuer: string,
  { log, clock = () => performance.now() }: { readonly log: Logger; readonly clock?: () => number },
): IdentityProvider {
  const request = {
    [oauth.customFetch]: fetchFromProvider,
    [oauth.allowInsecureRequests]: isLoopbackHost(new URL(issuer).hostname),
  }
  let spelling = issuer
  const remembered = lastGood(
    async () => {
      const { server, text } = await discover(new URL(issuer), request)
      const findKey = await fetchKeys(server)
      spelling = server.issuer
      return { server, text, findKey }
    },
    { log, clock },
  )

  const known = () =>
    inTime(
      remembered.get().catch((error: unknown) => {
        throw authUnavailable(error)
      }),
    )

  return {
    request,
    issuer: () => spelling,
    metadata: known,
    async keys() {
      const { findKey } = await known()
      return async (header, token) => {
        try {
          return await findKey(header, token)
        } catch (error) {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
          const newer = await remembered.newer()
          return newer.findKey(header, token)
        }
      }
    },
    freshness: remembered.freshness,
  }
}
