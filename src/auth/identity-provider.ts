import { createRemoteJWKSet, customFetch } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import type { KeyState } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import { isLoopbackHost, isSecureUrl } from '../core/links.ts'
import { createWatch, type Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'
import { TokenRejected } from './token-memory.ts'

const TIMEOUT_MS = 5_000
/** What arrives later serves the next caller. */
const CALLER_WAITS_MS = 1_800
const RETRY_AFTER_SECONDS = 5
const MOST_BYTES = 262_144
/** Characters of a URL in the log. The provider may have written it. */
const MOST_URL_CHARACTERS = 300
/** How long a value that cannot be renewed is used (D29). */
const STALE_MS = 24 * 3_600_000
const BACKOFF_MS = 5_000
const METADATA_FRESH_MS = 3_600_000
/** How long keys are used without asking again. A withdrawn key is refused within six minutes. */
const KEYS_FRESH_MS = 300_000
/** How long a caller waits for newer keys, if there are older ones. */
const KEYS_GRACE_MS = 1_000
/** The least time between two requests that unknown keys in tokens cause. */
const COOLDOWN_MS = 1_000

/** Counts decompressed bytes, so that a small body cannot grow without bound. */
async function readBounded(response: Response) {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MOST_BYTES) throw new Error('the answer of the identity provider is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Throws `auth_unavailable` when the provider fails or a caller has waited long enough (D29). */
export async function fromProvider<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await withTimeout(CALLER_WAITS_MS, answer)
  } catch (cause) {
    if (cause instanceof TokenRejected || cause instanceof AppError) throw cause
    throw new AppError('auth_unavailable', 'The identity provider cannot be reached at the moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
      hint: 'Try again in a few seconds. Signing in again does not help.',
      cause,
    })
  }
}

export const providerWatch = (what: string, log: Logger) =>
  createWatch(
    log,
    { what },
    'the identity provider did not answer as it should',
    'the identity provider answers again',
  )

/** A value that outlives outages (D29.1). One load runs at a time. What arrives after the grace serves the next request. */
function lastGood<Value>(what: string, log: Logger, load: () => Promise<Value>) {
  const watched = providerWatch(what, log)
  let good: { value: Value; at: number } | undefined
  let failure: { error: unknown; at: number } | undefined
  let loading: { value: Promise<Value>; at: number } | undefined
  const ageOf = ({ at }: { at: number }) => performance.now() - at

  async function loadOnce() {
    try {
      const value = await watched(load())
      good = { value, at: performance.now() }
      failure = undefined
      return value
    } catch (error) {
      failure = { error, at: performance.now() }
      throw error
    } finally {
      loading = undefined
    }
  }

  const usable = () => (good !== undefined && ageOf(good) < STALE_MS ? good : undefined)

  return {
    /**
     * A value younger than `freshMs` is not renewed. Callers wait for a newer one until `graceMs` after it was asked for,
     * then the older one serves. Rejects as `load` did if there is none.
     */
    async get(freshMs: number, graceMs: number): Promise<Value> {
      const current = usable()
      if (current !== undefined && ageOf(current) < freshMs) return current.value
      if (failure !== undefined && ageOf(failure) < BACKOFF_MS) {
        if (current === undefined) throw failure.error
        return current.value
      }
      loading ??= { value: loadOnce(), at: performance.now() }
      if (current === undefined) return loading.value
      return withTimeout(graceMs - ageOf(loading), loading.value).catch(() => current.value)
    },
    freshness(): KeyState {
      if (failure === undefined) return good === undefined ? 'unasked' : 'fresh'
      return usable() === undefined ? 'missing' : 'stale'
    },
  }
}

const ofOtherIssuer = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string().max(500) }) }),
})

/** Names the issuer that the document has. The library's message does not. */
function explained(error: unknown) {
  const { data } = ofOtherIssuer.safeParse(error)
  if (data === undefined) return error
  const { issuer } = data.cause.body
  return new Error(`OAUTH_ISSUER is not the issuer that its document names, ${issuer}`, { cause: error })
}

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string().refine((type) => type !== 'oct') })).min(1),
})

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

/** Metadata and signing keys. `stopping` ends every request. */
export function createIdentityProvider(
  issuer: string,
  { log, stopping }: { log: Logger; stopping: AbortSignal },
) {
  const url = new URL(issuer)

  /** For all requests to the provider. Refuses redirects. An error names the URL. */
  async function fetchFromProvider(address: string | URL, init: object): Promise<Response> {
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])
      const response = await fetch(address, { ...init, redirect: 'error', signal })
      const { status, headers } = response
      return new Response(await readBounded(response), { status, headers })
    } catch (error) {
      throw new Error(`${String(address).slice(0, MOST_URL_CHARACTERS)} cannot be used`, { cause: error })
    }
  }

  /** Plain http is for loopback only. */
  const request = {
    [oauth.customFetch]: fetchFromProvider,
    [oauth.allowInsecureRequests]: isLoopbackHost(url.hostname),
  }
  let spelling = issuer

  async function ask(algorithm: 'oauth2' | 'oidc') {
    const response = await oauth.discoveryRequest(url, { ...request, algorithm })
    const text = await response.clone().text()
    const server = await oauth.processDiscoveryResponse(url, response)
    spelling = server.issuer
    return { server, text }
  }
  /** RFC 8414 first, OpenID Connect discovery second. The first document that names this issuer wins. */
  const discover = () =>
    ask('oauth2').catch((error: unknown) =>
      ask('oidc').catch(() => {
        throw explained(error)
      }),
    )
  const found = lastGood('metadata', log, discover)
  const metadata = () => found.get(METADATA_FRESH_MS, 0)

  /** Throws if there is no key, or a symmetric one. */
  async function loadKeys() {
    const { server } = await metadata()
    const uri = new URL(server.jwks_uri ?? '')
    if (!isSecureUrl(uri)) throw new Error('jwks_uri is not https')
    const response = await fetchFromProvider(uri, { headers: { accept: 'application/json' } })
    if (response.status !== 200) {
      throw new Error(`${uri.href} cannot be used`, { cause: new Error(`its status is ${response.status}`) })
    }
    const text = await response.text()
    if (!keySet.safeParse(JSON.parse(text)).success) throw new Error('the key set is not usable')
    return text
  }
  const keyText = lastGood('keys', log, loadKeys)

  return {
    request,
    /** Parsed, and as sent (D31). Rejects if nothing usable is remembered. */
    metadata,
    /** As the provider spells it, once it was asked; until then as configured. */
    issuer: () => spelling,
    /** For `jwtVerify`. jose decides when to ask again; if that fails, the last good keys serve. */
    keys: createRemoteJWKSet(url, {
      cacheMaxAge: KEYS_FRESH_MS,
      cooldownDuration: COOLDOWN_MS,
      // Not from `url`: the metadata say where the keys are.
      [customFetch]: async () => new Response(await keyText.get(0, KEYS_GRACE_MS)),
    }),
    /** Of the keys, or of the metadata until keys are needed. */
    freshness: () => (keyText.freshness() === 'unasked' ? found : keyText).freshness(),
  }
}
