import { createHash } from 'node:crypto'
import { H3, type H3Event } from 'h3'
import { HEALTH_PATH, READINESS_PATH } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { memoize } from '../core/memoize.ts'
import { ALIVE, type HealthOptions, readiness } from '../operations/health.ts'
import type { Observer } from '../operations/request-log.ts'
import { compressed, encodingFor } from './compression.ts'
import { failureReply, jsonReply, lengthOf, loggedError, type Reply, send } from './reply.ts'
import { openContext, type RequestContext } from './request-context.ts'

export type Handler = (event: H3Event) => Promise<Reply> | Reply

/** One path and its methods. HEAD, OPTIONS, 405 and CORS follow from it. */
export interface Route {
  /** An h3 pattern, such as `/api/v1/quilts/:id`. */
  readonly path: string
  readonly get?: Handler
  readonly post?: Handler
  readonly cors: CorsPolicy
  /** True if its handlers count requests themselves, or if it has no limit. */
  readonly countsItself?: boolean
}

/** The CORS headers for requests with this `Origin`. */
export type CorsPolicy = (origin: string | null) => Readonly<Record<string, string>>

const EXPOSED = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Idempotency-Key',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ')

const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }

/** Every page may read the answer, but without its visitor's cookies (D13). */
export const anyOrigin: CorsPolicy = () => ANY_ORIGIN

