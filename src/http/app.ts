import { randomUUID } from 'node:crypto'
import { H3, type H3Event } from 'h3'
import { AppError } from '../kit/errors.ts'
import type { Logger } from '../kit/log.ts'
import { anyOrigin, type CorsPolicy } from './cors.ts'
import { errorReply, type Reply, toResponse } from './reply.ts'
import { dispatcher, type Route } from './route.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

export interface AppOptions {
  readonly log: Logger
  /** True from the moment the server stops taking connections. */
  readonly isDraining: () => boolean
}

function requestIdOf(event: H3Event): string {
  const given = event.req.headers.get('x-request-id')
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * All routes as one h3 application. Whatever happens, the answer is rendered here: with CORS, a
 * request id and the security headers, and logged without query, credentials or body.
 */
export function createHttpApp(routes: readonly Route[], { log, isDraining }: AppOptions): H3 {
  const finish = (event: H3Event, reply: Reply, cors: CorsPolicy, startedAt?: number): Response => {
    const requestId = requestIdOf(event)
    const { method } = event.req
    const ms = startedAt === undefined ? undefined : Math.round((performance.now() - startedAt) * 100) / 100
    log.info({ requestId, method, path: event.url.pathname, status: reply.status, ms }, 'request')
    return toResponse({
      ...reply,
      headers: {
        ...SECURITY_HEADERS,
        'x-request-id': requestId,
        ...cors(event.req.headers.get('origin')),
        ...reply.headers,
        ...(isDraining() ? { connection: 'close' } : {}),
      },
    })
  }

  const app = new H3({
    silent: true,
    // Only what no route took: unknown paths, and paths that are not valid percent-encoding.
    onError: (error, event) => {
      const failure =
        error.status === 404
          ? new AppError('not_found', 'There is nothing at this path. /llms.txt says what there is.')
          : error.status === 400
            ? new AppError('invalid_argument', 'The path is not valid percent-encoded UTF-8.')
            : error
      return finish(event, errorReply(failure, log), anyOrigin)
    },
  })

  for (const route of routes) {
    const dispatch = dispatcher(route)
    app.all(route.path, async (event) => {
      const startedAt = performance.now()
      let reply: Reply
      try {
        reply = await dispatch(event)
      } catch (error) {
        reply = errorReply(error, log)
      }
      return finish(event, reply, route.cors, startedAt)
    })
  }
  return app
}
