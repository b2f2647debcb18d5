import { SUPPORTED_PROTOCOL_VERSIONS, specTypeSchemas } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Demand } from '../auth/index.ts'
import { AppError } from '../core/errors.ts'
import type { Tool } from '../core/tool.ts'
import type { McpRegistry } from './registry.ts'
import { familyAt } from './resources.ts'

/** A message of `/mcp`, read once: what was sent, and what it asks for. */
export interface Message {
  readonly sent: Readonly<Record<string, unknown>>
  /** The same if it is a call or a list in its plain form, which the lane answers. The SDK reads all others. */
  readonly plain: PlainMessage | undefined
  /** Its name in logs and metrics. It is one of a fixed set, whatever a client sends. */
  readonly operation: string
  /** Whether it is a `tools/call`, of whatever tool. */
  readonly isToolCall: boolean
  /** The tool that it calls. */
  readonly tool: Tool | undefined
  /** Its place in a trace (W3C Trace Context), if it says one. */
  readonly traceparent: string | undefined
  /** What it needs admission for: nothing, if clients send it before their first call (D36). */
  readonly demand: Demand | undefined
}

/** The operation of what cannot be read, or has a method that nobody knows. */
export const UNKNOWN_METHOD = 'unknown method'

/** The revision without sessions. Its messages say it in a header and in `_meta`. */
const MODERN = '2026-07-28'

/** Real messages have fewer than a hundred. The SDK writes about 240 bytes on each one that is wrong. */
const MAX_VALUES = 150
/** The arguments of a tool do not reach the SDK. */
const MAX_VALUES_OF_ARGUMENTS = 1_000
/** Clients count, or send a UUID. An answer repeats the id. */
const MAX_ID_LENGTH = 256

/** The methods of both protocol eras. Clients may send others. */
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

const READ = { auth: 'public', creates: false } as const

/** Keeps the arguments as sent. A record would drop `__proto__`, but no argument may be ignored (D12). */
const given = z.custom<Record<string, unknown>>(isObject)

/** The members of the `params` of `tools/call` in every protocol revision. */
export const toolCallParams = { name: z.string(), arguments: given.optional() }

// Calls and lists of tools in their plain form. If a member is unknown or has another type, the SDK decides.

const id = z.union([z.string(), z.int()])
const progressToken = id.optional()

/** For members that a plain message does not have, such as those of another revision or of a task. */
const absent = z.never().optional()
const notTask = { 'io.modelcontextprotocol/related-task': absent }

/** What the SDK's schema of this name takes. */
const ofSdk = (name: 'ClientCapabilities' | 'Implementation') =>
  z.custom((value) => specTypeSchemas[name]['~standard'].validate(value).issues === undefined)

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'

const legacyMeta = z.looseObject({ progressToken, [PROTOCOL_VERSION]: absent, ...notTask }).optional()

const modernMeta = z.looseObject({
  progressToken,
  [PROTOCOL_VERSION]: z.literal(MODERN),
  'io.modelcontextprotocol/clientCapabilities': ofSdk('ClientCapabilities'),
  'io.modelcontextprotocol/clientInfo': ofSdk('Implementation').optional(),
  'io.modelcontextprotocol/logLevel': absent,
  ...notTask,
})

const plain = { jsonrpc: z.literal('2.0'), id }
const call = { ...plain, method: z.literal('tools/call') }
const list = { ...plain, method: z.literal('tools/list') }
const page = { cursor: z.string().optional() }

const legacyRequest = z.discriminatedUnion('method', [
  z.strictObject({ ...call, params: z.strictObject({ ...toolCallParams, _meta: legacyMeta }) }),
  z.strictObject({ ...list, params: z.strictObject({ ...page, _meta: legacyMeta }).optional() }),
])

const modernRequest = z.discriminatedUnion('method', [
  z.strictObject({ ...call, params: z.strictObject({ ...toolCallParams, _meta: modernMeta }) }),
  z.strictObject({ ...list, params: z.strictObject({ ...page, _meta: modernMeta }) }),
])

