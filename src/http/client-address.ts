import { isIPv6 } from 'node:net'
import type { H3Event } from 'h3'

/**
 * The part of an address that one subscriber gets. A limit on single IPv6 addresses would limit nobody,
 * because a subscriber has so many.
 */
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

/** An IPv4 address, even if a socket for both families shows it in IPv6 form. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/**
 * Where a request comes from: the peer's address, or with `trustedProxies` proxies in front the
 * address that the outermost of them saw. The client can invent anything to the left of that in
 * `X-Forwarded-For`, so it is ignored.
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
