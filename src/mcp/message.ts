import * as z from 'zod'
import type { Demand } from '../auth/index.ts'
import { AppError } from '../core/errors.ts'
import type { Tool } from '../core/tool.ts'
import type { McpRegistry } from './registry.ts'
import { familyAt } from './resources.ts'

/** A message of `/mcp`, read once: what was sent, and what it asks for. */
export interface Message {
  readonly sent: Readonly<Record<string, unknown>>
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

/** Real messages have fewer than a hundred. The SDK writes about 240 bytes on each one that is wrong. */
const MAX_VALUES = 1_000
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How many members and elements a JSON value has, nested ones included. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const inner of Object.values(value)) count += 1 + countValues(inner)
  return count
}

const invalid = (message: string) => new AppError('invalid_request', message)

/** What a message with this method and these parameters needs admission for. */
function demandOf(
  method: string,
  named: string,
  { resources, prompts }: McpRegistry,
  isSignedIn: boolean,
): Demand | undefined {
  switch (method) {
    case 'resources/read':
      return { ...READ, auth: familyAt(resources, named)?.auth ?? 'public' }
    case 'prompts/get':
      return { ...READ, auth: prompts.get(named)?.auth ?? 'public' }
    case 'completion/complete':
      return READ
    case 'resources/list':
      // For a signed-in caller it reads their items.
      return isSignedIn ? READ : undefined
    default:
      return undefined
  }
}

/**
 * Reads the JSON value of a body. Throws `invalid_request` for what is no single message, and for a message that
 * would cost more than it can mean.
 */
export function readMessage(sent: unknown, registry: McpRegistry, isSignedIn: boolean): Message {
  if (!isObject(sent)) throw invalid('Send one message as a JSON object, not a batch.')
  const { id, method, params } = sent
  if (typeof id === 'string' && id.length > MAX_ID_LENGTH) {
    throw invalid(`The id has more than ${MAX_ID_LENGTH} characters.`)
  }
  if (countValues(sent) > MAX_VALUES) {
    throw invalid(`The message has more than ${MAX_VALUES} members and elements.`)
  }
  const { name, uri, _meta } = isObject(params) ? params : {}
  const named = (value: unknown) => (typeof value === 'string' ? value : '')
  const traceparent = isObject(_meta) ? named(_meta['traceparent']) || undefined : undefined
  if (method === 'tools/call') {
    const tool = registry.tools.get(named(name))
    const demand = { auth: tool?.auth ?? 'public', creates: tool?.annotations.readOnlyHint === false }
    return { sent, operation: tool?.name ?? 'unknown tool', isToolCall: true, tool, traceparent, demand }
  }
  const known = typeof method === 'string' && METHODS.has(method) ? method : UNKNOWN_METHOD
  const demand = demandOf(known, named(known === 'resources/read' ? uri : name), registry, isSignedIn)
  return { sent, operation: known, isToolCall: false, tool: undefined, traceparent, demand }
}
