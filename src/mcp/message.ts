import { SUPPORTED_PROTOCOL_VERSIONS, specTypeSchemas } from '@modelcontextprotocol/server'
import { type Demand, demandOfTool } from '../auth/index.ts'
import { MCP_PROTOCOL_VERSIONS } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import type { Tool } from '../core/tool.ts'
import { PROMPTS } from './prompts.ts'
import type { McpRegistry } from './registry.ts'
import { itemAt } from './resources.ts'

type Members = Record<string, unknown>

export interface Message {
  readonly sent: Members
  readonly method: string
  readonly params: Members
  readonly tool: Tool | undefined
  /** The era of a plain call or list of tools, which the lane answers. The SDK reads all other messages. */
  readonly plain: 'legacy' | 'modern' | undefined
}

/** Also for a body that cannot be read. */
export const UNKNOWN_METHOD = 'unknown method'

/** The revision without sessions. A header and `_meta` name it. */
const [MODERN] = MCP_PROTOCOL_VERSIONS

/** Real messages have fewer than a hundred. For so many that are wrong the SDK takes 6 ms. */
const MOST_VALUES = 600
/** Clients count, or send a UUID. An answer repeats the id. */
const MOST_ID_CHARACTERS = 256

/** Of both protocol eras, beside `tools/call`. Clients may send others. */
const METHODS = new Set([
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'skills/list',
  'skills/get',
  'subscriptions/listen',
  'logging/setLevel',
])

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const membersOf = (value: unknown) => (isObject(value) ? value : {})

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const invalid = (message: string) => new AppError('invalid_request', message)

/** As the SDK reads it. */
const fits = (type: keyof typeof specTypeSchemas, value: unknown) =>
  specTypeSchemas[type]['~standard'].validate(value).issues === undefined

const META = 'io.modelcontextprotocol'

/** A client of 2025 must accept both types of answer, and name no unknown revision. */
function isLegacy(meta: Members, headers: Headers) {
  const accept = headers.get('accept') ?? ''
  const version = headers.get('mcp-protocol-version')
  return (
    meta[`${META}/protocolVersion`] === undefined &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  )
}

/** In 2026 `_meta` says who calls, and the headers must agree with the body. */
function isModern(meta: Members, headers: Headers, method: string, name: unknown) {
  const clientInfo = meta[`${META}/clientInfo`]
  return (
    meta[`${META}/protocolVersion`] === MODERN &&
    meta[`${META}/logLevel`] === undefined &&
    fits('ClientCapabilities', meta[`${META}/clientCapabilities`]) &&
    (clientInfo === undefined || fits('Implementation', clientInfo)) &&
    headers.get('mcp-method') === method &&
    (method === 'tools/list' || headers.get('mcp-name') === name)
  )
}

/** `undefined` if anything about the message needs the SDK. */
function plainEra(sent: Members, method: string, params: Members, headers: Headers) {
  if (method !== 'tools/call' && method !== 'tools/list') return undefined
  const type = method === 'tools/call' ? 'CallToolRequest' : 'ListToolsRequest'
  if (!fits('JSONRPCRequest', sent) || !fits(type, sent)) return undefined
  const meta = membersOf(params['_meta'])
  if (headers.get('mcp-protocol-version') !== MODERN) return isLegacy(meta, headers) ? 'legacy' : undefined
  return isModern(meta, headers, method, params['name']) ? 'modern' : undefined
}

function countValues(value: unknown) {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const inner of Object.values(value)) count += 1 + countValues(inner)
  return count
}

/** Throws `invalid_request` for a message that is larger than a real one. */
function checkSize(sent: Members) {
  if (textOf(sent['id']).length > MOST_ID_CHARACTERS)
    throw invalid(`The id has more than ${MOST_ID_CHARACTERS} characters.`)
  if (countValues(sent) > MOST_VALUES)
    throw invalid(`The message has more than ${MOST_VALUES} members and elements.`)
}

/** Throws `invalid_request` if a parsed body is no single message, or too large. */
export function readMessage(sent: unknown, headers: Headers, { tools }: McpRegistry): Message {
  if (!isObject(sent)) throw invalid('Send one message as a JSON object, not a batch.')
  const method = textOf(sent['method'])
  const params = membersOf(sent['params'])
  checkSize(sent)
  const tool = method === 'tools/call' ? tools.get(textOf(params['name'])) : undefined
  return { sent, method, params, tool, plain: plainEra(sent, method, params, headers) }
}

/** For logs and metrics: one of a fixed set, whatever a client sends. */
export function operationOf({ method, tool }: Message): string {
  if (method === 'tools/call') return tool?.name ?? 'unknown tool'
  return METHODS.has(method) ? method : UNKNOWN_METHOD
}

/** W3C Trace Context. */
export const traceparentOf = ({ params }: Message): string | undefined =>
  textOf(membersOf(params['_meta'])['traceparent']) || undefined

/** What clients send before their first call (D36). */
export const CHEAP: Demand = { auth: 'public', cost: 'cheap' }

export function demandOf({ method, params, tool }: Message, isSignedIn: boolean): Demand {
  const read = (isPrivate: boolean): Demand => ({ auth: isPrivate ? 'user' : 'public', cost: 'call' })
  switch (method) {
    case 'tools/call':
      return tool === undefined ? read(false) : demandOfTool(tool)
    case 'resources/read':
      return read(itemAt(textOf(params['uri'])) !== undefined)
    case 'prompts/get':
      return read(PROMPTS.get(textOf(params['name']))?.auth === 'user')
    case 'completion/complete':
      return read(false)
    case 'resources/list':
      // For a signed-in caller the list reads their items.
      return isSignedIn ? read(false) : CHEAP
    default:
      return CHEAP
  }
}
