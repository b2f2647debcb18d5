import type { H3Event } from 'h3'
import { clientAddress } from './client-address.ts'
import { recordOf } from './record.ts'

/** The parts of a request that say who sends it, and from where. */
export function visitOf(event: H3Event, trustedProxies: number) {
  const { method, headers } = event.req
  return {
    method,
    headers,
    search: event.url.search,
    address: clientAddress(event, trustedProxies),
    record: recordOf(event),
  }
}