/** Only pages of these origins may read the answer. */
export function onlyOrigins(isAllowed: (origin: string) => boolean): CorsPolicy {
  return (origin) =>
    origin !== null && isAllowed(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
      : { vary: 'Origin' }
}

/** A text that stays as it is. */
export interface Content {
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
  /** For how many seconds anyone may keep it. */
  readonly maxAge?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Document extends Content {
  readonly path: string
}

const answersOf = memoize(({ contentType, body, maxAge = 3600, headers = {} }: Content) => {
  // Bytes, so that clients who do not read keep the same ones and no copies.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const shared = { etag, 'cache-control': `public, max-age=${maxAge}`, ...headers }
  return {
    etag,
    whole: { status: 200, headers: { 'content-type': contentType, ...shared }, body: bytes },
    unchanged: { status: 304, headers: shared, body: null },
  }
})

/** Whether the client has what this tag stands for (RFC 9110 §13.1.2). */
export function isKnown({ req }: H3Event, etag: string): boolean {
  const known = req.headers.get('if-none-match') ?? ''
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Answers with a text, with an ETag and 304. The text is read at the first request. */
export function documentHandler(content: Content): Handler {
  return (event) => {
    const { etag, whole, unchanged } = answersOf(content)
    return isKnown(event, etag) ? unchanged : whole
  }
}

/** A document that everyone may read. */
export function documentRoute(document: Document): Route {
  return { path: document.path, cors: anyOrigin, get: documentHandler(document) }
}

/** `/healthz` and `/readyz`: for those who watch the server, without a limit. */
export function healthRoutes(health: HealthOptions): Route[] {
  const shared = { cors: anyOrigin, countsItself: true }
  return [
    { ...shared, path: HEALTH_PATH, get: () => jsonReply(200, ALIVE) },
    {
      ...shared,
      path: READINESS_PATH,
      async get() {
        const { httpStatus, body } = await readiness(health)
        return jsonReply(httpStatus, body)
      },
    },
  ]
}

/** The methods that some path has. */
export const ALL_METHODS = 'GET, HEAD, POST, OPTIONS'

/** @param allow the methods that the path has, as in the header. */
function methodNotAllowed(allow: string): AppError {
  return new AppError('method_not_allowed', `Use one of: ${allow}.`, { headers: { allow } })
}

function handlerFor({ get, post }: Route, method: string): Handler | undefined {
  if (method === 'GET' || method === 'HEAD') return get
  return method === 'POST' ? post : undefined
}

/** The methods of a path, as in the `Allow` header (D13). */
function allowed({ get, post }: Route): string {
  const gets = get === undefined ? [] : ['GET', 'HEAD']
  return [...gets, ...(post === undefined ? [] : ['POST']), 'OPTIONS'].join(', ')
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const
/** For a year. Subdomains are not named: others may serve them. */
const ONLY_HTTPS = { 'strict-transport-security': 'max-age=31536000' } as const

export interface AppOptions {
  readonly log: Logger
  /** Whether clients reach this server by https. Then browsers are told to use nothing else. */
  readonly isHttps?: boolean
  /** How many proxies stand in front. */
  readonly trustedProxies?: number
  /** Counts a request that nothing else counts. Rejects if its address has sent too many. */
  readonly countOther?: (request: RequestContext) => Promise<unknown>
  /** Called with every answer. */
  readonly observe?: Observer
  /** An error as a page, for a browser; `undefined` where the client gets the envelope (D42). */
  readonly failurePage?: (event: H3Event, error: AppError) => Reply | undefined
}

/** `OPTIONS *` asks about the server, not about a path (RFC 9110 §9.3.7). */
function aboutServer({ req, runtime }: H3Event): Reply | undefined {
  if (req.method !== 'OPTIONS' || runtime?.node?.req.url !== '*') return undefined
  return { status: 204, headers: { allow: ALL_METHODS }, body: null }
}

/**
 * All routes as one h3 application. Every answer, whatever happens, is made here: with CORS, a request id and
 * the security headers.
 */
export function createHttpApp(
  routes: readonly Route[],
  {
    log,
    isHttps = false,
    trustedProxies = 0,
    countOther = async () => {},
    observe = () => {},
    failurePage = () => undefined,
  }: AppOptions,
): H3 {
  const security = isHttps ? { ...SECURITY_HEADERS, ...ONLY_HTTPS } : SECURITY_HEADERS

  /** Answers with the reply that `find` resolves with, or with the failure that it throws. */
  async function answer(
    event: H3Event,
    cors: CorsPolicy,
    find: (request: RequestContext) => Promise<Reply> | Reply,
  ) {
    const startedAt = performance.now()
    const request = openContext(event, trustedProxies)
    let reply: Reply
    try {
      reply = await find(request)
    } catch (error) {
      // It is noted and logged under the request id that the answer shows.
      request.failure = loggedError(error, log, request.requestId)
      reply = failurePage(event, request.failure) ?? failureReply(request.failure)
    }
    const encoding = encodingFor(reply, request.headers.get('accept-encoding'))
    if (encoding !== undefined) reply = await compressed(reply, encoding)
    const { status, body } = reply
    const bytes = lengthOf(body)
    const durationMs = performance.now() - startedAt
    observe({ request, path: event.url.pathname, status, durationMs, bytes })
    const headers = {
      ...security,
      ...cors(request.headers.get('origin')),
      ...reply.headers,
      'x-request-id': request.requestId,
      // Stated here, because the answer to HEAD has no body to measure (D13).
      ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
    }
    return send(event, { status, headers, body })
  }

  const app = new H3({
    silent: true,
    // Only requests that no route matched get here: unknown paths, and paths that are not valid
    // percent-encoding.
    onError: (error, event) =>
      answer(event, anyOrigin, async (request) => {
        await countOther(request)
        const reply = aboutServer(event)
        if (reply !== undefined) return reply
        if (error.status === 404) {
          throw new AppError('not_found', 'There is nothing at this path. /llms.txt says what there is.')
        }
        if (error.status === 400) {
          throw new AppError('invalid_argument', 'The path is not valid percent-encoded UTF-8.')
        }
        throw error
      }),
  })

  for (const route of routes) {
    const allow = allowed(route)
    const preflight = {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '7200',
    }
    app.all(route.path, (event) =>
      answer(event, route.cors, async (request) => {
        request.operation = route.path
        // It is not counted: it costs no more than a refusal, which a browser would report to nobody.
        if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: null }
        const handler = handlerFor(route, request.method)
        if (handler === undefined || !route.countsItself) await countOther(request)
        if (handler === undefined) throw methodNotAllowed(allow)
        return handler(event)
      }),
    )
  }
  return app
}
