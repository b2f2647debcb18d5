import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import {
  authUnavailable,
  createChallenges,
  MORE_THAN_ONE_CREDENTIAL,
  originNotAllowed,
  tokenExpired,
} from '../auth/index.ts'
import { invalidArgument } from '../core/arguments.ts'
import { invalidCursor } from '../core/cursor.ts'
import {
  type AppError,
  accountsUnavailable,
  apiDisabled,
  catalogUnavailable,
  ERROR_STATUS,
  type ErrorCode,
  notFound,
  overloaded,
  toAppError,
} from '../core/errors.ts'
import { inputSchema } from '../core/json-schema.ts'
import type { Operation, Tool } from '../core/tool.ts'
import { invalidJson, payloadTooLarge, unsupportedMediaType } from '../http/body.ts'
import { rateLimited } from '../http/rate-limit.ts'
import { failureBody } from '../http/reply.ts'
import { methodNotAllowed } from '../http/router.ts'

interface Failure {
  readonly summary: string
  /** Made by the function that makes the caller's error, so that the texts cannot differ. */
  readonly example: AppError
}

const challenges = createChallenges('', [])

function outOfBounds(): AppError {
  const input = z.object({ limit: z.int().min(1).max(25) })
  const raw = { limit: 26 }
  return invalidArgument(inputSchema(input), raw, input.safeParse(raw).error?.issues ?? [])
}

/** What each code means, with an example. A new code does not compile without an entry here. */
const FAILURES: Readonly<Record<ErrorCode, Failure>> = {
  invalid_argument: {
    summary: 'A parameter or body member is outside its bounds',
    example: outOfBounds(),
  },
  invalid_json: { summary: 'The body is not JSON in UTF-8', example: invalidJson() },
  invalid_cursor: { summary: 'The cursor does not belong to these filters', example: invalidCursor() },
  invalid_request: {
    summary: 'More than one credential, or a request that is not valid HTTP',
    example: challenges.invalidRequest(MORE_THAN_ONE_CREDENTIAL),
  },
  unauthorized: { summary: 'No credentials', example: challenges.missing() },
  invalid_token: {
    summary: 'The token is invalid or expired, or was made for another audience',
    example: challenges.invalidToken(tokenExpired().message),
  },
  insufficient_scope: { summary: 'The token lacks a scope', example: challenges.insufficientScope() },
  origin_not_allowed: {
    summary: 'A write with a session cookie, from a page that is not allowed',
    example: originNotAllowed(),
  },
  not_found: { summary: "The item does not exist or is not the caller's", example: notFound() },
  method_not_allowed: {
    summary: 'The path has other methods; the Allow header names them',
    example: methodNotAllowed('GET, HEAD, OPTIONS'),
  },
  payload_too_large: { summary: 'The body is too large', example: payloadTooLarge({}) },
  unsupported_media_type: {
    summary: 'The body is not announced as JSON',
    example: unsupportedMediaType(),
  },
  rate_limited: { summary: 'Too many requests; wait retryAfter seconds', example: rateLimited(42) },
  internal_error: {
    summary: 'A defect on our side; quote X-Request-Id when you report it',
    example: toAppError(undefined),
  },
  api_disabled: { summary: 'Switched off on this deployment', example: apiDisabled() },
  catalog_unavailable: { summary: 'The catalog cannot be read now', example: catalogUnavailable() },
  auth_unavailable: {
    summary: 'The identity provider cannot be reached, so no token can be checked',
    example: authUnavailable(undefined),
  },
  accounts_unavailable: {
    summary: 'What people saved cannot be reached now; searches go on',
    example: accountsUnavailable(undefined),
  },
  overloaded: {
    summary: 'The server is busy; anonymous requests are refused first',
    example: overloaded(),
  },
}

/** The settings on which the possible failures depend. */
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
    // Only other methods of the path get this error.
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

function errorCodes(): ErrorCode[] {
  return Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS)
}

export type Json = { readonly [member: string]: unknown }

export const ref = (kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})

const RETRY_AFTER = {
  description: 'Seconds to wait; equals retryAfter.',
  schema: { type: 'integer', minimum: 1 },
}

export const HEADERS = {
  'X-Request-Id': {
    required: true,
    description: 'Names this request in our logs.',
    schema: { type: 'string', minLength: 8, maxLength: 64 },
  },
  RateLimit: {
    description: 'What is left of the limits that apply (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The limits that apply.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    required: true,
    description: 'A Bearer challenge whose resource_metadata leads to the authorization server.',
    schema: { type: 'string', pattern: 'resource_metadata="' },
  },
}

const EVERY_ANSWER = {
  'X-Request-Id': ref('headers', 'X-Request-Id'),
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimit-Policy'),
}

const OF_STATUS: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': ref('headers', 'WWW-Authenticate') },
  429: { 'Retry-After': { ...RETRY_AFTER, required: true } },
  503: { 'Retry-After': RETRY_AFTER },
}

/** The closed envelope around `data` (§1). */
export function successSchema(data: Json): Json {
  return {
    type: 'object',
    properties: { success: { const: true }, data },
    required: ['success', 'data'],
    additionalProperties: false,
  }
}

export const FAILURE_SCHEMA: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: errorCodes() },
        message: { type: 'string', description: 'For people; the wording may change.' },
        retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait.' },
      },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['success', 'error'],
  additionalProperties: false,
}

export function successResponse(description: string, schema: string, data: Json | undefined): Json {
  return {
    description,
    headers: EVERY_ANSWER,
    content: {
      'application/json': {
        schema: ref('schemas', schema),
        ...(data === undefined ? {} : { example: { success: true, data } }),
      },
    },
  }
}

/** `Too Many Requests` → `TooManyRequests` */
function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/\W/g, '')
}

/** The statuses of these failures. Each refers to its shared description. */
export function failureReferences(codes: readonly ErrorCode[]): Json {
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]))
  return Object.fromEntries([...statuses].map((status) => [status, ref('responses', nameOf(status))]))
}

/** The shared descriptions: one for each status, with an example of every code. */
export function failureResponses(codes: ReadonlySet<ErrorCode>): Json {
  const responses: Record<string, Json> = {}
  for (const status of new Set([...codes].map((code) => ERROR_STATUS[code]))) {
    const own = errorCodes().filter((code) => codes.has(code) && ERROR_STATUS[code] === status)
    const example = (code: ErrorCode) => {
      const { summary, example } = FAILURES[code]
      return { summary, value: failureBody(example) }
    }
    responses[nameOf(status)] = {
      description: own.map((code) => `\`${code}\`: ${FAILURES[code].summary}.`).join('\n'),
      headers: { ...EVERY_ANSWER, ...OF_STATUS[status] },
      content: {
        'application/json': {
          schema: ref('schemas', 'Failure'),
          examples: Object.fromEntries(own.map((code) => [code, example(code)])),
        },
      },
    }
  }
  return responses
}
