import { STATUS_CODES } from 'node:http'
import type { Scopes } from '../auth/index.ts'
import { ERROR_STATUS, type ErrorCode } from '../core/errors.ts'
import type { RestOperation } from './operations.ts'

type Possible = (of: RestOperation, scopes: Scopes) => boolean

const always = () => true
const ofWrites: Possible = ({ operation }) => operation.method === 'POST'
const ofPrivate: Possible = ({ tool }) => tool.auth === 'user'
const ofPublic: Possible = ({ tool }) => tool.auth === 'public'
const lacksScope: Possible = ({ operation, tool }, { create, read }) =>
  tool.auth === 'user' && (operation.method === 'POST' ? create : read).length > 0

/** What each code means, and which operations can answer with it (§7, D9). */
const FAILURES: Readonly<Record<ErrorCode, readonly [meaning: string, possible: Possible]>> = {
  invalid_argument: ['A parameter or body member is outside its bounds', always],
  invalid_json: ['The body is not JSON in UTF-8', ofWrites],
  invalid_cursor: [
    'The cursor does not belong to these filters',
    ({ tool }) => 'cursor' in tool.inputSchema.properties,
  ],
  invalid_request: ['More than one credential, or a request that is not valid HTTP', ofPrivate],
  unauthorized: ['No credentials', ofPrivate],
  invalid_token: ['The token is invalid or expired, or was made for another audience', ofPrivate],
  insufficient_scope: ['The token lacks a scope', lacksScope],
  origin_not_allowed: ['A write with a session cookie, from a page that is not allowed', ofWrites],
  not_found: [
    "The item does not exist or is not the caller's",
    ({ operation }) => operation.path.includes('{'),
  ],
  // Only other methods of the path get this error.
  method_not_allowed: ['The path has other methods; the Allow header names them', () => false],
  payload_too_large: ['The body is too large', ofWrites],
  unsupported_media_type: ['The body is not announced as JSON', ofWrites],
  rate_limited: ['Too many requests; wait retryAfter seconds', always],
  internal_error: ['A defect on our side; quote X-Request-Id when you report it', always],
  api_disabled: ['Switched off on this deployment', always],
  catalog_unavailable: ['The catalog cannot be read now', ofPublic],
  auth_unavailable: ['The identity provider cannot be reached, so no token can be checked', ofPrivate],
  accounts_unavailable: ['What people saved cannot be reached now; searches go on', ofPrivate],
  overloaded: ['The server is busy; wait retryAfter seconds', always],
}

const CODES = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS)

export const failuresOf = (of: RestOperation, scopes: Scopes): ErrorCode[] =>
  CODES.filter((code) => FAILURES[code][1](of, scopes))

export type Json = { readonly [member: string]: unknown }

export const ref = (kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})

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

const SECONDS = { type: 'integer', minimum: 1 }
const RETRY_AFTER = { description: 'Seconds to wait; equals retryAfter.', schema: SECONDS }

const OF_STATUS: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': ref('headers', 'WWW-Authenticate') },
  429: { 'Retry-After': { ...RETRY_AFTER, required: true } },
  503: { 'Retry-After': RETRY_AFTER },
}

const closed = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** The closed envelope around `data` (§1). */
export const successSchema = (data: Json): Json => closed({ success: { const: true }, data })

const ERROR = {
  code: { type: 'string', enum: CODES },
  message: { type: 'string', description: 'For people; the wording may change.' },
  retryAfter: { ...SECONDS, description: 'Seconds to wait.' },
}
export const FAILURE_SCHEMA: Json = closed({
  success: { const: false },
  error: closed(ERROR, ['code', 'message']),
})

const EVERY_ANSWER = Object.fromEntries(
  ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'].map((name) => [name, ref('headers', name)]),
)

export const response = (description: string, schema: string, headers: Json = {}): Json => ({
  description,
  headers: { ...EVERY_ANSWER, ...headers },
  content: { 'application/json': { schema: ref('schemas', schema) } },
})

/** 429 is `TooManyRequests`. */
const nameOf = (status: number) => (STATUS_CODES[status] ?? '').replace(/\W/g, '')

/** By status, each with a reference to its shared description. */
export function failureReferences(codes: readonly ErrorCode[]): Json {
  const statuses = codes.map((code) => ERROR_STATUS[code])
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', nameOf(status))]))
}

/** The shared descriptions: one for each status, with what each of its codes means. */
export function failureResponses(codes: readonly ErrorCode[]): Json {
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]))
  const described = Array.from(statuses, (status) => {
    const own = CODES.filter((code) => codes.includes(code) && ERROR_STATUS[code] === status)
    const meanings = own.map((code) => `\`${code}\`: ${FAILURES[code][0]}.`).join('\n')
    return [nameOf(status), response(meanings, 'Failure', OF_STATUS[status])]
  })
  return Object.fromEntries(described)
}
