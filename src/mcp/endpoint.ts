import type { H3Event } from 'h3'
import * as z from 'zod'
import type { Gate } from '../auth/index.ts'
import { MCP_PATH } from '../core/contract.ts'
import { AppError, type ErrorCode, toAppError } from '../core/errors.ts'
import { isLoopbackHost } from '../core/links.ts'
import type { RequestContext } from '../core/request.ts'
import type { Caller } from '../core/tool.ts'
import { readJson } from '../http/body.ts'
import { jsonReply, type Reply } from '../http/reply.ts'
import { onlyOrigins, type Route } from '../http/router.ts'
import type { Lane } from './lane.ts'
import {
  CHEAP,
  demandOf,
  type Message,
  operationOf,
  readMessage,
  traceparentOf,
  UNKNOWN_METHOD,
} from './message.ts'
import type { McpRegistries } from './registry.ts'
import type { SdkServing } from './sdk.ts'

const LANE_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** D32.4 */
const MOST_REFUSAL_BYTES = 4_096

/** Any spelling of `readonly` counts, because whoever writes it wants no writes (D42). */
const isReadOnly = (asked: URLSearchParams) =>
  [...asked].some(([name, value]) => /^\W*read[\W_]*only\b/iu.test(name) && value !== 'false')

const failedAnswer = z.looseObject({ error: z.object({ code: z.int() }) })

/** Some errors of the SDK repeat a long value of the message, such as the address of a resource. */
function shortened(body: string) {
  if (Buffer.byteLength(body) <= MOST_REFUSAL_BYTES) return body
  const failed = failedAnswer.safeParse(JSON.parse(body)).data
  if (failed === undefined) return body
  const { code } = failed.error
  return JSON.stringify({ ...failed, error: { code, message: 'A long value in the message is wrong.' } })
}

/** JSON becomes text, because native responses are slow. */
async function toReply(response: Response): Promise<Reply> {
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) }
  const { status, body } = response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream || body === null) return { status, headers, body }
  return { status, headers, body: shortened(await response.text()) }
}

/** Other failures, such as a long body, are told by HTTP alone. */
const RPC_CODES: Partial<Record<ErrorCode, number>> = { invalid_json: -32700, invalid_request: -32600 }

/**
 * `/mcp`: one stateless endpoint for protocol 2026-07-28 and the 2025 revisions (D32). Order: kill
 * switch → Host and Origin → caller → body → limits and scopes → lane, or else the SDK.
 */
export function createMcpEndpoint(options: {
  lane: Lane
  fallback: SdkServing
  registries: McpRegistries
  gate: Gate
  /** Whether the HTTP status asks for sign-in, or the tool result, or what each client expects. */
  challengeForm: 'auto' | 'http' | 'tool-result'
  /** `eager` asks for a token with every request, `lazy` only where one is needed. */
  mode: 'lazy' | 'eager'
  baseUrl: string
  /** The address that the server listens at. */
  host: string
  allowedOrigins: readonly string[]
}): Route {
  const { lane, fallback, registries, gate, allowedOrigins } = options
  const own = new URL(options.baseUrl)

  /** Pages of this machine are allowed if `baseUrl` is there. */
  function isAllowed(origin: string) {
    const isLocal = isLoopbackHost(own.hostname) && isLoopbackHost(URL.parse(origin)?.hostname ?? '')
    return isLocal || allowedOrigins.includes(origin)
  }

  /** A server that only this machine reaches answers to its other names, too. */
  function checkSource({ headers }: RequestContext) {
    const host = headers.get('host')?.toLowerCase() ?? ''
    const isLocal = isLoopbackHost(options.host) && isLoopbackHost(host.replace(/:\d+$/, ''))
    if (host !== own.host && !isLocal) {
      throw new AppError('origin_not_allowed', 'This server does not answer for that Host.')
    }
    const origin = headers.get('origin')
    if (origin !== null && !isAllowed(origin)) {
      throw new AppError('origin_not_allowed', 'Requests from that Origin are not allowed.')
    }
  }

  async function identify(request: RequestContext) {
    // A bad token is refused even for a public tool, so that the client renews it (D26).
    const caller = await gate.identify(request, false)
    if (caller === undefined && options.mode === 'eager')
      await gate.admit(caller, request, { auth: 'user', cost: 'cheap' })
    return caller
  }

  /** It counts like a message that needs no admission (D36). */
  async function refuseUnreadable(failure: AppError, caller: Caller | undefined, request: RequestContext) {
    request.operation = UNKNOWN_METHOD
    await gate.admit(caller, request, CHEAP)
    request.failure = failure
    const code = RPC_CODES[failure.code]
    if (code === undefined) throw failure
    return jsonReply(400, { jsonrpc: '2.0', id: null, error: { code, message: failure.message } })
  }

  /** Whether the HTTP status asks the client to sign in, instead of the result of its call (D33). */
  function asksByStatus({ headers }: RequestContext, { method }: Message) {
    if (method !== 'tools/call' || options.challengeForm === 'http') return true
    return options.challengeForm === 'auto' && !/chatgpt|openai/i.test(headers.get('user-agent') ?? '')
  }

  /**
   * Why a message is refused, if its answer says so (D33, D34): the tool is called with the refusal, which becomes its
   * result. Throws a refusal that the HTTP status says.
   */
  async function refusalOf(message: Message, caller: Caller | undefined, request: RequestContext) {
    const demand = demandOf(message, caller !== undefined)
    const refusal = await gate.admit(caller, request, demand).then(() => undefined, toAppError)
    if (demand === CHEAP && refusal !== undefined) throw refusal
    if (refusal?.headers['www-authenticate'] === undefined) return refusal
    if (asksByStatus(request, message)) throw refusal
    return refusal.code === 'unauthorized'
      ? gate.challenges.missingInResult(demand.cost === 'create')
      : refusal
  }

  async function post(event: H3Event, request: RequestContext): Promise<Reply> {
    gate.checkEnabled()
    checkSource(request)
    // Some clients write `;` between parameters, and must still get no tools that write (D42).
    const asked = new URLSearchParams(request.search.replaceAll(';', '&'))
    const registry = isReadOnly(asked) ? registries.readOnly : registries.all
    const caller = await identify(request)
    const message = await readJson(event)
      .then((body) => readMessage(body, request.headers, registry))
      .catch(toAppError)
    if (message instanceof AppError) return refuseUnreadable(message, caller, request)
    request.operation = operationOf(message)
    request.traceparent = traceparentOf(message)
    const refusal = await refusalOf(message, caller, request)
    const context = { registry, caller, pictures: asked.get('pictures') !== 'false', refusal, request }
    const quick = lane(message, context)
    if (quick !== undefined) return { status: 200, headers: LANE_HEADERS, body: await quick }
    // A call that the lane does not take is refused by the status (D34.4).
    if (message.method === 'tools/call' && refusal?.code === 'rate_limited') throw refusal
    return toReply(await fallback.serve(event.req, message.sent, context))
  }

  return { path: MCP_PATH, post, countsItself: true, cors: onlyOrigins(isAllowed) }
}
