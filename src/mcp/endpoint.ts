import {
  createMcpHandler,
  isLegacyRequest,
  preloadSchemas,
  type ServerNotifier,
} from '@modelcontextprotocol/server'
import type { H3Event } from 'h3'
import * as z from 'zod'
import { type Authenticator, hasScopes } from '../auth/authenticator.ts'
import type { Challenges } from '../auth/challenge.ts'
import { readJson } from '../http/body.ts'
import { clientAddress } from '../http/client-address.ts'
import { onlyOrigins } from '../http/cors.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import { failureReply, jsonReply, type Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { MCP_PATH } from '../kit/contract.ts'
import { AppError, apiDisabled, toAppError } from '../kit/errors.ts'
import type { Logger } from '../kit/log.ts'
import type { Caller } from '../kit/tool.ts'
import { answerLegacy } from './legacy.ts'
import type { McpServerFactory, McpSession } from './server.ts'

export interface McpEndpointOptions {
  readonly createServer: McpServerFactory
  /** Tools that need a signed-in caller; a call without one is challenged before the SDK sees it (D33). */
  readonly protectedTools: ReadonlySet<string>
  readonly authenticate: Authenticator
  readonly challenges: Challenges
  readonly requiredScopes: readonly string[]
  /** How a missing sign-in is said: by HTTP status, in the tool result, or as the client understands it. */
  readonly challengeForm: 'auto' | 'http' | 'tool-result'
  /** `eager` asks every request for a token, `lazy` only calls of protected tools. */
  readonly mode: 'lazy' | 'eager'
  readonly limits: RateLimits
  readonly trustedProxies: number
  readonly isHostAllowed: (host: string) => boolean
  readonly isOriginAllowed: (origin: string) => boolean
  readonly enabled: boolean
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
const isSubscription = (message: unknown) => subscription.safeParse(message).success
const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) })

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
 * and Origin → bearer token → body → gate by tool name → era → SDK.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { createServer, challenges, limits, log, protectedTools, requiredScopes } = options
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

  const countAnonymous = (event: H3Event) => limits.anonymous(clientAddress(event, options.trustedProxies))

  async function identify(event: H3Event): Promise<Caller | undefined> {
    const credentials = { method: event.req.method, headers: event.req.headers, search: event.url.search }
    const caller = await options.authenticate(credentials).catch(async (refusal: unknown) => {
      // Guessing tokens is limited like anonymous use.
      await countAnonymous(event)
      throw refusal
    })
    if (caller === undefined && options.mode === 'eager') throw challenges.missing()
    return caller
  }

  /** Why this caller may not call this tool, if so. */
  function refusalOf(message: unknown, caller: Caller | undefined): AppError | undefined {
    const call = toolCall.safeParse(message)
    if (!call.success || !protectedTools.has(call.data.params.name)) return undefined
    if (caller === undefined) return challenges.missing()
    return hasScopes(caller, requiredScopes) ? undefined : challenges.insufficientScope()
  }

  /** A refused call of nobody counts for the address; the limit when it is used up (D36). */
  async function countRefused(event: H3Event, caller: Caller | undefined): Promise<AppError | undefined> {
    if (caller !== undefined) return undefined
    return countAnonymous(event).then(() => undefined, toAppError)
  }

  function saysInToolResult(event: H3Event): boolean {
    if (options.challengeForm !== 'auto') return options.challengeForm === 'tool-result'
    return /chatgpt|openai/i.test(event.req.headers.get('user-agent') ?? '')
  }

  function sessionOf(event: H3Event, caller: Caller | undefined, refusal: AppError | undefined): McpSession {
    return {
      caller,
      async admit(tool) {
        if (refusal?.code === 'unauthorized') throw challenges.missingInResult()
        if (refusal !== undefined) throw refusal
        if (caller === undefined) await countAnonymous(event)
        else await limits.user(caller.userId, !tool.annotations.readOnlyHint)
      },
    }
  }

  async function post(event: H3Event): Promise<Reply> {
    if (!options.enabled) throw apiDisabled()
    checkSource(event)
    const caller = await identify(event)
    let message: unknown
    try {
      message = await readJson(event)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_json') throw error
      return protocolFailure(-32700, `Parse error: ${error.message}`)
    }
    if (Array.isArray(message))
      return protocolFailure(-32600, 'Invalid request: send one message, not a batch.')

    const refusal = refusalOf(message, caller)
    const limited = refusal === undefined ? undefined : await countRefused(event, caller)
    if (refusal !== undefined && limited === undefined && !saysInToolResult(event))
      return failureReply(refusal)

    const session = sessionOf(event, caller, limited ?? refusal)
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
