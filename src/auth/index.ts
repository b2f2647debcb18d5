import type { Logger } from '../core/logger.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import { createChallenges, type Scopes } from './challenge.ts'
import { createGate, tokenIn } from './gate.ts'
import { createIdentityProvider } from './identity-provider.ts'
import { createIntrospectionVerifier } from './introspection.ts'
import { createJwtVerifier } from './jwt.ts'
import { createCookieSealer } from './sealed-cookies.ts'
import {
  createPageSessions,
  createProviderSessions,
  type FindSession,
  type SessionOptions,
} from './session.ts'
import { createBrowserSignIn, type PagesClient } from './sign-in.ts'
import { createTokenMemory } from './token-memory.ts'

export { type Challenges, createChallenges, everyScope, type Scopes } from './challenge.ts'
export { createGate, type Demand, type Gate, hasScopes } from './gate.ts'
export type { IdentityProvider } from './identity-provider.ts'
export { isFromAllowedOrigin, originNotAllowed } from './session.ts'
export { ownPath, pagesClient } from './sign-in.ts'
export { TokenRejected } from './token-memory.ts'

interface AuthSettings {
  readonly baseUrl: string
  readonly enabled: boolean
  readonly oauth: {
    readonly issuer: string
    readonly audiences: readonly string[]
    readonly profile: 'rfc9068' | 'jwt' | 'introspection'
    readonly clientId: string | undefined
    readonly clientSecret: string | undefined
    readonly scopes: Scopes
  }
  /** `undefined` turns sessions of the provider off (D30). */
  readonly session: (Omit<SessionOptions, 'provider'> & { readonly issuer: string | undefined }) | undefined
  readonly webClient: PagesClient | undefined
  readonly allowedOrigins: readonly string[]
}

export type Auth = ReturnType<typeof createAuth>

/** The gates of all surfaces, and the sign-in of the pages. */
export function createAuth(
  settings: AuthSettings,
  parts: {
    readonly limits: RateLimits
    readonly secrets: readonly string[]
    /** D27 */
    readonly metadataUrls: { readonly rest: string; readonly mcp: string }
    readonly log: Logger
    readonly stopping: AbortSignal
  },
) {
  const { limits, secrets, metadataUrls, log, stopping } = parts
  const { baseUrl, enabled, oauth, session } = settings
  const { audiences, profile, clientId = '', clientSecret = '', scopes } = oauth
  const providerOf = (issuer: string) => createIdentityProvider(issuer, { log, stopping })
  const provider = providerOf(oauth.issuer)
  const asksProvider = profile === 'introspection'
  const verify = asksProvider
    ? createIntrospectionVerifier({ provider, audiences, clientId, clientSecret })
    : createJwtVerifier({ provider, audiences, profile })

  const sessions: FindSession[] = []
  if (session !== undefined) {
    const issuer = session.issuer === undefined ? provider : providerOf(session.issuer)
    sessions.push(createProviderSessions({ ...session, provider: issuer }))
  }
  const sealer = createCookieSealer(secrets, baseUrl.startsWith('https:'))
  const pageSessions = createPageSessions(sealer)

  const mcpChallenges = createChallenges(metadataUrls.mcp, scopes)
  const allowedOrigins = new Set(settings.allowedOrigins)
  const tokens = createTokenMemory(async (header) => verify(tokenIn(header)))
  const shared = { enabled, scopes, limits, tokens, asksProvider, allowedOrigins }
  const challenges = createChallenges(metadataUrls.rest, scopes)
  return {
    provider,
    rest: createGate({ ...shared, challenges, sessions }),
    mcp: createGate({ ...shared, challenges: mcpChallenges, sessions: [] }),
    mcpChallenges,
    pages: {
      // Pages also accept sessions that began here.
      gate: createGate({ ...shared, challenges, sessions: [pageSessions.find, ...sessions] }),
      sessions: pageSessions,
      // The pages create nothing.
      signIn: createBrowserSignIn({
        provider,
        verify,
        sealer,
        baseUrl,
        scopes: scopes.read,
        client: settings.webClient,
        log,
      }),
    },
  }
}
