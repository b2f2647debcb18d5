import type { H3Event } from 'h3'
import { AppError } from '../core/errors.ts'
import type { CorsPolicy } from './cors.ts'
import { preflightHeaders } from './cors.ts'
import type { Reply } from './reply.ts'

/** The methods that some path has. */
export const ALL_METHODS = 'GET, HEAD, POST, OPTIONS'

export type Handler = (event: H3Event) => Promise<Reply> | Reply

/** One path and its methods. HEAD, OPTIONS, 405 and CORS follow from it. */
export interface Route {
  /** An h3 pattern, such as `/api/v1/quilts/:id`. */
  readonly path: string
  readonly get?: Handler
  readonly post?: Handler
  readonly cors: CorsPolicy
  /** True if its handlers count requests themselves, or if it has no limit. */
  readonly countsItself?: boolean
}

function allowedMethods({ get, post }: Route): string {
  return [
    ...(get === undefined ? [] : ['GET', 'HEAD']),
    ...(post === undefined ? [] : ['POST']),
    'OPTIONS',
  ].join(', ')
}

/**
 * Whether this request is to be counted here, because nothing behind counts it: a document, a wrong method.
 * A preflight is not: its answer costs no more than a refusal, which a browser would report to nobody.
 */
export function isUncounted(route: Route, method: string): boolean {
  if (method === 'OPTIONS') return false
  if (!route.countsItself) return true
  return method === 'POST'
    ? route.post === undefined
    : !['GET', 'HEAD'].includes(method) || route.get === undefined
}

/** @param allow the methods that the path has, as in the header. */
export function methodNotAllowed(allow: string): AppError {
  return new AppError('method_not_allowed', `Use one of: ${allow}.`, { headers: { allow } })
}

/** The route as one handler for all methods (D11: 405 before anything else, D13). */
export function dispatcher(route: Route): Handler {
  const allow = allowedMethods(route)
  const handlers = new Map<string, Handler | undefined>([
    ['GET', route.get],
    ['HEAD', route.get],
    ['POST', route.post],
    ['OPTIONS', () => ({ status: 204, headers: { allow, ...preflightHeaders(allow) }, body: null })],
  ])
  return (event) => {
    const handler = handlers.get(event.req.method)
    if (handler !== undefined) return handler(event)
    throw methodNotAllowed(allow)
  }
}
