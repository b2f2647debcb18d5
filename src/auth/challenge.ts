import { AppError, type ErrorCode } from '../core/errors.ts'
import type { TokenRejected } from './token-memory.ts'

/** What a token needs to read what is private, and to create (D42). Often the same. */
export interface Scopes {
  readonly read: readonly string[]
  readonly create: readonly string[]
}

export const everyScope = ({ read, create }: Scopes) => [...new Set([...read, ...create])]

/** A create names the scopes for reading too, so that a new token keeps them (step-up, D42). */
interface About {
  readonly creates: boolean
}

const SIGN_IN = 'Sign in to use this operation'
const SIGN_IN_HINT = 'Sign in: follow resource_metadata in WWW-Authenticate to the authorization server.'

export type Challenges = ReturnType<typeof createChallenges>

/**
 * The 401s, the 403 and the 400 of one surface (§5.7, D27, D28). They name the scopes and the URL of the surface's
 * protected-resource metadata.
 */
export function createChallenges(metadataUrl: string, scopes: Scopes) {
  /** @param error repeats nothing of the request, because it goes into the header. */
  function challenge(
    code: ErrorCode,
    message: string,
    { creates }: About = { creates: false },
    error: Readonly<Record<string, string>> = {},
  ) {
    const scope = (creates ? everyScope(scopes) : scopes.read).join(' ')
    const parameters = { ...error, ...(scope === '' ? {} : { scope }), resource_metadata: metadataUrl }
    const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
    const headers = { 'www-authenticate': `Bearer ${listed.join(', ')}` }
    return new AppError(code, `${message}.`, { hint: SIGN_IN_HINT, headers })
  }

  return {
    /** Nobody is signed in: without `error=` (D28). */
    missing: (about?: About) => challenge('unauthorized', SIGN_IN, about),
    /** The same in a tool result. Clients look for `error` and its description there (D33). */
    missingInResult: (about: About) =>
      challenge('unauthorized', SIGN_IN, about, { error: 'invalid_token', error_description: `${SIGN_IN}.` }),
    /** Another scheme than Bearer counts as no credentials (D28). */
    rejected: ({ code, message }: TokenRejected) =>
      code === 'unauthorized'
        ? challenge(code, message)
        : challenge(code, message, undefined, { error: code, error_description: message }),
    insufficientScope(about: About) {
      const lacking = 'The access token lacks a required scope'
      const error = { error: 'insufficient_scope', error_description: lacking }
      return challenge('insufficient_scope', lacking, about, error)
    },
  }
}
