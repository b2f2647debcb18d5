import { hash, randomUUID } from 'node:crypto'
import { H3, type H3Event, type HTTPError } from 'h3'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { noteFailure, type Observer, type RequestContext } from '../core/request.ts'
import { clientAddress } from './addresses.ts'
import { compressed } from './negotiation.ts'
import { failureReply, finish, type Reply, send } from './reply.ts'

export type Handler = (event: H3Event, request: RequestContext) => Promise<Reply> | Reply

/** One path and its methods. HEAD, OPTIONS, 405 and CORS follow from it. */
export interface Route {
  /** An h3 pattern, such as `/api/v1/quilts/:id`. */
  readonly path: string
  readonly get?: Handler
  readonly post?: Handler
  /** By default every page may read the answers, but cannot send its visitor's cookies (D13). */
  readonly cors?: CorsPolicy | undefined
  /** Its handlers count requests, or it has no limit. */
  readonly countsItself?: boolean
}

export type CorsPolicy = (origin: string | null) => Readonly<Record<string, string>>

export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
}
const REQUEST_HEADERS =
  'Authorization, Content-Type, Accept, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ' +
  'Mcp-Session-Id, Last-Event-ID, X-Request-Id, traceparent, tracestate, baggage'

const anyOrigin: CorsPolicy = () => ANY_ORIGIN

export function onlyOrigins(isAllowed: (origin: string) => boolean): CorsPolicy {
  return (origin) =>
    origin !== null && isAllowed(origin)
      ? { ...ANY_ORIGIN, 'access-control-allow-origin': origin, vary: 'Origin' }
      : { vary: 'Origin' }
}

/** For a year. Without subdomains, which others may serve. */
const ONLY_HTTPS = { 'strict-transport-security': 'max-age=31536000' }

interface AppOptions {
  log: Logger
  isHttps?: boolean
  trustedProxies?: number
  /** Counts what no handler counts. Rejects if an address has sent too many. */
  countOther?: (request: RequestContext) => Promise<unknown>
  observers?: readonly Observer[]
  /** An error as a page for a browser; `undefined` for the envelope (D42). */
  failurePage?: (event: H3Event, error: AppError) => Reply | undefined
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

function contextOf({ req, url }: H3Event, trustedProxies: number): RequestContext {
  const { method, headers, ip } = req
  const given = headers.get('x-request-id') ?? ''
  return {
    requestId: REQUEST_ID.test(given) ? given : randomUUID(),
    startedAt: performance.now(),
    method,
    path: url.pathname,
    headers,
    search: url.search,
    address: clientAddress(ip, headers.get('x-forwarded-for'), trustedProxies),
  }
}

function withoutRoute(error: HTTPError): unknown {
  if (error.status === 404) {
    return new AppError('not_found', 'There is nothing at this path. /llms.txt says what there is.')
  }
  if (error.status === 400) {
    return new AppError('invalid_argument', 'The path is not valid percent-encoded UTF-8.')
  }
  return error
}

/** All routes as one h3 application. `answer` goes around the handler of each route. */
export function createHttpApp(routes: readonly Route[], options: AppOptions): H3 {
  const { log, isHttps, trustedProxies = 0, countOther, observers = [], failurePage } = options

  async function answer(
    event: H3Event,
    cors: CorsPolicy,
    handle: (request: RequestContext) => Promise<Reply>,
  ) {
    const request = contextOf(event, trustedProxies)
    const { headers } = request
    const reply = await handle(request).catch((thrown: unknown) => {
      const error = noteFailure(thrown, request, log, 'request failed')
      return failurePage?.(event, error) ?? failureReply(error)
    })
    const short = await compressed(reply, headers.get('accept-encoding'))
    const shared = { ...(isHttps ? ONLY_HTTPS : {}), ...cors(headers.get('origin')) }
    return send(event, finish(short, shared, request, observers))
  }

  const app = new H3({
    silent: true,
    onError: (error, event) =>
      answer(event, anyOrigin, async (request) => {
        await countOther?.(request)
        throw withoutRoute(error)
      }),
  })

  for (const { path, get, post, cors = anyOrigin, countsItself } of routes) {
    const handlers = new Map<string, Handler>()
    if (get !== undefined) handlers.set('GET', get).set('HEAD', get)
    if (post !== undefined) handlers.set('POST', post)
    const allow = [...handlers.keys(), 'OPTIONS'].join(', ')
    const preflight = {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '7200',
    }
    app.all(path, (event) =>
      answer(event, cors, async (request) => {
        request.operation = path
        // Not counted: it costs no more than a refusal, which a browser would hide from its page.
        if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: null }
        const handler = handlers.get(request.method)
        if (handler === undefined || !countsItself) await countOther?.(request)
        if (handler !== undefined) return handler(event, request)
        throw new AppError('method_not_allowed', `Use one of: ${allow}.`, { headers: { allow } })
      }),
    )
  }
  return app
}

interface Content {
  contentType: string
  body: string | Uint8Array<ArrayBuffer>
  /** In seconds; an hour by default. */
  maxAge?: number
  headers?: Record<string, string>
}

/** RFC 9110 §13.1.2 */
export function hasSameVersion({ req }: H3Event, etag: string): boolean {
  const known = req.headers.get('if-none-match') ?? ''
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Answers with an ETag, or with 304 if the client has the document. */
export function documentHandler({ contentType, body: text, maxAge = 3600, headers }: Content) {
  // Bytes, so that answers to slow clients share them and hold no copies.
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const caching = { etag, 'cache-control': `public, max-age=${maxAge}`, ...headers }
  const whole: Reply = { status: 200, headers: { 'content-type': contentType, ...caching }, body }
  const known: Reply = { status: 304, headers: caching, body: null }
  return (event: H3Event) => (hasSameVersion(event, etag) ? known : whole)
}

export function documentRoute(document: Content & { readonly path: string }): Route {
  return { path: document.path, get: documentHandler(document) }
}
