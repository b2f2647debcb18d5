import { createRemoteJWKSet, customFetch } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { isLoopbackHost, isSecureUrl } from '../core/links.ts'
import type { Logger } from '../core/logger.ts'
import { lastGood } from './last-good.ts'
import { createProviderFetch } from './provider-fetch.ts'

const METADATA_FRESH_MS = 3_600_000
/** How long keys are used without asking again. A withdrawn key is refused within six minutes. */
const KEYS_FRESH_MS = 300_000
/** How long a caller waits for newer keys, if there are older ones. */
const KEYS_GRACE_MS = 1_000
/** The least time between two requests that unknown keys in tokens cause. */
const COOLDOWN_MS = 1_000

const ofOtherIssuer = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string().max(500) }) }),
})

/** Names the issuer that the document has. The library's message does not. */
function explained(error: unknown): unknown {
  const { data } = ofOtherIssuer.safeParse(error)
  if (data === undefined) return error
  const { issuer } = data.cause.body
  return new Error(`OAUTH_ISSUER is not the issuer that its document names, ${issuer}`, { cause: error })
}

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string().refine((type) => type !== 'oct') })).min(1),
})

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

/** Metadata and signing keys, remembered over outages (D29). `stopping` ends every request. */
export function createIdentityProvider(
  issuer: string,
  { log, stopping }: { readonly log: Logger; readonly stopping: AbortSignal },
) {
  const url = new URL(issuer)
  const fetchFromProvider = createProviderFetch(stopping)
  /** Plain http is for loopback only. */
  const request = {
    [oauth.customFetch]: fetchFromProvider,
    [oauth.allowInsecureRequests]: isLoopbackHost(url.hostname),
  }
  let spelling = issuer

  /** RFC 8414 first, OpenID Connect discovery second. The first document that names this issuer wins. */
  async function discover() {
    const failures: unknown[] = []
    for (const algorithm of ['oauth2', 'oidc'] as const) {
      try {
        const response = await oauth.discoveryRequest(url, { ...request, algorithm })
        const text = await response.clone().text()
        const server = await oauth.processDiscoveryResponse(url, response)
        spelling = server.issuer
        return { server, text }
      } catch (error) {
        failures.push(explained(error))
      }
    }
    throw failures[0]
  }
  const found = lastGood('metadata', log, discover)
  const metadata = () => found.get(METADATA_FRESH_MS, 0)

  /** Throws if there is no key, or a symmetric one. */
  async function loadKeys(): Promise<string> {
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
