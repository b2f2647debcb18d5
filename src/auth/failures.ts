import { AppError } from '../core/errors.ts'

/** The token is not accepted. `message` is a constant, because it goes into `error_description`. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected'
}

/** The token was valid once. */
export const tokenExpired = () => new TokenRejected('The access token expired')

export const MORE_THAN_ONE_CREDENTIAL = 'More than one Authorization credential'

/** The session cookie is not accepted. It counts as no credentials. */
export class SessionRejected extends Error {
  override readonly name = 'SessionRejected'
}

const RETRY_AFTER_SECONDS = 5

/** The longest time that a request waits for the identity provider, in milliseconds. */
const PATIENCE_MS = 1_800

/** The provider's answer. Throws `auth_unavailable` after 1.8 seconds. */
export function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(authUnavailable(new Error('no answer in time'))), PATIENCE_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The identity provider cannot be asked, and none of its earlier answers is still valid (D29). */
export function authUnavailable(cause: unknown): AppError {
  return new AppError('auth_unavailable', 'The identity provider cannot be reached at the moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    hint: 'Try again in a few seconds. Signing in again does not help.',
    cause,
  })
}
