import type { MetricSources } from '../../src/operations/metrics.ts'

/** What metrics show of a server that has nothing to do. */
export const QUIET: MetricSources = {
  problems: async () => ({ accounts: undefined }),
  keys: () => 'fresh',
  connections: () => 0,
  busySeconds: () => ({ accounts: 0 }),
  followed: () => undefined,
  connectionsDropped: () => 0,
  linesDropped: () => 0,
}
