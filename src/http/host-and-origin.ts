import { isLoopbackHost } from '../core/links.ts'

/** Whether a `Host` header names this server: the host of `baseUrl`, or a loopback name if it listens on loopback. */
export function hostCheck({ baseUrl, host }: { readonly baseUrl: string; readonly host: string }) {
  const own = new URL(baseUrl).host
  const local = isLoopbackHost(host)
  return (value: string): boolean => {
    const host = value.toLowerCase()
    return host === own || (local && isLoopbackHost(host.replace(/:\d+$/, '')))
  }
}

/** Whether a page of this origin may call `/mcp`: a configured one, or a local one if `baseUrl` is local. */
export function originCheck(options: {
  readonly baseUrl: string
  readonly allowedOrigins: readonly string[]
}) {
  const allowed = new Set(options.allowedOrigins)
  const local = isLoopbackHost(new URL(options.baseUrl).hostname)
  return (value: string): boolean =>
    allowed.has(value) || (local && URL.canParse(value) && isLoopbackHost(new URL(value).hostname))
}
