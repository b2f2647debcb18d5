import { STATUS_CODES } from 'node:http'
import type { Scopes } from '../auth/index.ts'
import { ERROR_STATUS, type ErrorCode } from '../core/errors.ts'
import type { Operation, Tool } from '../core/tool.ts'

/** What each code means. A new code does not compile without an entry here. */
const FAILURES: Readonly<Record<ErrorCode, string>> = {
  invalid_argument: 'A parameter or body member is outside its bounds',
  invalid_json: 'The body is not JSON in UTF-8',
  invalid_cursor: 'The cursor does not belong to these filters',
  invalid_request: 'More than one credential, or a request that is not valid HTTP',
  unauthorized: 'No credentials',
  invalid_token: 'The token is invalid or expired, or was made for another audience',
  insufficient_scope: 'The token lacks a scope',
  origin_not_allowed: 'A write with a session cookie, from a page that is not allowed',
  not_found: "The item does not exist or is not the caller's",
  method_not_allowed: 'The path has other methods; the Allow header names them',
  payload_too_large: 'The body is too large',
  unsupported_media_type: 'The body is not announced as JSON',
  rate_limited: 'Too many requests; wait retryAfter seconds',
  internal_error: 'A defect on our side; quote X-Request-Id when you report it',
  api_disabled: 'Switched off on this deployment',
  catalog_unavailable: 'The catalog cannot be read now',
  auth_unavailable: 'The identity provider cannot be reached, so no token can be checked',
  accounts_unavailable: 'What people saved cannot be reached now; searches go on',
  overloaded: 'The server is busy; wait retryAfter seconds',
}

/** The codes that one operation can answer with (§7, D9). */
export function failuresOf(
  { auth, inputSchema }: Tool,
  { method, path }: Operation,
  scopes: Scopes,
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
    insufficient_scope: bearer && (writes ? scopes.create : scopes.read).length > 0,
    origin_not_allowed: bearer && writes,
    not_found: path.includes('{'),
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

const EVERY_ANSWER = Object.fromEntries(
  ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'].map((name) => [name, ref('headers', name)]),
)

/** An answer in JSON of a schema that the document names. */
export function response(description: string, schema: string, headers: Json = {}): Json {
  return {
    description,
    headers: { ...EVERY_ANSWER, ...headers },
    content: { 'application/json': { schema: ref('schemas', schema) } },
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

/** The shared descriptions: one for each status, with what each of its codes means. */
export function failureResponses(codes: ReadonlySet<ErrorCode>): Json {
  const statuses = new Set([...codes].map((code) => ERROR_STATUS[code]))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = errorCodes().filter((code) => codes.has(code) && ERROR_STATUS[code] === status)
      const meanings = own.map((code) => `\`${code}\`: ${FAILURES[code]}.`).join('\n')
      return [nameOf(status), response(meanings, 'Failure', OF_STATUS[status])]
    }),
  )
}
