import { createHash } from 'node:crypto'
import { anyOrigin } from './cors.ts'
import type { Handler, Route } from './route.ts'

export interface Content {
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
  /** For how many seconds anyone may keep it. */
  readonly maxAge?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Document extends Content {
  readonly path: string
}

/** Answers with a text that was made in advance, with an ETag and 304. */
export function documentHandler({ contentType, body, maxAge = 3600, headers = {} }: Content): Handler {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const shared = { etag, 'cache-control': `public, max-age=${maxAge}`, ...headers }
  const whole = { status: 200, headers: { 'content-type': contentType, ...shared }, body }
  const unchanged = { status: 304, headers: shared, body: null }
  return (event) => {
    const known = event.req.headers.get('if-none-match') ?? ''
    return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
      ? unchanged
      : whole
  }
}

/** A document made at start, readable by everyone. */
export function documentRoute({ path, ...content }: Document): Route {
  return { path, cors: anyOrigin, get: documentHandler(content) }
}
