import { LIVE_DOCUMENTS } from '../kit/documents.ts'
import { anyOrigin } from './cors.ts'
import { jsonReply } from './reply.ts'
import type { Route } from './route.ts'

/** Each part by name, with its problem; `undefined` if it works. */
export type Problems = Readonly<Record<string, string | undefined>>

export interface HealthOptions {
  readonly isDraining: () => boolean
  /** The parts that must work before this server should get requests. */
  readonly problems: () => Promise<Problems>
}

/**
 * `/healthz` tells whether the process is alive: 200 as long as it answers, so that nobody restarts a server
 * because its disk is full. `/readyz` is for balancers: it answers 503 while a part does not work, and from
 * the moment the server is told to stop. It names each part. Neither is under `/api/v1`, so they have no
 * envelope.
 */
export function healthRoutes({ isDraining, problems }: HealthOptions): Route[] {
  return [
    {
      path: LIVE_DOCUMENTS.health.path,
      cors: anyOrigin,
      countsItself: true,
      get: () => jsonReply(200, { status: 'ok' }),
    },
    {
      path: LIVE_DOCUMENTS.readiness.path,
      cors: anyOrigin,
      countsItself: true,
      async get() {
        const found = await problems()
        const parts = Object.entries(found).map(([name, problem]) => [name, problem ?? 'ok'])
        const isReady = !isDraining() && Object.values(found).every((problem) => problem === undefined)
        const status = isDraining() ? 'stopping' : isReady ? 'ready' : 'unavailable'
        return jsonReply(isReady ? 200 : 503, { status, parts: Object.fromEntries(parts) })
      },
    },
  ]
}
