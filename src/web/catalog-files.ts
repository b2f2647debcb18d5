import { hasSameVersion } from '../http/document.ts'
import type { PublicPage } from './handlers.ts'
import { PATHS } from './paths.ts'

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const

/** The whole catalog as a file (D42). */
export const catalogFile =
  (format: keyof typeof CONTENT_TYPES): PublicPage =>
  async ({ fabrics, site, event }) => {
    const etag = `"${await fabrics.version()}.${format}"`
    const changed = (await fabrics.changedAt()) ?? new Date()
    const modified = changed.toUTCString()
    const name = `fabrics-${changed.toISOString().slice(0, 10)}.${format}`
    const headers = {
      etag,
      'last-modified': modified,
      'cache-control': 'public, max-age=300',
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name}"`,
      link: `<${site.baseUrl}${PATHS.sources}>; rel="license"`,
    }
    const { method, headers: given } = event.req
    // `If-None-Match` goes before a date (RFC 9110 §13.1.3).
    const isOld = !given.has('if-none-match') && given.get('if-modified-since') === modified
    if (hasSameVersion(event, etag) || isOld) return { status: 304, headers, body: null }
    const whole = () => ReadableStream.from(fabrics.file(format)).pipeThrough(new TextEncoderStream())
    return { status: 200, headers, body: method === 'HEAD' ? null : whole() }
  }
