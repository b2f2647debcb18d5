import { randomUUID } from 'node:crypto'
import type { H3Event } from 'h3'
import type { RequestContext } from '../core/request.ts'
import { clientAddress } from './host-and-origin.ts'

declare module 'h3' {
  interface H3EventContext {
    request?: RequestContext
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** The id is the client's `X-Request-Id`, if that is a plain one. */
export function openContext({ context, req, url }: H3Event, trustedProxies: number): RequestContext {
  const { method, headers, ip } = req
  const given = headers.get('x-request-id') ?? ''
  const request = {
    requestId: REQUEST_ID.test(given) ? given : randomUUID(),
    method,
    headers,
    search: url.search,
    address: clientAddress(ip, headers.get('x-forwarded-for'), trustedProxies),
  }
  context.request = request
  return request
}

/** Throws outside of `createHttpApp`, which opens the context. */
export function contextOf({ context: { request } }: H3Event): RequestContext {
  if (request === undefined) throw new Error('The request has no context.')
  return request
}
