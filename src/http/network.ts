import { BlockList, isIP, isIPv6 } from 'node:net'

/** A set of IP networks. */
export interface Network {
  includes(address: string): boolean
}

/** Networks in CIDR notation, separated by commas; `undefined` if one is not valid. */
export function parseNetwork(text: string): Network | undefined {
  const list = new BlockList()
  for (const range of text.split(',')) {
    const [, address = '', prefix = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(range) ?? []
    const family = isIP(address)
    if (family === 0 || Number(prefix) > (family === 6 ? 128 : 32)) return undefined
    list.addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    includes: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  }
}
