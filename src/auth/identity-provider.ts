import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Logger } from '../kit/log.ts'
import { isLoopbackHost } from '../kit/network.ts'
import { authUnavailable } from './failures.ts'
import { lastGood } from './last-good.ts'

const HOUR = 3_600_000
const STALE_MS = 24 * HOUR
const BACKOFF_MS = 5_000
const TIMEOUT_MS = 5_000
const MAX_DOCUMENT_BYTES = 262_144

export interface ServerMetadata {
  readonly server: oauth.AuthorizationServer
  /** The provider's document as it sent it (D31). */
  readonly text: string
}

/** The external identity provider: its metadata and signing keys, both remembered over outages (D29). */
export interface IdentityProvider {
  /** Throws `auth_unavailable` when it cannot be asked and nothing is remembered. */
  metadata(): Promise<ServerMetadata>
  /** The key set for `jwtVerify`. Throws like `metadata`. */
  keys(): Promise<JWTVerifyGetKey>
  /** The issuer as the provider spells it once it was asked, as configured before. */
  issuer(): string
}

async function fetchDocument(url: string | URL): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status !== 200) throw new Error(`the identity provider answered ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_DOCUMENT_BYTES) throw new Error('the document of the identity provider is too large')
  return text
}

const jsonResponse = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })

function requireSecure(value: string | undefined, name: string): URL {
  if (value === undefined) throw new Error(`the identity provider names no ${name}`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) throw new Error(`${name} is not https`)
  return url
}

/** RFC 8414 first, OpenID Connect discovery second; the first document of this very issuer wins. */
async function discover(issuer: URL): Promise<ServerMetadata> {
  let failure: unknown
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    try {
      let text = ''
      const response = await oauth.discoveryRequest(issuer, {
        algorithm,
        [oauth.allowInsecureRequests]: isLoopbackHost(issuer.hostname),
        [oauth.customFetch]: async (url) => {
          text = await fetchDocument(url)
          return jsonResponse(text)
        },
      })
      return { server: await oauth.processDiscoveryResponse(issuer, response), text }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const isPublicKey = (key: { kty?: unknown } | null) => typeof key?.kty === 'string' && key.kty !== 'oct'

/** A usable key set: at least one key, each with a type, none symmetric. */
function checkKeys(text: string): string {
  const { keys }: { keys?: unknown } = JSON.parse(text)
  const usable = Array.isArray(keys) && keys.length > 0 && keys.every(isPublicKey)
  if (!usable) throw new Error('the key set of the identity provider is not usable')
  return text
}

/**
 * Nothing is asked until the first token arrives, so that start-up never waits for the provider.
 *
 * @param issuer as configured, character by character.
 */
export function createIdentityProvider(
  issuer: string,
  { log, now = Date.now }: { readonly log: Logger; readonly now?: () => number },
): IdentityProvider {
  const remember = { staleMs: STALE_MS, backoffMs: BACKOFF_MS, now }
  const reporting =
    <Value>(what: string, load: () => Promise<Value>) =>
    () =>
      load().catch((error: unknown) => {
        log.warn({ err: error, what }, 'the identity provider did not answer as it should')
        throw error
      })

  let spelling = issuer
  const metadata = lastGood(
    reporting('metadata', async () => {
      const found = await discover(new URL(issuer))
      spelling = found.server.issuer
      return found
    }),
    { ...remember, freshMs: HOUR },
  )

  let keySet: { readonly uri: string; readonly keys: JWTVerifyGetKey } | undefined
  const keysAt = (uri: URL): JWTVerifyGetKey => {
    if (keySet?.uri === uri.href) return keySet.keys
    // Never fresh here: jose decides when to ask again, this remembers the answer over an outage.
    const document = lastGood(
      reporting('keys', async () => checkKeys(await fetchDocument(uri))),
      { ...remember, freshMs: 0 },
    )
    const keys = createRemoteJWKSet(uri, {
      cacheMaxAge: 300_000,
      cooldownDuration: 1_000,
      timeoutDuration: TIMEOUT_MS + 1_000,
      [customFetch]: async () => {
        try {
          return jsonResponse(await document())
        } catch (error) {
          throw authUnavailable(error)
        }
      },
    })
    keySet = { uri: uri.href, keys }
    return keys
  }

  return {
    issuer: () => spelling,
    async metadata() {
      try {
        return await metadata()
      } catch (error) {
        throw authUnavailable(error)
      }
    },
    async keys() {
      const { server } = await this.metadata()
      try {
        return keysAt(requireSecure(server.jwks_uri, 'jwks_uri'))
      } catch (error) {
        throw authUnavailable(error)
      }
    },
  }
}
