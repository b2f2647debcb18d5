import type { Logger } from '../core/logger.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import { createGate, type Scopes } from './gate.ts'
import { createIdentityProvider } from './identity-provider.ts'
import {
  createCookieSealer,
  createPageSessions,
  createProviderSessions,
  type FindSession,
  type SessionSettings,
} from './session.ts'
import { createBrowserSignIn, type PagesClient } from './sign-in.ts'
import { createTokenMemory, MOST_INTROSPECTED } from './token-memory.ts'
import { createVerifier, type TokenSettings } from './token-profiles.ts'

export {
  type Demand,
  demandOfTool,
  everyScope,
  type Gate,
  hasScopes,
  type Scopes,
} from './gate.ts'
export { fromProvider, type IdentityProvider } from './identity-provider.ts'
export { isFromAllowedOrigin, originNotAllowed } from './session.ts'
export { ownPath, pagesClient } from './sign-in.ts'
export { TokenRejected } from './token-memory.ts'

interface AuthSettings {
  baseUrl: string
  enabled: boolean
  oauth: TokenSettings & { issuer: string; scopes: Scopes }
  /** `undefined` turns sessions of the provider off (D30). */
  session: (SessionSettings & { issuer: string | undefined }) | undefined
  webClient: PagesClient | undefined
  allowedOrigins: readonly string[]
}

export type Auth = ReturnType<typeof createAuth>

/** The gates of all surfaces, and the sign-in of the pages. */
export function createAuth(
  { baseUrl, enabled, oauth, session, webClient: client, allowedOrigins }: AuthSettings,
  parts: {
    limits: RateLimits
    secrets: readonly [string, ...string[]]
    /** D27 */
    metadataUrls: { rest: string; mcp: string }
    log: Logger
    stopping: AbortSignal
  },
) {
  const { limits, secrets, metadataUrls, log } = parts
  const { scopes } = oauth
  const provider = createIdentityProvider(oauth.issuer, parts)
  const introspects = oauth.profile === 'introspection'
  const verify = createVerifier(provider, oauth, log)

  const sessions: FindSession[] = []
  if (session !== undefined) {
    const own = session.issuer === undefined ? provider : createIdentityProvider(session.issuer, parts)
    sessions.push(createProviderSessions(own, session))
  }
  const sealer = createCookieSealer(secrets, baseUrl.startsWith('https:'))
  const pageSessions = createPageSessions(sealer)

  const tokens = createTokenMemory(verify, introspects ? MOST_INTROSPECTED : undefined)
  const needsProvider = () => introspects || provider.freshness() === 'missing'
  const shared = { enabled, scopes, limits, tokens, needsProvider, allowedOrigins: new Set(allowedOrigins) }
  const gate = (metadataUrl: string, sessions: readonly FindSession[]) =>
    createGate({ ...shared, metadataUrl, sessions })
  return {
    provider,
    rest: gate(metadataUrls.rest, sessions),
    mcp: gate(metadataUrls.mcp, []),
    pages: {
      // Pages also accept sessions that began here.
      gate: gate(metadataUrls.rest, [pageSessions.find, ...sessions]),
      sessions: pageSessions,
      // The pages create nothing.
      signIn: createBrowserSignIn({ provider, verify, sealer, baseUrl, scopes: scopes.read, client, log }),
    },
  }
}
