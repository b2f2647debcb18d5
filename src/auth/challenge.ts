import { AppError, type ErrorCode } from '../core/errors.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'

/** The token is not accepted. `message` is a constant, because it goes into `error_description`. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected'
}

const RETRY_AFTER_SECONDS = 5
/** The longest time that a request waits for the identity provider, in milliseconds. */
const PATIENCE_MS = 1_800

/** The identity provider cannot be asked, and none of its earlier answers is still valid (D29). */
export function authUnavailable(cause: unknown): AppError {
  return new AppError('auth_unavailable', 'The identity provider cannot be reached at the moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    hint: 'Try again in a few seconds. Signing in again does not help.',
    cause,
  })
}

/** What the provider's answer leads to. Throws `auth_unavailable` after 1.8 seconds. */
export async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await withTimeout(PATIENCE_MS, answer)
  } catch (error) {
    throw error instanceof TimedOut ? authUnavailable(error) : error
  }
}

/** The scopes that a token needs, for reading what is private and for creating (D42). Often they are the same. */
export interface Scopes {
  readonly read: readonly string[]
  readonly create: readonly string[]
}

/** The scopes of a token that may do everything. */
export const everyScope = ({ read, create }: Scopes) => [...new Set([...read, ...create])]

/** What a request is about. A create asks for its scopes, and keeps those for reading (step-up, D42). */
interface About {
  readonly creates: boolean
}

const READS: About = { creates: false }
const SIGN_IN = 'Sign in to use this operation.'
const SIGN_IN_HINT = 'Sign in: follow resource_metadata in WWW-Authenticate to the authorization server.'

export type Challenges = ReturnType<typeof createChallenges>

/**
 * The 401s, the 403 and the 400 of one surface. Each points at the metadata of that surface (§5.7, D27, D28).
 *
 * @param metadataUrl absolute URL of the protected-resource metadata, from configuration.
 * @param scopes what a token needs; named in every challenge when set.
 */
export function createChallenges(metadataUrl: string, scopes: Scopes) {
  // All values are constants or come from the configuration. Nothing of the request is repeated.
  function header({ creates }: About, ...parameters: string[][]): string {
    const needed = creates ? everyScope(scopes) : scopes.read
    const scope = needed.length > 0 ? [['scope', needed.join(' ')]] : []
    const all = [...parameters, ...scope, ['resource_metadata', metadataUrl]]
    return `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}`
  }
  const failure = (code: ErrorCode, message: string, challenge: string) =>
    new AppError(code, message, { hint: SIGN_IN_HINT, headers: { 'www-authenticate': challenge } })
  const described = (error: string, description: string, about = READS) =>
    header(about, ['error', error], ['error_description', description])
  const named = (
    code: 'invalid_token' | 'invalid_request' | 'insufficient_scope',
    text: string,
    about = READS,
  ) => failure(code, `${text}.`, described(code, text, about))

  return {
    /** No usable credentials came: a challenge without `error=`. */
    missing: (about = READS, message = SIGN_IN) => failure('unauthorized', message, header(about)),
    /** The same for clients that get it in a tool result. They look for `error` and its description (D33). */
    missingInResult: (about: About) =>
      failure('unauthorized', SIGN_IN, described('invalid_token', SIGN_IN, about)),
    invalidToken: (description: string) => named('invalid_token', description),
    /** More than one credential. */
    invalidRequest: (description: string) => named('invalid_request', description),
    insufficientScope: (about: About) =>
      named('insufficient_scope', 'The access token lacks a required scope', about),
  }
}
