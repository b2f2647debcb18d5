import { isLoopbackHost } from '../core/links.ts'

/** What `/mcp` answers for and to. Loopback names are allowed if it listens there, local pages if `baseUrl` is local. */
export function hostAndOriginChecks(settings: {
  readonly baseUrl: string
  /** Where it listens. */
  readonly host: string
  readonly allowedOrigins: readonly string[]
}) {
  const own = new URL(settings.baseUrl)
  return {
    /** @param value of a `Host` header. */
    isHostAllowed(value: string): boolean {
      const host = value.toLowerCase()
      const isLocal = isLoopbackHost(settings.host) && isLoopbackHost(host.replace(/:\d+$/, ''))
      return host === own.host || isLocal
    },
    isOriginAllowed(value: string): boolean {
      const isLocal = isLoopbackHost(own.hostname) && isLoopbackHost(URL.parse(value)?.hostname ?? '')
      return settings.allowedOrigins.includes(value) || isLocal
    },
  }
}
