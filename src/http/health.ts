import { HEALTH_PATH, type KeyState, READINESS_PATH } from '../core/contract.ts'
import { jsonReply } from './reply.ts'
import type { Route } from './router.ts'

const SILENT_PROVIDER = 'The identity provider does not answer as it should'
const OF_KEYS: Partial<Record<KeyState, string>> = {
  stale: `${SILENT_PROVIDER}. Its last good keys are used.`,
  missing: `${SILENT_PROVIDER}, and there are no keys. Only public operations work.`,
}

/**
 * `/readyz` is 503 without a catalog, and once the server is told to stop. Problems of accounts and keys are only named,
 * because searches work without them.
 */
export function healthRoutes(sources: {
  isDraining: () => boolean
  /** By part; `undefined` if it works. */
  problems: () => Record<string, string | undefined>
  keys: () => KeyState
}): Route[] {
  function ready() {
    const draining = sources.isDraining() ? 'The server is told to stop.' : undefined
    const found = sources.problems()
    const problems = Object.entries({ ...found, keys: OF_KEYS[sources.keys()], draining })
    const parts = Object.fromEntries(problems.map(([part, problem]) => [part, problem ?? 'ok']))
    if (draining !== undefined) return jsonReply(503, { status: 'stopping', parts })
    if (found['catalog'] !== undefined) return jsonReply(503, { status: 'unavailable', parts })
    return jsonReply(200, { status: 'ready', parts })
  }
  return [
    // Says only that the process answers: a restart does not help a server whose disk is full.
    { path: HEALTH_PATH, get: () => jsonReply(200, { status: 'ok' }), countsItself: true },
    { path: READINESS_PATH, get: ready, countsItself: true },
  ]
}
