import { type AdmissionOptions, createAdmission } from './admission.ts'
import { createAuthenticator, type Sessions } from './authenticator.ts'
import { type BrowserSignInOptions, createBrowserSignIn } from './browser-sign-in.ts'
import type { Challenges } from './challenge.ts'
import { createCookieSealer, createWebSessions } from './web-session.ts'

export interface PageAccessOptions
  extends Pick<BrowserSignInOptions, 'provider' | 'verifier' | 'baseUrl' | 'scopes' | 'client' | 'log'> {
  readonly gate: Pick<AdmissionOptions, 'enabled' | 'requiredScopes' | 'limits' | 'recent'>
  readonly challenges: Challenges
  /** The secrets that encrypt cookies, newest first. */
  readonly secrets: readonly string[]
  /** Sessions of the identity provider, if they are turned on (D30). */
  readonly sessions: Sessions | undefined
  readonly allowedOrigins: readonly string[]
  readonly now: () => number
}

/**
 * Who may see which page: a person who signed in here, or who has a session of the identity provider (D30).
 */
export function createPageAccess(options: PageAccessOptions) {
  const { baseUrl, challenges, verifier, sessions, now } = options
  const sealer = createCookieSealer({ secrets: options.secrets, isSecure: baseUrl.startsWith('https:'), now })
  const own = createWebSessions(sealer)
  const authenticate = createAuthenticator({
    challenges,
    verifier,
    sessions: {
      read: async (cookie) => (await own.read(cookie)) ?? (await sessions?.read(cookie)),
      allowedOrigins: new Set(options.allowedOrigins),
    },
  })
  return {
    admission: createAdmission({ ...options.gate, challenges, authenticate }),
    sessions: own,
    signIn: createBrowserSignIn({ ...options, sealer, redirectUri: `${baseUrl}/sign-in/callback` }),
  }
}

export type PageAccess = ReturnType<typeof createPageAccess>
