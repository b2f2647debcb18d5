import { randomUUID } from 'node:crypto'
import { H3, type H3Event } from 'h3'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/log.ts'
import { anyOrigin, type CorsPolicy } from './cors.ts'
import { type Observer, recordOf } from './record.ts'
import { failureReply, loggedError, type Reply } from './reply.ts'
import { ALL_METHODS, dispatcher, isUncounted, type Route } from './route.ts'
import { headerList, lengthOf, send, sentBody, withHeaders } from './send.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

export interface AppOptions {
  readonly log: Logger
  /** Whether the server is stopping. */
  readonly isDraining: () => boolean
  /** Counts a request that nothing else counts. Rejects if its address has sent too many. */
  readonly countOther?: (event: H3Event) => Promise<unknown>
  /** Called with every answer. */
  readonly observe?: Observer
}

/** What every answer of a route has. It is made in advance for requests without `Origin`, as agents send them. */
function fixedHeaders(cors: CorsPolicy) {
  const make = (origin: string | null) => headerList({ ...SECURITY_HEADERS, ...cors(origin) })
  const usual = make(null)
  return (origin: string | null) => (origin === null ? usual : make(origin))
}
/** `OPTIONS *` asks about the server, not about a path (RFC 9110 §9.3.7). */
function aboutServer({ req, runtime }: H3Event): Reply | undefined {
  if (req.method !== 'OPTIONS' || runtime?.node?.req.url !== '*') return undefined
  return { status: 204, headers: { allow: ALL_METHODS }, body: null }
}

type FixedHeaders = ReturnType<typeof fixedHeaders>

function requestIdOf(event: H3Event): string {
  const given = event.req.headers.get('x-request-id')
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * All routes as one h3 application. Every answer, whatever happens, is made here: with CORS, a request id and
 * the security headers.
 */
export function createHttpApp(
  routes: readonly Route[],
  { log, isDraining, countOther = async () => {}, observe = () => {} }: AppOptions,
): H3 {
  function finish(
    event: H3Event,
    reply: Reply,
    { fixed, requestId, startedAt }: { fixed: FixedHeaders; requestId: string; startedAt: number },
  ) {
    const { method, headers } = event.req
    const body = sentBody(reply.body)
    const bytes = lengthOf(body)
    observe({
      requestId,
      method,
      path: event.url.pathname,
      status: reply.status,
      record: recordOf(event),
      durationMs: performance.now() - startedAt,
      bytes,
      headers,
    })
    const edge = {
      'x-request-id': requestId,
      // Stated here, because the answer to HEAD has no body to measure (D13).
      ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
      ...(isDraining() ? { connection: 'close' } : {}),
    }
    const all = withHeaders(fixed(headers.get('origin')), reply.headers, edge)
    return send(event, { status: reply.status, headers: all, body })
  }

  /** The answer to an error. It is recorded and logged under the request id that the answer shows. */
  function failed(event: H3Event, thrown: unknown, requestId: string): Reply {
    const error = loggedError(thrown, log, requestId)
    recordOf(event).failure = error
    return failureReply(error)
  }

  const ofUnmatched = fixedHeaders(anyOrigin)
  const app = new H3({
    silent: true,
    // Only requests that no route matched get here: unknown paths, and paths that are not valid percent-
    // encoding.
    onError: async (error, event) => {
      const requestId = requestIdOf(event)
      const unmatched =
        error.status === 404
          ? new AppError('not_found', 'There is nothing at this path. /llms.txt says what there is.')
          : error.status === 400
            ? new AppError('invalid_argument', 'The path is not valid percent-encoded UTF-8.')
            : error
      const startedAt = performance.now()
      const reply = await countOther(event).then(
        () => aboutServer(event) ?? failed(event, unmatched, requestId),
        (refusal: unknown) => failed(event, refusal, requestId),
      )
      return finish(event, reply, { fixed: ofUnmatched, requestId, startedAt })
    },
  })

  for (const route of routes) {
    const dispatch = dispatcher(route)
    const fixed = fixedHeaders(route.cors)
    app.all(route.path, async (event) => {
      const startedAt = performance.now()
      const requestId = requestIdOf(event)
      const record = recordOf(event)
      record.requestId = requestId
      record.operation = route.path
      let reply: Reply
      try {
        if (isUncounted(route, event.req.method)) await countOther(event)
        reply = await dispatch(event)
      } catch (error) {
        reply = failed(event, error, requestId)
      }
      return finish(event, reply, { fixed, requestId, startedAt })
    })
  }
  return app
}
