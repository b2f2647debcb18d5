import { STATUS_CODES } from 'node:http'
import { ERROR_STATUS, type ErrorCode } from '../core/errors.ts'
import { failureBody } from '../http/reply.ts'
import { errorCodes, FAILURES } from './failures.ts'

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
