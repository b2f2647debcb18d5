import { LIVE_DOCUMENTS } from '../core/documents.ts'
import { anyOrigin } from './cors.ts'
import { jsonReply } from './reply.ts'
import type { Route } from './route.ts'

/** Each part by name, with its problem; `undefined` if it works. */
export type Problems = Readonly<Record<string, string | undefined>>

export interface HealthOptions {
  readonly isDraining: () => boolean
  /** The parts that must work before this server should get requests. */
  readonly problems: () => Promise<Problems>
  /** The state of the identity provider's keys. Searches need none, so it takes no server out. */
  readonly keys: () => 'unasked' | 'fresh' | 'stale' | 'missing'
}

const OF_KEYS = {
  unasked: 'ok',
  fresh: 'ok',
  stale: 'The identity provider does not answer as it should. Its last good keys are used.',
  missing:
    'The identity provider does not answer as it should, and there are no keys. Only public operations work.',
}

/**
 * `/healthz` tells whether the process is alive: 200 as long as it answers, so that nobody restarts a server
 * because its disk is full. `/readyz` is for balancers: it answers 503 while a part does not work, and from
 * the moment the server is told to stop. It names each part, also the keys, without which
 * searches go on. Neither is under `/api/v1`, so they have no envelope.
 */
export function healthRoutes({ isDraining, problems, keys }: HealthOptions): Route[] {
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
        return jsonReply(isReady ? 200 : 503, {
          status,
          parts: {
            ...Object.fromEntries(parts),
            keys: OF_KEYS[keys()],
            draining: isDraining() ? 'The server is told to stop.' : 'ok',
          },
        })
      },
    },
  ]
}
