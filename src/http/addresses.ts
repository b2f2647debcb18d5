import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address is in one of several networks, in CIDR notation; `undefined` if one is not valid. */
export function networkCheck(ranges: readonly string[]): ((address: string) => boolean) | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [, address = '', prefix = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(range) ?? []
    const family = isIP(address)
    if (family === 0 || Number(prefix) > (family === 6 ? 128 : 32)) return undefined
    list.addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Without a port and the IPv6 form of an IPv4 address (`::ffff:192.0.2.1`). */
function plainAddress(address: string) {
  return address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i, '$1')
}

/**
 * The peer's address, or the one that the outermost trusted proxy saw. The client can invent anything to the left of
 * that in `X-Forwarded-For`, and must not get a limit for each invention.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  const direct = plainAddress(peer ?? 'unknown')
  if (trustedProxies === 0 || forwardedFor === null) return direct
  const forwarded = forwardedFor.split(',').map((address) => plainAddress(address.trim()))
  const address = forwarded.filter((address) => address !== '').at(-trustedProxies) ?? ''
  return isIP(address) === 0 ? direct : address
}

/** The key of a limit: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber has whole. */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address
  const given = address.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - given.length }, () => '0').join(':')
  const groups = address.replace('::', `:${zeros}:`).split(':')
  const network = groups.filter((group) => group !== '').slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
