import type { Logger } from '../core/log.ts'
import type { Observer } from '../http/record.ts'

/**
 * Says once that requests seem to come through a proxy that is not trusted. For a server with `TRUST_PROXY` 0
 * only: then all anonymous callers behind the proxy share one limit, and nothing else would tell why.
 */
export function createProxyCheck(log: Logger): Observer {
  let isSaid = false
  return ({ headers }) => {
    if (isSaid || !headers.has('x-forwarded-for')) return
    isSaid = true
    log.warn(
      {},
      'requests have X-Forwarded-For, but TRUST_PROXY is 0; if a proxy is in front, set TRUST_PROXY',
    )
  }
}
