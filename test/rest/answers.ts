import { expect } from 'vitest'
import * as z from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../../src/core/errors.ts'

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
  const known: Readonly<Record<string, number>> = ERROR_STATUS
  if (error.code === 'invalid_request') expect(PARSER_STATUS).toContain(status)
  else expect(known[error.code]).toBe(status)
  expect(headers.get('retry-after') ?? undefined).toBe(error.retryAfter?.toString())
  return error
}

export function expectFailure(answer: AnyAnswer, code: ErrorCode) {
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
