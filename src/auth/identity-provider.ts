import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { isLoopbackHost } from '../core/links.ts'
import type { Logger } from '../core/logger.ts'
import { authUnavailable, inTime } from './challenge.ts'
import { type Freshness, lastGood } from './last-good.ts'
import { fetchFromProvider, type ProviderFetch } from './provider-fetch.ts'

const METADATA_FRESH_MS = 3_600_000
/** How long keys are used without asking again, so that a withdrawn key is refused within six minutes. */
const KEYS_FRESH_MS = 300_000
/** How long a request waits for newer keys while there are older ones. */
const KEYS_GRACE_MS = 1_000
/** How often tokens with unknown keys may make the server ask again. */
const COOLDOWN_MS = 1_000

export interface ServerMetadata {
  readonly server: oauth.AuthorizationServer
  /** The provider's document as it sent it (D31). */
  readonly text: string
}

/** What oauth4webapi needs for a request to the provider. Plain http is for loopback only. */
interface ProviderRequests {
  readonly [oauth.customFetch]: ProviderFetch
  readonly [oauth.allowInsecureRequests]: boolean
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
async function discover(issuer: URL, request: ProviderRequests): Promise<ServerMetadata> {
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

/** A usable key set: at least one key, each with a type, none symmetric. */
async function fetchKeys(uri: URL): Promise<string> {
  const response = await fetchFromProvider(uri, { headers: { accept: 'application/json' } })
  if (response.status !== 200) {
    throw new Error(`${uri} cannot be used`, { cause: new Error(`its status is ${response.status}`) })
  }
  const text = await response.text()
  if (!keySet.safeParse(JSON.parse(text)).success) {
    throw new Error('the key set of the identity provider is not usable')
  }
  return text
}

function requireSecure(value: string | undefined, name: string): URL {
  if (value === undefined) throw new Error(`the identity provider names no ${name}`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) throw new Error(`${name} is not https`)
  return url
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

/**
 * The external identity provider: its metadata and signing keys, both remembered over outages (D29). It is not asked
 * before the first token arrives, so start-up never waits for it.
 *
 * @param issuer as configured, character by character.
 */
export function createIdentityProvider(
  issuer: string,
  { log, clock = () => performance.now() }: { readonly log: Logger; readonly clock?: () => number },
) {
  const request: ProviderRequests = {
    [oauth.customFetch]: fetchFromProvider,
    [oauth.allowInsecureRequests]: isLoopbackHost(new URL(issuer).hostname),
  }
  const remembered = lastGood(() => discover(new URL(issuer), request), {
    what: 'metadata',
    log,
    clock,
    freshMs: METADATA_FRESH_MS,
    graceMs: 0,
  })
  let spelling = issuer

  /** Throws `auth_unavailable` if the provider cannot be asked and nothing is remembered. */
  async function metadata(): Promise<ServerMetadata> {
    const found = await inTime(
      remembered.get().catch((error: unknown) => {
        throw authUnavailable(error)
      }),
    )
    spelling = found.server.issuer
    return found
  }

  type Keys = ReturnType<typeof keysAt>
  let keys: Keys | undefined
  /** jose decides when to ask again; the last good keys are there when asking fails. */
  function keysAt(uri: URL) {
    const load = () => fetchKeys(uri)
    const text = lastGood(load, { what: 'keys', log, clock, freshMs: 0, graceMs: KEYS_GRACE_MS })
    const find: JWTVerifyGetKey = createRemoteJWKSet(uri, {
      cacheMaxAge: KEYS_FRESH_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: async () => new Response(await text.get()),
    })
    return { uri: uri.href, find, freshness: text.freshness }
  }

  return {
    request,
    metadata,
    /** The issuer as the provider spells it; as it is configured, until the provider was asked. */
    issuer: () => spelling,
    /** The key set for `jwtVerify`. Throws like `metadata`. */
    async keys(): Promise<JWTVerifyGetKey> {
      const { server } = await metadata()
      try {
        const uri = requireSecure(server.jwks_uri, 'jwks_uri')
        if (keys?.uri !== uri.href) keys = keysAt(uri)
        return keys.find
      } catch (error) {
        throw authUnavailable(error)
      }
    },
    /** The state of the keys; of the metadata while no keys were needed. */
    freshness(): Freshness {
      const ofKeys = keys?.freshness() ?? 'unasked'
      return ofKeys === 'unasked' ? remembered.freshness() : ofKeys
    },
  }
}
