import { STATUS_CODES } from 'node:http'
import { parse } from 'yaml'
import * as z from 'zod'
import { everyScope, type Scopes } from '../auth/index.ts'
import { API_PREFIX, API_VERSION } from '../core/contract.ts'
import type { JsonSchema } from '../core/schema.ts'
import { capitalized } from '../core/text.ts'
import type { Operation, Tool } from '../core/tool.ts'
import { MOST_BODY_BYTES } from '../http/body.ts'
import { filledText } from './texts.ts'

type Json = { readonly [member: string]: unknown }

/** What the code adds to, in `texts/openapi.yaml`. */
const skeleton = z.looseObject({
  components: z.looseObject({
    responses: z.record(z.string(), z.looseObject({ headers: z.looseObject({}).optional() })),
    schemas: z.looseObject({}),
  }),
})

/** `listAssets` → `ListAssetsAnswer` */
const schemaName = ({ operations: [own] }: Tool) => `${capitalized(own?.operationId ?? '')}Answer`

/** Descriptions name tools. This names operations instead, except in `x-mcp-tool`. */
function inWordsOfRest(tools: readonly Tool[], document: Json): unknown {
  const names = new Map(tools.map(({ name, operations: [own] }) => [name, own?.operationId ?? name]))
  return JSON.parse(JSON.stringify(document), (member, value: unknown) =>
    typeof value === 'string' && member !== 'x-mcp-tool'
      ? value.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => names.get(name) ?? name)
      : value,
  )
}

/**
 * Adds the characters that a text may have (D8). `tools/list` leaves this out, because models never send NUL
 * and only copy cursors. A cursor is ASCII, so that 4,096 characters fit into an HTTP request line.
 */
function fieldsOf({ inputSchema }: Tool): ReadonlyArray<readonly [name: string, schema: JsonSchema]> {
  return Object.entries(inputSchema.properties).map(([name, schema]) => {
    const isText = schema.type === 'string' && schema.enum === undefined
    const pattern = name === 'cursor' ? '^[\\w.-]*$' : '^[^\\u0000]*$'
    return [name, isText ? { ...schema, pattern } : schema]
  })
}

function parametersOf(tool: Tool, { path, fixed }: Operation): Json[] {
  const asked = fieldsOf(tool).filter(([name]) => !(name in fixed))
  return asked.map(([name, { description, ...schema }]) => {
    const inPath = path.includes(`{${name}}`)
    const required = inPath || (tool.inputSchema.required?.includes(name) ?? false)
    return { name, in: inPath ? 'path' : 'query', required, description, schema }
  })
}

const reference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const EVERY_ANSWER = Object.fromEntries(
  ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'].map((name) => [name, reference('headers', name)]),
)

const answer = (schema: string, { headers, ...own }: Json & { headers?: Json | undefined }): Json => ({
  ...own,
  headers: { ...EVERY_ANSWER, ...headers },
  content: { 'application/json': { schema: reference('schemas', schema) } },
})

/** The closed envelope (§1). */
const successSchema = (data: JsonSchema): Json => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
  additionalProperties: false,
})

/** By status, as references. The one of 429 is called `TooManyRequests`. */
function failuresOf({ auth }: Tool, { method, path }: Operation, { read, create }: Scopes): Json {
  const isPrivate = auth === 'user'
  const isCreate = method === 'POST'
  const needsScope = isPrivate && (isCreate ? create : read).length > 0
  const possible = [
    ...[400, 429, 500, 503],
    ...(isPrivate ? [401] : []),
    ...(isCreate || needsScope ? [403] : []),
    ...(isCreate ? [413, 415] : []),
    ...(path.includes('{') ? [404] : []),
  ]
  const named = possible.map((status) => [status, `${STATUS_CODES[status]}`.replace(/\W/g, '')] as const)
  return Object.fromEntries(named.map(([status, name]) => [status, reference('responses', name)]))
}

function describe(tool: Tool, operation: Operation, scopes: Scopes): Json {
  const { operationId, method, status, fixed } = operation
  const isCreate = method === 'POST'
  const isPublic = tool.auth === 'public'
  const narrowed = Object.entries(fixed).map(([name, value]) => `${name} = ${value}`)
  const body = { ...tool.inputSchema, properties: Object.fromEntries(fieldsOf(tool)) }
  const sent = isCreate
    ? {
        parameters: [reference('parameters', 'IdempotencyKey')],
        requestBody: {
          required: true,
          description: `JSON in UTF-8, at most ${MOST_BODY_BYTES} bytes.`,
          content: { 'application/json': { schema: body } },
        },
      }
    : { parameters: parametersOf(tool, operation) }
  return {
    operationId,
    tags: [isPublic ? 'Catalog' : 'Account'],
    summary: [tool.title, ...narrowed].join(': '),
    description: tool.description,
    'x-mcp-tool': tool.isRestOnly ? undefined : tool.name,
    security: isPublic ? [] : [{ bearerAuth: isCreate ? everyScope(scopes) : scopes.read }],
    ...sent,
    responses: {
      [status]: answer(schemaName(tool), { description: isCreate ? 'Created.' : 'OK.' }),
      ...failuresOf(tool, operation, scopes),
    },
  }
}

export function openApiDocument(tools: readonly Tool[], baseUrl: string, scopes: Scopes): unknown {
  // JSON is YAML too.
  const description = JSON.stringify(filledText('openapi.md'))
  const text = filledText('openapi.yaml', { baseUrl, version: API_VERSION, description })
  const { components, ...rest } = skeleton.parse(parse(text))
  const paths: Record<string, Json> = {}
  for (const tool of tools)
    for (const operation of tool.operations) {
      const path = `${API_PREFIX}${operation.path}`
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(tool, operation, scopes) }
    }
  const failures = Object.entries(components.responses).map(([name, own]) => [name, answer('Failure', own)])
  const answers = tools.map((tool) => [schemaName(tool), successSchema(tool.outputSchema)])
  return inWordsOfRest(tools, {
    ...rest,
    paths,
    components: {
      ...components,
      responses: Object.fromEntries(failures),
      schemas: { ...Object.fromEntries(answers), ...components.schemas },
    },
  })
}
