import { ERROR_STATUS, type ErrorCode } from '../kit/errors.ts'
import type { Operation, Tool } from '../kit/tool.ts'

interface FailureExample {
  readonly summary: string
  readonly message: string
  readonly retryAfter?: number
}

/** What each code means, and an example of its message. A new code does not compile without one. */
export const FAILURES: Readonly<Record<ErrorCode, FailureExample>> = {
  invalid_argument: {
    summary: 'A parameter or body member is outside its bounds',
    message: 'limit must be a whole number from 1 to 25.',
  },
  invalid_json: { summary: 'The body is not JSON in UTF-8', message: 'The body is not valid JSON.' },
  invalid_cursor: {
    summary: 'The cursor does not belong to these filters',
    message: 'The cursor does not belong to this list. Start again without a cursor.',
  },
  invalid_request: {
    summary: 'More than one credential, or a broken request',
    message: 'More than one Authorization credential.',
  },
  unauthorized: { summary: 'No credentials', message: 'Sign in to use this operation.' },
  invalid_token: {
    summary: 'The token is invalid or expired, or was made for another audience',
    message: 'The access token is invalid or has expired.',
  },
  insufficient_scope: {
    summary: 'The token lacks a scope',
    message: 'The access token lacks a required scope.',
  },
  origin_not_allowed: {
    summary: 'A write with a session cookie from a foreign page',
    message: 'Requests from that Origin are not allowed.',
  },
  not_found: {
    summary: 'Unknown, or not of this caller: both look the same',
    message: 'No such item.',
  },
  method_not_allowed: {
    summary: 'Another method than those of the Allow header',
    message: 'Use one of: GET, HEAD, OPTIONS.',
  },
  payload_too_large: { summary: 'The body is too large', message: 'The body is over 65536 bytes.' },
  unsupported_media_type: {
    summary: 'The body is not announced as JSON',
    message: 'Send the body as application/json in UTF-8, not compressed.',
  },
  rate_limited: {
    summary: 'Wait retryAfter seconds',
    message: 'Too many requests.',
    retryAfter: 42,
  },
  internal_error: {
    summary: 'A defect of ours; quote X-Request-Id when you report it',
    message: 'Something went wrong on our side.',
  },
  api_disabled: {
    summary: 'Switched off on this deployment',
    message: 'The agent API is disabled on this deployment.',
  },
  catalog_unavailable: {
    summary: 'The catalog cannot be read now',
    message: 'The catalog is unavailable at the moment.',
  },
  auth_unavailable: {
    summary: 'The identity provider cannot be reached, so no token can be checked',
    message: 'The identity provider cannot be reached at the moment.',
    retryAfter: 5,
  },
  accounts_unavailable: {
    summary: 'What people saved cannot be reached now; searches go on',
    message: 'Saved items cannot be reached at the moment.',
    retryAfter: 5,
  },
  overloaded: {
    summary: 'The server is busy; anonymous requests are refused first',
    message: 'The server is busy at the moment.',
    retryAfter: 2,
  },
}

/** What of the configuration decides which failures there are. */
export interface FailureOptions {
  readonly scopes: readonly string[]
  readonly sessions: boolean
}

/** The codes that one operation can answer with (§7, D9). */
export function failuresOf(
  { auth, inputSchema }: Tool,
  { method, path }: Operation,
  { scopes, sessions }: FailureOptions,
): ErrorCode[] {
  const bearer = auth === 'bearer'
  const writes = method === 'POST'
  const possible: Readonly<Record<ErrorCode, boolean>> = {
    invalid_argument: true,
    invalid_json: writes,
    invalid_cursor: 'cursor' in inputSchema.properties,
    invalid_request: bearer || writes,
    unauthorized: bearer,
    invalid_token: bearer,
    insufficient_scope: bearer && scopes.length > 0,
    origin_not_allowed: bearer && writes && sessions,
    not_found: path.includes('{id}'),
    // Of other methods than the one described.
    method_not_allowed: false,
    payload_too_large: writes,
    unsupported_media_type: writes,
    rate_limited: true,
    internal_error: true,
    api_disabled: true,
    catalog_unavailable: !bearer,
    auth_unavailable: bearer,
    accounts_unavailable: bearer,
    overloaded: true,
  }
  return errorCodes().filter((code) => possible[code])
}

export function errorCodes(): ErrorCode[] {
  return Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS)
}
