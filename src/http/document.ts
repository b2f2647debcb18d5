import { createHash } from 'node:crypto'
import { anyOrigin } from './cors.ts'
import type { Route } from './route.ts'

export interface Document {
  readonly path: string
  readonly contentType: string
  readonly body: string
  /** Seconds that anyone may keep it. */
  readonly maxAge?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A document made at boot: readable by everyone, with ETag and 304. */
export function documentRoute({ path, contentType, body, maxAge = 3600, headers = {} }: Document): Route {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const shared = { etag, 'cache-control': `public, max-age=${maxAge}`, ...headers }
  const whole = { status: 200, headers: { 'content-type': contentType, ...shared }, body }
  const unchanged = { status: 304, headers: shared, body: null }
  return {
    path,
    cors: anyOrigin,
    get: (event) => {
      const known = event.req.headers.get('if-none-match') ?? ''
      return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ? unchanged : whole
    },
  }
}
