import {
  createMcpHandler,
  isLegacyRequest,
  preloadSchemas,
  type ServerNotifier,
} from '@modelcontextprotocol/server'
import type { H3Event } from 'h3'
import * as z from 'zod'
import type { Admission, Visit } from '../auth/admission.ts'
import type { Challenges } from '../auth/challenge.ts'
import { readJson } from '../http/body.ts'
import { onlyOrigins } from '../http/cors.ts'
import { failureReply, jsonReply, type Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { visitOf } from '../http/visit.ts'
import { MCP_PATH } from '../kit/contract.ts'
import { AppError, toAppError } from '../kit/errors.ts'
import type { Logger } from '../kit/log.ts'
import type { Caller } from '../kit/tool.ts'
import { createDemands } from './demand.ts'
import { answerLegacy } from './legacy.ts'
import type { Offered } from './offered.ts'
import type { McpServerFactory, McpSession } from './server.ts'

export interface McpEndpointOptions {
  readonly createServer: McpServerFactory
  /** What is offered; a call of it that is not admitted is refused before the SDK sees it (D33). */
  readonly offered: Omit<Offered, 'skills'>
  readonly admission: Admission
  readonly challenges: Challenges
  /** How a missing sign-in is said: by HTTP status, in the tool result, or as the client understands it. */
  readonly challengeForm: 'auto' | 'http' | 'tool-result'
  /** `eager` asks every request for a token, `lazy` only calls of protected tools. */
  readonly mode: 'lazy' | 'eager'
  readonly trustedProxies: number
  readonly isHostAllowed: (host: string) => boolean
  readonly isOriginAllowed: (origin: string) => boolean
  readonly log: Logger
}

export interface McpEndpoint {
  readonly route: Route
  /** Tells the clients that hold a subscription open. */
  readonly notify: ServerNotifier
  /** Ends the streams that clients hold open. */
  close(): Promise<void>
}

const subscription = z.object({ method: z.literal('subscriptions/listen') })
const toolCall = z.object({ method: z.literal('tools/call') })
const isToolCall = (message: unknown) => toolCall.safeParse(message).success
const isSubscription = (message: unknown) => subscription.safeParse(message).success
/** A JSON-RPC failure of the request as a whole, before there is a method to answer for. */
function protocolFailure(code: -32700 | -32600, message: string): Reply {
  return jsonReply(400, { jsonrpc: '2.0', id: null, error: { code, message } })
}

/** The SDK's response as data: JSON as text, because native responses are slow; streams as they are. */
async function toReply(response: Response): Promise<Reply> {
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = response.body === null ? null : isStream ? response.body : await response.text()
  return { status: response.status, headers, body }
}

/**
 * `/mcp`: one stateless endpoint for protocol 2026-07-28 and the 2025 revisions (D32). Order: Host
 * and Origin → who calls → body → admission of the message → era → SDK.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { createServer, admission, challenges, log, trustedProxies } = options
  const demandOf = createDemands(options.offered)
  preloadSchemas()

  // The SDK's factory is told of the request only; this finds what the gate knows about it.
  const sessions = new WeakMap<Request, McpSession>()
  // The SDK's messages quote the request, which is not ours to log.
  const reportError = ({ name }: Error) => log.warn({ error: name }, 'mcp request refused')
  const createModern = () =>
    createMcpHandler(
      ({ requestInfo }) => {
        const session = requestInfo === undefined ? undefined : sessions.get(requestInfo)
        if (session === undefined) throw new Error('no session for this request')
        return createServer(session)
      },
      { legacy: 'reject', responseMode: 'auto', onerror: reportError },
    )
  const calls = createModern()
  // Apart, because closing a handler also breaks off the calls that it is answering.
  const subscriptions = createModern()

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
   * Counts a message, and says why a call does not go ahead, if so; any other message over the limit
   * throws.
   */
  async function refusalOf(
    message: unknown,
    caller: Caller | undefined,
    visit: Visit,
  ): Promise<AppError | undefined> {
    const demand = demandOf(message, caller !== undefined)
    if (demand === undefined) {
      if (caller === undefined) await admission.countAnonymous(visit, 'message')
      return undefined
    }
    return admission.admit(caller, visit, demand).then(() => undefined, toAppError)
  }

  function saysInToolResult(event: H3Event): boolean {
    if (options.challengeForm !== 'auto') return options.challengeForm === 'tool-result'
    return /chatgpt|openai/i.test(event.req.headers.get('user-agent') ?? '')
  }

  /** How a refused call is told: limits in the result, a sign-in as the client understands it. */
  function renderRefusal(event: H3Event, message: unknown, refusal: AppError): Reply | AppError {
    if (refusal.headers['www-authenticate'] === undefined) return refusal
    if (!isToolCall(message) || !saysInToolResult(event)) return failureReply(refusal)
    return refusal.code === 'unauthorized' ? challenges.missingInResult() : refusal
  }

  async function post(event: H3Event): Promise<Reply> {
    checkSource(event)
    const visit = visitOf(event, trustedProxies)
    const caller = await admission.identify(visit, { forgiving: false })
    if (caller === undefined && options.mode === 'eager') {
      await admission.countAnonymous(visit, 'message')
      throw challenges.missing()
    }
    const message = await readJson(event).catch(toAppError)
    const refusal = await refusalOf(message, caller, visit)
    if (message instanceof AppError) {
      if (message.code !== 'invalid_json') throw message
      return protocolFailure(-32700, `Parse error: ${message.message}`)
    }
    if (Array.isArray(message))
      return protocolFailure(-32600, 'Invalid request: send one message, not a batch.')

    const rendered = refusal === undefined ? undefined : renderRefusal(event, message, refusal)
    if (rendered !== undefined && !(rendered instanceof AppError)) return rendered

    const session: McpSession = { caller, refusal: rendered }
    sessions.set(event.req, session)
    const response = (await isLegacyRequest(event.req, message))
      ? await answerLegacy(createServer(session), event.req, { parsedBody: message, onerror: reportError })
      : await (isSubscription(message) ? subscriptions : calls).fetch(event.req, { parsedBody: message })
    return toReply(response)
  }

  return {
    route: { path: MCP_PATH, post, cors: onlyOrigins(options.isOriginAllowed) },
    notify: subscriptions.notify,
    close: () => subscriptions.close(),
  }
}
