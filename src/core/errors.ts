/** D9 */
export const ERROR_STATUS = {
  invalid_argument: 400,
  invalid_json: 400,
  invalid_cursor: 400,
  invalid_request: 400,
  unauthorized: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  api_disabled: 503,
  catalog_unavailable: 503,
  auth_unavailable: 503,
  accounts_unavailable: 503,
  overloaded: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

interface ErrorDetails {
  /** Replaces the status of the code, for what the HTTP parser refuses. */
  status?: number
  /** What to do next, on MCP only: the REST error object is closed. */
  hint?: string | undefined
  /** Whole seconds (D2). */
  retryAfter?: number
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A failure that the caller may see. `message` is static or names the caller's own argument, never SQL, a stack, a path
 * or another party's text (D9).
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly hint: string | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? ERROR_STATUS[code]
    this.hint = details.hint
    this.retryAfter = details.retryAfter
    this.headers = details.headers ?? {}
  }
}

/** §7 */
export const apiDisabled = () => new AppError('api_disabled', 'The agent API is disabled on this deployment.')

/** The one answer to an unknown id, another person's item and a wrong resource (D10). */
export const notFound = (hint?: string) => new AppError('not_found', 'No such item.', { hint })

/** §7: the catalog cannot be read, or is empty. */
export const catalogUnavailable = (cause?: unknown) =>
  new AppError('catalog_unavailable', 'The catalog is unavailable at the moment.', {
    retryAfter: 60,
    hint: 'Tell the user that the catalog is unavailable, and try again later.',
    cause,
  })

/** @param isCreate whether something may have been created all the same. */
export function accountsUnavailable(cause: unknown, isCreate = false): AppError {
  const more = isCreate ? ' What you asked for may have been created: list first.' : ''
  return new AppError('accounts_unavailable', `Saved items cannot be reached at the moment.${more}`, {
    retryAfter: 5,
    hint: 'Searches go on. Try again in a few seconds; before you repeat a create, list first.',
    cause,
  })
}

export const overloaded = () =>
  new AppError('overloaded', 'The server is busy at the moment.', {
    retryAfter: 2,
    hint: 'Wait a few seconds, then try again.',
  })

/** Hides the details of an unexpected failure from the caller (D9). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal_error', 'Something went wrong on our side.', {
    hint: 'Try again later. Before you repeat a create, list first.',
    cause: error,
  })
}