type PlainMessage = (z.output<typeof legacyRequest> | z.output<typeof modernRequest>) & {
  readonly isModern: boolean
}

/** A plain message of 2025. The client must accept both types of answer, and name no unknown revision. */
function readLegacy(sent: unknown, headers: Headers): PlainMessage | undefined {
  const accept = headers.get('accept') ?? ''
  const version = headers.get('mcp-protocol-version')
  const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  if (!isKnown || !accept.includes('application/json') || !accept.includes('text/event-stream'))
    return undefined
  const { data } = legacyRequest.safeParse(sent)
  return data && { ...data, isModern: false }
}

/** A plain message of 2026. Its headers must agree with its body. */
function readModern(sent: unknown, headers: Headers): PlainMessage | undefined {
  const { data } = modernRequest.safeParse(sent)
  if (data === undefined || headers.get('mcp-method') !== data.method) return undefined
  if (data.method === 'tools/call' && headers.get('mcp-name') !== data.params.name) return undefined
  return { ...data, isModern: true }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** How many members and elements a JSON value has, nested ones included. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const inner of Object.values(value)) count += 1 + countValues(inner)
  return count
}

const invalid = (message: string) => new AppError('invalid_request', message)

/** Throws `invalid_request` for a message that would cost more than it can mean. */
function checkSize(sent: Readonly<Record<string, unknown>>, given: unknown): void {
  const { id } = sent
  if (typeof id === 'string' && id.length > MAX_ID_LENGTH)
    throw invalid(`The id has more than ${MAX_ID_LENGTH} characters.`)
  const ofArguments = countValues(given)
  if (ofArguments > MAX_VALUES_OF_ARGUMENTS)
    throw invalid(`The arguments have more than ${MAX_VALUES_OF_ARGUMENTS} members and elements.`)
  if (countValues(sent) - ofArguments > MAX_VALUES)
    throw invalid(`The message has more than ${MAX_VALUES} members and elements.`)
}

/** What a message beside calls needs admission for, by its method and the name or address in it. */
function demandOf(
  method: string,
  named: string,
  { resources, prompts }: McpRegistry,
  isSignedIn: boolean,
): Demand | undefined {
  if (method === 'resources/read') return { ...READ, auth: familyAt(resources, named)?.auth ?? 'public' }
  if (method === 'prompts/get') return { ...READ, auth: prompts.get(named)?.auth ?? 'public' }
  // For a signed-in caller the list reads their items.
  if (method === 'completion/complete' || (method === 'resources/list' && isSignedIn)) return READ
  return undefined
}

/**
 * Reads the JSON value of a body. Throws `invalid_request` for what is no single message, and for a message that
 * would cost more than it can mean.
 */
export function readMessage(
  sent: unknown,
  headers: Headers,
  registry: McpRegistry,
  isSignedIn: boolean,
): Message {
  if (!isObject(sent)) throw invalid('Send one message as a JSON object, not a batch.')
  const { method } = sent
  const params = isObject(sent['params']) ? sent['params'] : {}
  const isToolCall = method === 'tools/call'
  checkSize(sent, isToolCall ? params['arguments'] : undefined)
  const { name, uri, _meta } = params
  const isModern = headers.get('mcp-protocol-version') === MODERN
  const read = {
    sent,
    plain: (isModern ? readModern : readLegacy)(sent, headers),
    isToolCall,
    traceparent: isObject(_meta) ? textOf(_meta['traceparent']) || undefined : undefined,
  }
  if (isToolCall) {
    const tool = registry.tools.get(textOf(name))
    const demand = { auth: tool?.auth ?? 'public', creates: tool?.annotations.readOnlyHint === false }
    return { ...read, operation: tool?.name ?? 'unknown tool', tool, demand }
  }
  const operation = typeof method === 'string' && METHODS.has(method) ? method : UNKNOWN_METHOD
  const demand = demandOf(
    operation,
    textOf(operation === 'resources/read' ? uri : name),
    registry,
    isSignedIn,
  )
  return { ...read, operation, tool: undefined, demand }
}
