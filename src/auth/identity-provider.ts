import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import type { Logger } from '../core/log.ts'
import { isLoopbackHost } from '../core/network.ts'
import { createClockCheck } from './clock-check.ts'
import { fetchDocument } from './document.ts'
import { authUnavailable, inTime } from './failures.ts'
import { type Freshness, type LastGood, lastGood } from './last-good.ts'

const HOUR = 3_600_000
const STALE_MS = 24 * HOUR
const BACKOFF_MS = 5_000
/** How long keys are used without asking again, so that a withdrawn key is refused within six minutes. */
const KEYS_FRESH_MS = 300_000
/** How long a request waits for newer keys when the known ones are older than that. */
const KEYS_GRACE_MS = 200
/** How often tokens with unknown keys may make the server ask again. */
const COOLDOWN_MS = 1_000

export interface ServerMetadata {
  readonly server: oauth.AuthorizationServer
  /** The provider's document as it sent it (D31). */
  readonly text: string
}

/** The external identity provider: its metadata and signing keys, both remembered over outages (D29). */
export interface IdentityProvider {
  /** Throws `auth_unavailable` if the provider cannot be asked and nothing is remembered. */
  metadata(): Promise<ServerMetadata>
  /** The key set for `jwtVerify`. Throws like `metadata`. */
  keys(): Promise<JWTVerifyGetKey>
  /** The state of the keys; of the metadata while no keys were needed. */
  freshness(): Freshness
  /** The issuer as the provider spells it; as it is configured, until the provider was asked. */
  issuer(): string
}

const jsonResponse = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })

function requireSecure(value: string | undefined, name: string): URL {
  if (value === undefined) throw new Error(`the identity provider names no ${name}`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) throw new Error(`${name} is not https`)
  return url
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

type FetchText = (url: string | URL) => Promise<string>

/** RFC 8414 first, OpenID Connect discovery second. The first document that names this issuer wins. */
async function discover(issuer: URL, fetchText: FetchText): Promise<ServerMetadata> {
  let failure: unknown
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    try {
      let text = ''
      const response = await oauth.discoveryRequest(issuer, {
        algorithm,
        [oauth.allowInsecureRequests]: isLoopbackHost(issuer.hostname),
        [oauth.customFetch]: async (url) => {
          text = await fetchText(url)
          return jsonResponse(text)
        },
      })
      return { server: await oauth.processDiscoveryResponse(issuer, response), text }
    } catch (error) {
      failure = otherIssuer(error) ?? failure ?? error
    }
  }
  throw failure
}

const isPublicKey = (key: { kty?: unknown } | null) => typeof key?.kty === 'string' && key.kty !== 'oct'

/** A usable key set: at least one key, each with a type, none symmetric. */
function parseKeys(text: string): JSONWebKeySet {
  const set: JSONWebKeySet = JSON.parse(text)
  const usable = Array.isArray(set.keys) && set.keys.length > 0 && set.keys.every(isPublicKey)
  if (!usable) throw new Error('the key set of the identity provider is not usable')
  return set
}

type LocalKeys = ReturnType<typeof createLocalJWKSet>

function rethrowUnavailable(error: unknown): never {
  throw authUnavailable(error)
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
  const checkClock = createClockCheck(log)
  const fetchText: FetchText = (url) => fetchDocument(url, checkClock)
  const remember = { staleMs: STALE_MS, backoffMs: BACKOFF_MS, clock }
  /** Says each failure, and the first success after failures. */
  const reporting = <Value>(what: string, load: () => Promise<Value>) => {
    let hasFailed = false
    return async () => {
      try {
        const value = await load()
        if (hasFailed) log.info({ what }, 'the identity provider answers again')
        hasFailed = false
        return value
      } catch (error) {
        hasFailed = true
        log.warn({ err: error, what }, 'the identity provider did not answer as it should')
        throw error
      }
    }
  }

  let spelling = issuer
  const metadata = lastGood(
    reporting('metadata', async () => {
      const found = await discover(new URL(issuer), fetchText)
      spelling = found.server.issuer
      return found
    }),
    { ...remember, freshMs: HOUR, graceMs: 0 },
  )

  let keySet: { readonly uri: string; readonly keys: LastGood<LocalKeys> } | undefined
  const keysAt = (uri: URL): LastGood<LocalKeys> => {
    if (keySet?.uri === uri.href) return keySet.keys
    const load = async () => createLocalJWKSet(parseKeys(await fetchText(uri)))
    const keys = lastGood(reporting('keys', load), {
      ...remember,
      freshMs: KEYS_FRESH_MS,
      graceMs: KEYS_GRACE_MS,
    })
    keySet = { uri: uri.href, keys }
    return keys
  }

  /** The key of a token. If it is not among the known keys, they are asked for again. */
  const keyFrom =
    (keys: LastGood<LocalKeys>): JWTVerifyGetKey =>
    async (header, token) => {
      const known = await keys.get().catch(rethrowUnavailable)
      try {
        return await known(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        const newer = await keys.renewed(COOLDOWN_MS).catch(rethrowUnavailable)
        return newer(header, token)
      }
    }

  const known = () => inTime(metadata.get().catch(rethrowUnavailable))

  return {
    issuer: () => spelling,
    metadata: known,
    async keys() {
      const { server } = await known()
      try {
        return keyFrom(keysAt(requireSecure(server.jwks_uri, 'jwks_uri')))
      } catch (error) {
        throw authUnavailable(error)
      }
    },
    freshness() {
      const keys = keySet?.keys.freshness()
      return keys === undefined || keys === 'unasked' ? metadata.freshness() : keys
    },
  }
}
