import type { Logger } from '../core/logger.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import { createChallenges, type Scopes } from './challenge.ts'
import { createGate } from './gate.ts'
import { createIdentityProvider } from './identity-provider.ts'
import { createIntrospectionVerifier } from './introspection.ts'
import { createJwtVerifier } from './jwt.ts'
import { createCookieSealer } from './sealed-cookies.ts'
import { createPageSessions, createProviderSessions, type SessionOptions } from './session.ts'
import { createBrowserSignIn } from './sign-in.ts'
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
  readonly session:
    | (Omit<SessionOptions, 'provider' | 'now'> & { readonly issuer: string | undefined })
    | undefined
  /** The pages' client at the provider; `undefined` to register one. */
  readonly webClient: { readonly id: string; readonly secret: string | undefined } | undefined
  readonly allowedOrigins: readonly string[]
}

export type Auth = ReturnType<typeof createAuth>

/** The gates of all surfaces, and the sign-in of the pages. */
export function createAuth(
  settings: AuthSettings,
  parts: {
    readonly limits: RateLimits
    readonly secrets: readonly string[]
    /** Of the protected-resource metadata (D27). */
    readonly metadataUrls: { readonly rest: string; readonly mcp: string }
    readonly log: Logger
    readonly now: () => number
    /** Ends every request to an identity provider, because the server stops. */
    readonly stopping: AbortSignal
  },
) {
  const { limits, secrets, metadataUrls, log, now, stopping } = parts
  const { baseUrl, enabled, oauth, session } = settings
  const { audiences, profile, clientId = '', clientSecret = '', scopes } = oauth
  const provider = createIdentityProvider(oauth.issuer, { log, stopping })
  const asksProvider = profile === 'introspection'
  const verify = asksProvider
    ? createIntrospectionVerifier({ provider, audiences, clientId, clientSecret, now })
    : createJwtVerifier({ provider, audiences, profile, now })

  const sessionProvider =
    session?.issuer === undefined ? provider : createIdentityProvider(session.issuer, { log, stopping })
  const providerSessions = session
    ? [createProviderSessions({ ...session, provider: sessionProvider, now })]
    : []
  const sealer = createCookieSealer({ secrets, isSecure: baseUrl.startsWith('https:'), now })
  const pageSessions = createPageSessions(sealer, now)

  const challenges = createChallenges(metadataUrls.rest, scopes)
  const mcpChallenges = createChallenges(metadataUrls.mcp, scopes)
  const allowedOrigins = new Set(settings.allowedOrigins)
  const shared = { enabled, scopes, limits, tokens: createTokenMemory(verify, now), asksProvider }
  return {
    provider,
    rest: createGate({ ...shared, challenges, sessions: providerSessions, allowedOrigins }),
    mcp: createGate({ ...shared, challenges: mcpChallenges }),
    mcpChallenges,
    /** Pages also accept sessions that began here. */
    pages: {
      gate: createGate({
        ...shared,
        challenges,
        sessions: [pageSessions.find, ...providerSessions],
        allowedOrigins,
      }),
      sessions: pageSessions,
      signIn: createBrowserSignIn({
        provider,
        verify,
        sealer,
        baseUrl,
        // The pages create nothing.
        scopes: scopes.read,
        client: settings.webClient,
        log,
      }),
    },
  }
}
