import { AppError, type ErrorCode } from '../core/errors.ts'
import type { TokenRejected } from './token-memory.ts'

/** What a token needs to read what is private, and to create (D42). Often the same. */
export interface Scopes {
  readonly read: readonly string[]
  readonly create: readonly string[]
}

export const everyScope = ({ read, create }: Scopes) => [...new Set([...read, ...create])]

const SIGN_IN = 'Sign in to use this operation'
const SIGN_IN_HINT = 'Sign in: follow resource_metadata in WWW-Authenticate to the authorization server.'
const LACKING = 'The access token lacks a required scope'

/**
 * The 401s, the 403 and the 400 of one surface (§5.7, D27, D28). They name the URL of the surface's protected-resource
 * metadata and the scopes. A create names those for reading too, so that a new token keeps them (step-up, D42).
 */
export function createChallenges(metadataUrl: string, scopes: Scopes) {
  /** @param error repeats nothing of the request, because it goes into the header. */
  function challenge(
    code: ErrorCode,
    message: string,
    creates: boolean,
    error?: string,
    description = message,
  ) {
    const scope = (creates ? everyScope(scopes) : scopes.read).join(' ')
    const parameters = {
      ...(error === undefined ? {} : { error, error_description: description }),
      ...(scope === '' ? {} : { scope }),
      resource_metadata: metadataUrl,
    }
    const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
    const headers = { 'www-authenticate': `Bearer ${listed.join(', ')}` }
    return new AppError(code, `${message}.`, { hint: SIGN_IN_HINT, headers })
  }

  return {
    /** Nobody is signed in: without `error=` (D28). */
    missing: (creates = false) => challenge('unauthorized', SIGN_IN, creates),
    /** The same in a tool result. Clients look for `error` and its description there (D33). */
    missingInResult: (creates: boolean) =>
      challenge('unauthorized', SIGN_IN, creates, 'invalid_token', `${SIGN_IN}.`),
    /** Another scheme than Bearer counts as no credentials (D28). */
    rejected: ({ code, message }: TokenRejected) =>
      challenge(code, message, false, code === 'unauthorized' ? undefined : code),
    insufficientScope: (creates: boolean) =>
      challenge('insufficient_scope', LACKING, creates, 'insufficient_scope'),
  }
}
