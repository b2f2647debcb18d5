import { everyScope, type Scopes } from '../auth/index.ts'
import { API_PREFIX, API_VERSION, MOST_KEY_CHARACTERS } from '../core/contract.ts'
import type { JsonSchema } from '../core/schema.ts'
import { capitalized } from '../core/text.ts'
import type { Operation, Tool } from '../core/tool.ts'
import { MOST_BODY_BYTES } from '../http/body.ts'
import { restOperations } from './operations.ts'
import { PUBLISHED } from './published.ts'
import {
  FAILURE_SCHEMA,
  failureReferences,
  failureResponses,
  failuresOf,
  HEADERS,
  type Json,
  ref,
  response,
  successSchema,
} from './responses.ts'
import { filledText } from './texts.ts'

interface OpenApiOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  readonly scopes: Scopes
}

const TAGS = {
  public: { name: 'Catalog', description: 'The shared fabric catalog and supply guides; no account needed.' },
  user: { name: 'Account', description: "The caller's own projects and items; sign-in required." },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Reserved: without effect. It does not make a create replay-safe.',
  schema: { type: 'string', maxLength: MOST_KEY_CHARACTERS },
}

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

export function openApiDocument(options: OpenApiOptions): unknown {
  const { tools, baseUrl, scopes } = options
  const operations = restOperations(tools).map(({ tool, operation }) => ({
    tool,
    operation,
    failures: failuresOf({ tool, operation }, scopes),
  }))

  const paths: Record<string, Json> = {}
  for (const { tool, operation, failures } of operations) {
    const { operationId, method, status, fixed } = operation
    const path = `${API_PREFIX}${operation.path}`
    const needed = method === 'POST' ? everyScope(scopes) : scopes.read
    const narrowed = Object.entries(fixed).map(([name, value]) => `${name} = ${value}`)
    const described: Json = {
      operationId,
      tags: [TAGS[tool.auth].name],
      summary: [tool.title, ...narrowed].join(': '),
      description: tool.description,
      ...(tool.isRestOnly ? {} : { 'x-mcp-tool': tool.name }),
      security: tool.auth === 'public' ? [] : [{ bearerAuth: needed }],
      ...(method === 'POST'
        ? { parameters: [ref('parameters', 'IdempotencyKey')], requestBody: requestBodyOf(tool) }
        : { parameters: parametersOf(tool, operation) }),
      responses: {
        [status]: response(status === 201 ? 'Created.' : 'OK.', schemaName(tool)),
        ...failureReferences(failures),
      },
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  const answers = operations.map(({ tool }) => [schemaName(tool), successSchema(tool.outputSchema)])

  return inWordsOfRest(tools, {
    openapi: '3.1.1',
    info: {
      title: 'Selvage, the agent API of a quilting application',
      version: API_VERSION,
      summary: 'Fabric catalog, supply guides, and the projects and designs of a quilter, for agents.',
      description: filledText('openapi.md'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${baseUrl}${PUBLISHED.llms.path}`, description: 'Guide for agents' },
    servers: [{ url: baseUrl, description: 'This deployment' }],
    tags: Object.values(TAGS),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: `OAuth 2.1 access token of the provider that ${baseUrl}${PUBLISHED.restResource.path} names; how to get one: ${baseUrl}${PUBLISHED.auth.path}`,
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: failureResponses(operations.flatMap(({ failures }) => failures)),
      schemas: { ...Object.fromEntries(answers), Failure: FAILURE_SCHEMA },
    },
  })
}
