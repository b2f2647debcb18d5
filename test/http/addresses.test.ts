import { expect, it } from 'vitest'
import { clientAddress, subscriberOf } from '../../src/http/addresses.ts'

const addressOf = (peer: string | undefined, forwarded: string | undefined, trustedProxies: number): string =>
  subscriberOf(clientAddress(peer, forwarded ?? null, trustedProxies))

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  [undefined, 'unknown'],
])('[D36.1] the peer %s counts as %s', (peer, expected) => {
  expect(addressOf(peer, undefined, 0)).toBe(expected)
})

it.each([
  [0, '198.51.100.1', '192.0.2.9'],
  [1, '198.51.100.1', '198.51.100.1'],
  [1, 'a, 198.51.100.1', '198.51.100.1'],
  [2, '198.51.100.1, 10.0.0.1', '198.51.100.1'],
  [2, 'a, b, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
  [2, '198.51.100.1', '192.0.2.9'],
  [1, '198.51.100.1:4711', '198.51.100.1'],
  [1, '[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  [1, '', '192.0.2.9'],
  [1, undefined, '192.0.2.9'],
  [1, '198.51.100.1, made-up-17', '192.0.2.9'],
  [1, '198.51.100.256', '192.0.2.9'],
  [1, '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
])('[D36.1] behind %i proxies, X-Forwarded-For %s counts as %s', (proxies, forwarded, expected) => {
  expect(addressOf('192.0.2.9', forwarded, proxies)).toBe(expected)
})
