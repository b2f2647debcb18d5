import type { H3Event } from 'h3'
import * as z from 'zod'
import type { Admission, Visit } from '../auth/admission.ts'
import type { Challenges } from '../auth/challenge.ts'
import { MCP_PATH } from '../core/contract.ts'
import { AppError, toAppError } from '../core/errors.ts'
import type { Caller } from '../core/tool.ts'
import { readJson } from '../http/body.ts'
import { failureReply, jsonReply, type Reply } from '../http/reply.ts'
import { contextOf } from '../http/request-context.ts'
import { onlyOrigins, type Route } from '../http/router.ts'
import { createDemands } from './demand.ts'
import type { Lane } from './lane.ts'
import { excessOf } from './message.ts'
import type { Offered } from './offered.ts'
import { createOperationNames } from './operation.ts'
import type { McpServing } from './sdk.ts'
import type { McpSession } from './session.ts'

export interface McpEndpointOptions {
  /** Answers the common messages. */
  readonly lane: Lane
  /** Answers all others. */
  readonly fallback: McpServing
  /** What is offered. A call that is not admitted is refused before it runs (D33). */
  readonly offered: Omit<Offered, 'skills'>
  readonly admission: Admission
  readonly challenges: Challenges
  /** How the server asks for sign-in: by HTTP status, in the tool result, or as each client expects it. */
  readonly challengeForm: 'auto' | 'http' | 'tool-result'
  /** `eager` asks for a token with every request, `lazy` only where one is needed. */
  readonly mode: 'lazy' | 'eager'
  readonly isHostAllowed: (host: string) => boolean
  readonly isOriginAllowed: (origin: string) => boolean
}

const toolCall = z.object({ method: z.literal('tools/call') })
const isToolCall = (message: unknown) => toolCall.safeParse(message).success

/** A JSON-RPC failure of the whole request, if no method can be read from it. */
function protocolFailure(code: -32700 | -32600, message: string): Reply {
  return jsonReply(400, { jsonrpc: '2.0', id: null, error: { code, message } })
}

/** The longest refusal is a little over 3 KB, even if every character is escaped. */
const MAX_MESSAGE_LENGTH = 500
const MAX_REFUSAL_LENGTH = 4_096

const failedAnswer = z.looseObject({ error: z.looseObject({ code: z.int(), message: z.string() }) })

/** Shortens an error that quotes what it refuses; the SDK's name every value that is wrong. */
function shortened(body: string): string {
  if (Buffer.byteLength(body) <= MAX_REFUSAL_LENGTH) return body
  const failed = failedAnswer.safeParse(JSON.parse(body)).data
  if (failed === undefined) return body
  const { code, message } = failed.error
  return JSON.stringify({ ...failed, error: { code, message: `${message.slice(0, MAX_MESSAGE_LENGTH)}…` } })
}

/** Turns the SDK's response into a reply. JSON becomes text, because native responses are slow. */
async function toReply(response: Response): Promise<Reply> {
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = response.body === null ? null : isStream ? response.body : shortened(await response.text())
  return { status: response.status, headers, body }
}

const LANE_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/**
 * `/mcp`: one stateless endpoint for protocol 2026-07-28 and the 2025 revisions (D32). Order: kill
 * switch → Host and Origin → caller → body → admission of the message → lane, or else the SDK.
 */
export function createMcpEndpoint(options: McpEndpointOptions): Route {
  const { lane, fallback, admission, challenges } = options
  const demandOf = createDemands(options.offered)
  const operationOf = createOperationNames(options.offered.tools)

  function checkSource(event: H3Event): void {
    const host = event.req.headers.get('host')
    const origin = event.req.headers.get('origin')
    if (host === null || !options.isHostAllowed(host)) {
      throw new AppError('origin_not_allowed', 'This server does not answer for that Host.')
    }
    if (origin !== null && !options.isOriginAllowed(origin)) {
      throw new AppError('origin_not_allowed', 'Requests from that Origin are not allowed.')
    }
  }

  /**
   * Counts a message, and returns the reason if it is refused. A message that needs no admission throws
   * instead if it is over the limit.
   */
  async function refusalOf(
    message: unknown,
    caller: Caller | undefined,
    visit: Visit,
  ): Promise<AppError | undefined> {
    const demand = demandOf(message, caller !== undefined)
    if (demand === undefined) {
      if (caller === undefined) await admission.countMessage(visit)
      return undefined
    }
    return admission.admit(caller, visit, demand).then(() => undefined, toAppError)
  }

  function readsToolResult(event: H3Event): boolean {
    if (options.challengeForm !== 'auto') return options.challengeForm === 'tool-result'
    return /chatgpt|openai/i.test(event.req.headers.get('user-agent') ?? '')
  }

  /** Whether an HTTP status asks the client to sign in, and not the result of its call (D33). */
  function asksByStatus(event: H3Event, message: unknown, refusal: AppError): boolean {
    const asksToSignIn = refusal.headers['www-authenticate'] !== undefined
    return asksToSignIn && !(isToolCall(message) && readsToolResult(event))
  }

  async function post(event: H3Event): Promise<Reply> {
    admission.checkEnabled()
    checkSource(event)
    const visit = contextOf(event)
    const caller = await admission.identify(visit, { forgiving: false })
    if (caller === undefined && options.mode === 'eager') {
      await admission.countMessage(visit)
      throw challenges.missing()
    }
    const message = await readJson(event).catch(toAppError)
    visit.operation = operationOf(message)
    const refusal = await refusalOf(message, caller, visit)
    if (message instanceof AppError) {
      if (message.code !== 'invalid_json') throw message
      visit.failure = message
      return protocolFailure(-32700, `Parse error: ${message.message}`)
    }
    if (Array.isArray(message))
      return protocolFailure(-32600, 'Invalid request: send one message, not a batch.')
    const excess = excessOf(message)
    if (excess !== undefined) return protocolFailure(-32600, `Invalid request: ${excess}`)

    if (refusal !== undefined) {
      visit.failure = refusal
      if (asksByStatus(event, message, refusal)) return failureReply(refusal)
    }
    const told = refusal?.code === 'unauthorized' ? challenges.missingInResult() : refusal

    const session: McpSession = { caller, refusal: told, request: visit }
    const quick = lane(message, event.req.headers, session)
    if (quick !== undefined) return { status: 200, headers: LANE_HEADERS, body: await quick }
    if (refusal?.code === 'rate_limited' && isToolCall(message)) throw refusal
    return toReply(await fallback.serve(event.req, message, session))
  }

  return { path: MCP_PATH, post, countsItself: true, cors: onlyOrigins(options.isOriginAllowed) }
}
