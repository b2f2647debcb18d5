import { AppError } from '../kit/errors.ts'

/** A token that proves nothing. `message` is static: it goes into `error_description`. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected'
}

/** The token was good once. */
export const tokenExpired = () => new TokenRejected('The access token expired')

export const MORE_THAN_ONE_CREDENTIAL = 'More than one Authorization credential'

/** A session cookie that proves nothing; answered like no credentials at all. */
export class SessionRejected extends Error {
  override readonly name = 'SessionRejected'
}

const RETRY_AFTER_SECONDS = 5

/** How long a request waits for the identity provider at most, in milliseconds. */
const PATIENCE_MS = 1_800

/** What the provider answers, or `auth_unavailable` after 1.8 seconds: nobody waits longer for a provider that hangs. */
export function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(authUnavailable(new Error('no answer in time'))), PATIENCE_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The identity provider cannot be asked, and nothing it said before still holds (D29). */
export function authUnavailable(cause: unknown): AppError {
  return new AppError('auth_unavailable', 'The identity provider cannot be reached at the moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    hint: 'Try again in a few seconds. Signing in again does not help.',
    cause,
  })
}
