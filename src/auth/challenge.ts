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

/** The 401s, the 403 and the 400 of one surface. Each points at the metadata of that surface (§5.7, D27, D28). */
export interface Challenges {
  /** No usable credentials came: a challenge without `error=`. */
  missing(message?: string): AppError
  /** The same for clients that get it in a tool result. They look for `error` and its description (D33). */
  missingInResult(): AppError
  invalidToken(description: string): AppError
  /** More than one credential. */
  invalidRequest(description: string): AppError
  insufficientScope(): AppError
}

const SIGN_IN = 'Sign in to use this operation.'
const SIGN_IN_HINT = 'Sign in: follow resource_metadata in WWW-Authenticate to the authorization server.'

/**
 * @param metadataUrl absolute URL of the protected-resource metadata, from configuration.
 * @param scopes what a token needs; named in every challenge when set.
 */
export function createChallenges(metadataUrl: string, scopes: readonly string[]): Challenges {
  const scope = scopes.length > 0 ? [['scope', scopes.join(' ')]] : []
  // All values are constants or come from the configuration. Nothing of the request is repeated.
  const header = (...parameters: string[][]) =>
    `Bearer ${[...parameters, ...scope, ['resource_metadata', metadataUrl]]
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`
  const failure = (code: ErrorCode, message: string, challenge: string) =>
    new AppError(code, message, { hint: SIGN_IN_HINT, headers: { 'www-authenticate': challenge } })
  const described = (
    error: 'invalid_token' | 'invalid_request' | 'insufficient_scope',
    description: string,
  ) => failure(error, `${description}.`, header(['error', error], ['error_description', description]))

  return {
    missing: (message = SIGN_IN) => failure('unauthorized', message, header()),
    missingInResult: () =>
      failure('unauthorized', SIGN_IN, header(['error', 'invalid_token'], ['error_description', SIGN_IN])),
    invalidToken: (description) => described('invalid_token', description),
    invalidRequest: (description) => described('invalid_request', description),
    insufficientScope: () => described('insufficient_scope', 'The access token lacks a required scope'),
  }
}
