/** Each part by name, with its problem; `undefined` if it works. */
export type Problems = Readonly<Record<string, string | undefined>>

export interface HealthOptions {
  readonly isDraining: () => boolean
  /** What does not work. Only a server without its catalog should get no requests; other parts are named. */
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
 * What `/readyz` says to balancers: 503 without a catalog, and from the moment the server is told to stop. It
 * names each part, also accounts and keys, without which searches go on. It is no envelope, because it is not
 * under `/api/v1`.
 */
export async function readiness({ isDraining, problems, keys }: HealthOptions) {
  const found = await problems()
  const isReady = !isDraining() && found['catalog'] === undefined
  const parts = {
    ...Object.fromEntries(Object.entries(found).map(([name, problem]) => [name, problem ?? 'ok'])),
    keys: OF_KEYS[keys()],
    draining: isDraining() ? 'The server is told to stop.' : 'ok',
  }
  const status = isDraining() ? 'stopping' : isReady ? 'ready' : 'unavailable'
  return { httpStatus: isReady ? 200 : 503, body: { status, parts } }
}
