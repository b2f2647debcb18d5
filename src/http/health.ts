import { anyOrigin } from './cors.ts'
import { jsonReply } from './reply.ts'
import type { Route } from './route.ts'

/**
 * For balancers and monitors: 200 while the database answers, 503 when it does not and while the
 * server stops. Not under `/api/v1`, so without an envelope.
 */
export function healthRoute(check: () => Promise<void>, isDraining: () => boolean): Route {
  return {
    path: '/healthz',
    cors: anyOrigin,
    get: async () => {
      if (isDraining()) return jsonReply(503, { status: 'stopping' })
      return check().then(
        () => jsonReply(200, { status: 'ok' }),
        () => jsonReply(503, { status: 'unavailable' }),
      )
    },
  }
}
