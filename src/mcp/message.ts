import { SUPPORTED_PROTOCOL_VERSIONS, specTypeSchemas } from '@modelcontextprotocol/server'
import { type Demand, demandOfTool } from '../auth/index.ts'
import { MCP_PROTOCOL_VERSIONS } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import type { Tool } from '../core/tool.ts'
import { PROMPTS } from './prompts.ts'
import type { McpRegistry } from './registry.ts'
import { itemAt } from './resources.ts'

type Members = Readonly<Record<string, unknown>>

export interface Message {
  readonly sent: Members
  /** A call or a list of tools in its plain form, which the lane answers. The SDK reads all others. */
  readonly plain: Plain | undefined
  /** The name for logs and metrics, one of a fixed set, whatever a client sends. */
  readonly operation: string
  /** Also if the tool is unknown. */
  readonly isToolCall: boolean
  readonly tool: Tool | undefined
  /** W3C Trace Context. */
  readonly traceparent: string | undefined
  readonly demand: Demand
}

interface Plain {
  readonly method: 'tools/call' | 'tools/list'
  readonly id: string | number
  readonly isModern: boolean
  readonly given: Members | undefined
}

/** Also for a body that cannot be read. */
export const UNKNOWN_METHOD = 'unknown method'

/** The revision without sessions. A header and `_meta` name it. */
const [MODERN] = MCP_PROTOCOL_VERSIONS

/** Real messages have fewer than a hundred. The SDK writes about 240 bytes on each one that is wrong. */
const MOST_VALUES = 150
/** Arguments do not reach the SDK, so they may be more. */
const MOST_VALUES_OF_ARGUMENTS = 1_000
/** Clients count, or send a UUID. An answer repeats the id. */
const MOST_ID_CHARACTERS = 256

/** The methods of both protocol eras beside `tools/call`. Clients may send others. */
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

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const invalid = (message: string) => new AppError('invalid_request', message)

/** As the SDK reads it. */
const fits = (type: keyof typeof specTypeSchemas, value: unknown) =>
  specTypeSchemas[type]['~standard'].validate(value).issues === undefined

const META = 'io.modelcontextprotocol'

/** A client of 2025 must accept both types of answer, and name no unknown revision. */
function isLegacy(meta: Members, headers: Headers): boolean {
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
function isModern(meta: Members, headers: Headers, method: string, name: unknown): boolean {
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
function readPlain(sent: Members, method: string, params: Members, headers: Headers): Plain | undefined {
  const { id } = sent
  if (method !== 'tools/call' && method !== 'tools/list') return undefined
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  const type = method === 'tools/call' ? 'CallToolRequest' : 'ListToolsRequest'
  if (!fits('JSONRPCRequest', sent) || !fits(type, sent)) return undefined
  const { name, arguments: given } = params
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  const isOf2026 = headers.get('mcp-protocol-version') === MODERN
  const isPlain = isOf2026 ? isModern(meta, headers, method, name) : isLegacy(meta, headers)
  return isPlain ? { method, id, isModern: isOf2026, given: isObject(given) ? given : undefined } : undefined
}

/** The members and elements of a JSON value, with nested ones. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const inner of Object.values(value)) count += 1 + countValues(inner)
  return count
}

/** Throws `invalid_request` for a message that is larger than a real one. */
function checkSize(sent: Members, given: unknown): void {
  if (textOf(sent['id']).length > MOST_ID_CHARACTERS)
    throw invalid(`The id has more than ${MOST_ID_CHARACTERS} characters.`)
  const ofArguments = countValues(given)
  if (ofArguments > MOST_VALUES_OF_ARGUMENTS)
    throw invalid(`The arguments have more than ${MOST_VALUES_OF_ARGUMENTS} members and elements.`)
  if (countValues(sent) - ofArguments > MOST_VALUES)
    throw invalid(`The message has more than ${MOST_VALUES} members and elements.`)
}

/** What clients send before their first call. */
export const CHEAP: Demand = { auth: 'public', cost: 'cheap' }

function demandOf(
  method: string,
  { uri, name }: Members,
  tool: Tool | undefined,
  isSignedIn: boolean,
): Demand {
  const read = (auth: Demand['auth']): Demand => ({ auth, cost: 'call' })
  switch (method) {
    case 'tools/call':
      return tool === undefined ? read('public') : demandOfTool(tool)
    case 'resources/read':
      return read(itemAt(textOf(uri)) === undefined ? 'public' : 'user')
    case 'resources/list':
      // For a signed-in caller the list reads their items.
      return isSignedIn ? read('public') : CHEAP
    case 'prompts/get':
      return read(PROMPTS.get(textOf(name))?.writer.auth ?? 'public')
    case 'completion/complete':
      return read('public')
    default:
      return CHEAP
  }
}

/** Reads a parsed body. Throws `invalid_request` if it is no single message, or too large. */
export function readMessage(
  sent: unknown,
  headers: Headers,
  registry: McpRegistry,
  isSignedIn: boolean,
): Message {
  if (!isObject(sent)) throw invalid('Send one message as a JSON object, not a batch.')
  const method = textOf(sent['method'])
  const params = isObject(sent['params']) ? sent['params'] : {}
  const { name, _meta } = params
  const isToolCall = method === 'tools/call'
  checkSize(sent, isToolCall ? params['arguments'] : undefined)
  const tool = isToolCall ? registry.tools.get(textOf(name)) : undefined
  const operation = METHODS.has(method) ? method : UNKNOWN_METHOD
  return {
    sent,
    plain: readPlain(sent, method, params, headers),
    operation: isToolCall ? (tool?.name ?? 'unknown tool') : operation,
    isToolCall,
    tool,
    traceparent: isObject(_meta) ? textOf(_meta['traceparent']) || undefined : undefined,
    demand: demandOf(method, params, tool, isSignedIn),
  }
}
