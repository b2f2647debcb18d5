/** Every error code that a caller can see and its HTTP status (D9). The only such table. */
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

export interface ErrorDetails {
  /** What a model should do next; shown on MCP only, because the REST error object is closed. */
  readonly hint?: string
  /** Whole seconds (D2). */
  readonly retryAfter?: number
  /** Response headers that belong to the failure, such as `Allow` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * A failure that the caller may see. `message` is static or names the caller's own argument;
 * it never carries SQL, a stack, a path or another party's text (D9). Handlers throw it and
 * never catch; each surface renders it.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.hint = details.hint
    this.retryAfter = details.retryAfter
    this.headers = details.headers ?? {}
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** The kill switch (§7), the same on every surface. */
export function apiDisabled(): AppError {
  return new AppError('api_disabled', 'The agent API is disabled on this deployment.')
}

/** The one answer to an unknown id, another person's item and a wrong resource (D10). */
export function notFound(hint?: string): AppError {
  return new AppError('not_found', 'No such item.', hint === undefined ? {} : { hint })
}

/** What a caller sees of an unexpected failure: nothing but that it happened (D9). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal_error', 'Something went wrong on our side.', {
    hint: 'Try again later. Before you repeat a create, list first.',
    cause: error,
  })
}
