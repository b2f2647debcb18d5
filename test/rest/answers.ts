import { expect } from 'vitest'
import * as z from 'zod'

/** The table of D9, written down again. */
const STATUS_OF = {
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

export type Code = keyof typeof STATUS_OF

/** Statuses of requests that are no HTTP, which D9 gives the code of a bad request. */
const PARSER_STATUS = [400, 408, 417, 431]

const LEAKS = /sqlite|\bselect\b|\bat \/|node_modules|\.ts:|stack|Error:/i

const failure = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    retryAfter: z.int().positive().optional(),
  }),
})

const success = z.strictObject({ success: z.literal(true), data: z.unknown() })

interface AnyAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null | undefined }
  readonly text: string
}

/** Checks that an answer is a failure envelope of the table that leaks nothing, and returns its error object. */
export function readFailure({ status, headers, text }: AnyAnswer) {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(text).not.toMatch(LEAKS)
  const { error } = failure.parse(JSON.parse(text))
  const known: Readonly<Record<string, number>> = STATUS_OF
  if (error.code === 'invalid_request') expect(PARSER_STATUS).toContain(status)
  else expect(known[error.code]).toBe(status)
  expect(headers.get('retry-after') ?? undefined).toBe(error.retryAfter?.toString())
  return error
}

export function expectFailure(answer: AnyAnswer, code: Code) {
  const error = readFailure(answer)
  expect(error.code).toBe(code)
  return error
}

/** Checks a success envelope whose data is of that closed shape, and returns the data. */
export function expectSuccess<Shape extends z.ZodType>(
  { status, headers, text }: AnyAnswer,
  shape: Shape,
  expectedStatus = 200,
): z.output<Shape> {
  expect(status, text).toBe(expectedStatus)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  return shape.parse(success.parse(JSON.parse(text)).data)
}
