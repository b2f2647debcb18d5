import { createHash } from 'node:crypto'
import { once } from '../core/once.ts'
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

const answersOf = once(({ contentType, body, maxAge = 3600, headers = {} }: Content) => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const shared = { etag, 'cache-control': `public, max-age=${maxAge}`, ...headers }
  return {
    etag,
    whole: { status: 200, headers: { 'content-type': contentType, ...shared }, body },
    unchanged: { status: 304, headers: shared, body: null },
  }
})

/** Answers with a text that stays as it is, with an ETag and 304. The text is read at the first request. */
export function documentHandler(content: Content): Handler {
  return (event) => {
    const { etag, whole, unchanged } = answersOf(content)
    const known = event.req.headers.get('if-none-match') ?? ''
    return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
      ? unchanged
      : whole
  }
}

/** A document that everyone may read. */
export function documentRoute(document: Document): Route {
  return { path: document.path, cors: anyOrigin, get: documentHandler(document) }
}
