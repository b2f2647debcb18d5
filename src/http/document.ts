import { hash } from 'node:crypto'
import type { H3Event } from 'h3'
import type { Reply } from './reply.ts'
import type { Route } from './router.ts'

/** A document that does not change while the server runs. */
interface Content {
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
  /** In seconds; an hour by default. */
  readonly maxAge?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** RFC 9110 §13.1.2 */
export function hasSameVersion({ req }: H3Event, etag: string): boolean {
  const known = req.headers.get('if-none-match') ?? ''
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Answers with an ETag, or with 304 if the client has the document. */
export function documentHandler({ contentType, body: text, maxAge = 3600, headers }: Content) {
  // Bytes, so that answers to slow clients share them and hold no copies.
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const caching = { etag, 'cache-control': `public, max-age=${maxAge}`, ...headers }
  const whole: Reply = { status: 200, headers: { 'content-type': contentType, ...caching }, body }
  const known: Reply = { status: 304, headers: caching, body: null }
  return (event: H3Event): Reply => (hasSameVersion(event, etag) ? known : whole)
}

export function documentRoute(document: Content & { readonly path: string }): Route {
  return { path: document.path, get: documentHandler(document) }
}
