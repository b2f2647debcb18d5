import { SUPPORTED_PROTOCOL_VERSIONS, specTypeSchemas } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Demand } from '../auth/index.ts'
import { AppError } from '../core/errors.ts'
import type { Tool } from '../core/tool.ts'
import { promptCalled } from './prompts.ts'
import type { McpRegistry } from './registry.ts'
import { itemAt } from './resources.ts'

type Members = Readonly<Record<string, unknown>>

/** A message of `/mcp`, read once: what was sent, and what it asks for. */
export interface Message {
  readonly sent: Members
  /** Present if it is a call or a list of tools in its plain form, which the lane answers. The SDK reads all others. */
  readonly plain: Plain | undefined
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

interface Plain {
  readonly id: string | number
  /** Whether it is of the revision without sessions. */
  readonly isModern: boolean
  /** The arguments of a call. */
  readonly given: Members | undefined
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

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const invalid = (message: string) => new AppError('invalid_request', message)

/** The members of the `params` of `tools/call` in every protocol revision. */
export const toolCallParams = {
  name: z.string(),
  // As sent. A record would drop `__proto__`, but no argument may be ignored (D12).
  arguments: z.custom<Members>(isObject).optional(),
}

const id = z.union([z.string(), z.int()])

/** What the SDK's schema of this name takes. */
const ofSdk = (name: 'ClientCapabilities' | 'Implementation') =>
  z.custom((value) => specTypeSchemas[name]['~standard'].validate(value).issues === undefined)

/** A call or a list of tools. If a member is unknown or has another type, the SDK decides. */
function plainForm(_meta: z.ZodType) {
  const message = { jsonrpc: z.literal('2.0'), id }
  const call = z.strictObject({ ...toolCallParams, _meta })
  const page = z.strictObject({ cursor: z.string().optional(), _meta })
  return z.discriminatedUnion('method', [
    z.strictObject({ ...message, method: z.literal('tools/call'), params: call }),
    z.strictObject({ ...message, method: z.literal('tools/list'), params: page }),
  ])
}

const META = 'io.modelcontextprotocol'
const absent = z.never().optional()
const anyMeta = { progressToken: id.optional(), [`${META}/related-task`]: absent }

const LEGACY_FORM = plainForm(z.looseObject({ ...anyMeta, [`${META}/protocolVersion`]: absent }).optional())
const MODERN_FORM = plainForm(
  z.looseObject({
    ...anyMeta,
    [`${META}/protocolVersion`]: z.literal(MODERN),
    [`${META}/clientCapabilities`]: ofSdk('ClientCapabilities'),
    [`${META}/clientInfo`]: ofSdk('Implementation').optional(),
    [`${META}/logLevel`]: absent,
  }),
)

/** A client of 2025 must accept both types of answer, and name no unknown revision. */
function areLegacyHeaders(headers: Headers): boolean {
  const accept = headers.get('accept') ?? ''
  const version = headers.get('mcp-protocol-version')
  return (
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  )
}

function readPlain(sent: Members, headers: Headers): Plain | undefined {
  const isModern = headers.get('mcp-protocol-version') === MODERN
  const whole = sent['params'] === undefined ? { ...sent, params: {} } : sent
  const { data } = (isModern ? MODERN_FORM : LEGACY_FORM).safeParse(whole)
  if (data === undefined || !(isModern || areLegacyHeaders(headers))) return undefined
  // In 2026 the headers must agree with the body.
  if (isModern && headers.get('mcp-method') !== data.method) return undefined
  if (data.method === 'tools/list') return { id: data.id, isModern, given: undefined }
  const { name, arguments: given } = data.params
  return isModern && headers.get('mcp-name') !== name ? undefined : { id: data.id, isModern, given }
}

/** How many members and elements a JSON value has, nested ones included. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const inner of Object.values(value)) count += 1 + countValues(inner)
  return count
}

/** Throws `invalid_request` for a message that would cost more than it can mean. */
function checkSize(sent: Members, given: unknown): void {
  if (textOf(sent['id']).length > MAX_ID_LENGTH)
    throw invalid(`The id has more than ${MAX_ID_LENGTH} characters.`)
  const ofArguments = countValues(given)
  if (ofArguments > MAX_VALUES_OF_ARGUMENTS)
    throw invalid(`The arguments have more than ${MAX_VALUES_OF_ARGUMENTS} members and elements.`)
  if (countValues(sent) - ofArguments > MAX_VALUES)
    throw invalid(`The message has more than ${MAX_VALUES} members and elements.`)
}

/** What a message that is no call needs admission for. */
function demandOf(operation: string, { uri, name }: Members, isSignedIn: boolean): Demand | undefined {
  const read = (auth: Demand['auth']) => ({ auth, creates: false })
  if (operation === 'resources/read') return read(itemAt(textOf(uri)) === undefined ? 'public' : 'bearer')
  if (operation === 'prompts/get') return read(promptCalled(textOf(name))?.auth ?? 'public')
  if (operation === 'completion/complete') return read('public')
  // For a signed-in caller the list reads their items.
  return operation === 'resources/list' && isSignedIn ? read('public') : undefined
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
  const method = textOf(sent['method'])
  const params = isObject(sent['params']) ? sent['params'] : {}
  const { name, _meta } = params
  const isToolCall = method === 'tools/call'
  checkSize(sent, isToolCall ? params['arguments'] : undefined)
  const traceparent = isObject(_meta) ? textOf(_meta['traceparent']) || undefined : undefined
  const read = { sent, plain: readPlain(sent, headers), isToolCall, traceparent }
  if (isToolCall) {
    const tool = registry.tools.get(textOf(name))
    const demand = { auth: tool?.auth ?? 'public', creates: tool?.annotations.readOnlyHint === false }
    return { ...read, operation: tool?.name ?? 'unknown tool', tool, demand }
  }
  const operation = METHODS.has(method) ? method : UNKNOWN_METHOD
  return { ...read, operation, tool: undefined, demand: demandOf(operation, params, isSignedIn) }
}
