import { isIPv6 } from 'node:net'
import type { H3Event } from 'h3'

/** The network part that one subscriber gets: counting single IPv6 addresses would limit nobody. */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}

/** IPv4 without the IPv6 form that a socket listening on both gives it. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/**
 * Where a request comes from: the peer's address, or with `trustedProxies` proxies in front the
 * address that the outermost of them saw. Anything left of that in `X-Forwarded-For` is the
 * client's own claim and not believed.
 */
export function clientAddress(event: H3Event, trustedProxies: number): string {
  const peer = event.req.ip ?? 'unknown'
  if (trustedProxies === 0) return unmapped(peer)
  const forwarded = (event.req.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => withoutPort(address.trim()))
    .filter((address) => address !== '')
  return unmapped(forwarded.at(-trustedProxies) ?? peer)
}
