import { STATUS_CODES } from 'node:http'
import { parse } from 'yaml'
import * as z from 'zod'
import { everyScope, type Scopes } from '../auth/index.ts'
import { API_PREFIX, API_VERSION } from '../core/contract.ts'
import type { JsonSchema } from '../core/schema.ts'
import { capitalized } from '../core/text.ts'
import type { Operation, Tool } from '../core/tool.ts'
import { MOST_BODY_BYTES } from '../http/body.ts'
import { type RestOperation, restOperations } from './operations.ts'
import { filledText } from './texts.ts'

interface OpenApiOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  readonly scopes: Scopes
}

type Json = { readonly [member: string]: unknown }

/** What the code adds to `texts/openapi.yaml`, or reads from it. */
const skeleton = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({}),
  components: z.looseObject({
    responses: z.record(
      z.string(),
      z.object({ description: z.string(), headers: z.looseObject({}).default({}) }),
    ),
    schemas: z.looseObject({}),
  }),
})

/** `listAssets` → `ListAssetsAnswer` */
const schemaName = ({ operations: [own] }: Tool): string => `${capitalized(own?.operationId ?? '')}Answer`

/**
 * Descriptions are written for models and name tools. This names operations instead, except in `x-mcp-tool`.
 */
function inWordsOfRest(tools: readonly Tool[], document: Json): unknown {
  const names = new Map(tools.map(({ name, operations: [own] }) => [name, own?.operationId ?? name]))
  return JSON.parse(JSON.stringify(document), (member, value: unknown) =>
    typeof value === 'string' && member !== 'x-mcp-tool'
      ? value.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => names.get(name) ?? name)
      : value,
  )
}

const TEXT_ALPHABET = '^[^\\u0000]*$'
const CURSOR_ALPHABET = '^[\\w.-]*$'

/**
 * Adds the characters that a text may have (D8). `tools/list` leaves this out, because models never send NUL
 * and only copy cursors. A cursor is ASCII, so that 4,096 characters fit into an HTTP request line.
 */
function withAlphabet(name: string, schema: JsonSchema): Json {
  if (schema.type !== 'string' || schema.enum !== undefined) return schema
  return { ...schema, pattern: name === 'cursor' ? CURSOR_ALPHABET : TEXT_ALPHABET }
}

function parametersOf({ inputSchema }: Tool, { path, fixed }: Operation): Json[] {
  const names = Object.keys(inputSchema.properties).filter((name) => !(name in fixed))
  return names.map((name) => {
    const { description = '', ...schema } = inputSchema.properties[name] ?? {}
    const inPath = path.includes(`{${name}}`)
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || (inputSchema.required?.includes(name) ?? false),
      description,
      schema: withAlphabet(name, schema),
    }
  })
}

function requestBodyOf({ inputSchema }: Tool): Json {
  const fields = Object.entries(inputSchema.properties)
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, withAlphabet(name, field)]))
  return {
    required: true,
    description: `JSON in UTF-8, at most ${MOST_BODY_BYTES} bytes.`,
    content: { 'application/json': { schema: { ...inputSchema, properties } } },
  }
}

const EVERY_ANSWER = Object.fromEntries(
  ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
)

const answer = (description: string, schema: string, headers: Json = {}): Json => ({
  description,
  headers: { ...EVERY_ANSWER, ...headers },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

/** The closed envelope (§1). */
const successSchema = (data: JsonSchema): Json => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
  additionalProperties: false,
})

/** By status, each with a reference to its description. The one of 429 is called `TooManyRequests`. */
function failuresOf({ tool, operation }: RestOperation, { read, create }: Scopes): Json {
  const isPrivate = tool.auth === 'user'
  const isCreate = operation.method === 'POST'
  const needsScope = isPrivate && (isCreate ? create : read).length > 0
  const isPossible = {
    400: true,
    401: isPrivate,
    403: isCreate || needsScope,
    404: operation.path.includes('{'),
    413: isCreate,
    415: isCreate,
    429: true,
    500: true,
    503: true,
  }
  const possible = Object.entries(isPossible).flatMap(([status, is]) => (is ? status : []))
  return Object.fromEntries(
    possible.map((status) => [
      status,
      { $ref: `#/components/responses/${STATUS_CODES[status]?.replace(/\W/g, '')}` },
    ]),
  )
}

function describe({ tool, operation }: RestOperation, scopes: Scopes): Json {
  const { operationId, method, status, fixed } = operation
  const needed = method === 'POST' ? everyScope(scopes) : scopes.read
  const narrowed = Object.entries(fixed).map(([name, value]) => `${name} = ${value}`)
  return {
    operationId,
    tags: [tool.auth === 'public' ? 'Catalog' : 'Account'],
    summary: [tool.title, ...narrowed].join(': '),
    description: tool.description,
    ...(tool.isRestOnly ? {} : { 'x-mcp-tool': tool.name }),
    security: tool.auth === 'public' ? [] : [{ bearerAuth: needed }],
    ...(method === 'POST'
      ? {
          parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
          requestBody: requestBodyOf(tool),
        }
      : { parameters: parametersOf(tool, operation) }),
    responses: {
      [status]: answer(status === 201 ? 'Created.' : 'OK.', schemaName(tool)),
      ...failuresOf({ tool, operation }, scopes),
    },
  }
}

/** What all operations share is in `texts/openapi.yaml`. */
export function openApiDocument({ tools, baseUrl, scopes }: OpenApiOptions): unknown {
  const text = filledText('openapi.yaml', { baseUrl, version: API_VERSION })
  const { openapi, info, components, ...rest } = skeleton.parse(parse(text))
  const paths: Record<string, Json> = {}
  for (const each of restOperations(tools)) {
    const path = `${API_PREFIX}${each.operation.path}`
    paths[path] = { ...paths[path], [each.operation.method.toLowerCase()]: describe(each, scopes) }
  }
  const failures = Object.entries(components.responses).map(([name, { description, headers }]) => [
    name,
    answer(description, 'Failure', headers),
  ])
  const answers = tools.map((tool) => [schemaName(tool), successSchema(tool.outputSchema)])
  return inWordsOfRest(tools, {
    openapi,
    info: { ...info, description: filledText('openapi.md') },
    ...rest,
    paths,
    components: {
      ...components,
      responses: Object.fromEntries(failures),
      schemas: { ...Object.fromEntries(answers), ...components.schemas },
    },
  })
}
