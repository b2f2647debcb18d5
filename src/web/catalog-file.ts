import { readFileSync } from 'node:fs'
import type { H3Event } from 'h3'
import { inBatches } from '../core/batches.ts'
import type { Fabrics } from '../core/rooms.ts'
import type { Reply } from '../http/reply.ts'
import { anyOrigin, documentRoute, isKnown, type Route } from '../http/router.ts'
import type { PageAccess } from './page-access.ts'

/** Where the data come from, and under which licences. */
export const SOURCES_PATH = '/fabrics/sources.txt'
const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const
type Format = keyof typeof CONTENT_TYPES
/** The whole catalog as a file, in both formats (D42). */
export const CATALOG_FILES = ['/fabrics.csv', '/fabrics.ndjson']

/** Many lines at a time: a line by itself would be a write to the socket. */
async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const some of inBatches(lines)) yield Buffer.from(some.join(''))
}

function isUnchangedSince({ req }: H3Event, changedAt: Date | undefined): boolean {
  const since = req.headers.get('if-modified-since')
  // A tag, if one is given, says more (RFC 9110 §13.1.3).
  if (since === null || changedAt === undefined || req.headers.has('if-none-match')) return false
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= Date.parse(since)
}

/** `/fabrics.csv`, `/fabrics.ndjson` and their sources: for readers who want everything in one request. */
export function catalogFileRoutes(fabrics: Fabrics, access: PageAccess, baseUrl: string): Route[] {
  const file = (format: Format) =>
    access.counted(async (event): Promise<Reply> => {
      const etag = `"${await fabrics.version()}.${format}"`
      const changedAt = await fabrics.changedAt()
      const day = changedAt === undefined ? '' : `-${changedAt.toISOString().slice(0, 10)}`
      const headers = {
        etag,
        ...(changedAt === undefined ? {} : { 'last-modified': changedAt.toUTCString() }),
        'cache-control': 'public, max-age=300',
        'content-type': CONTENT_TYPES[format],
        'content-disposition': `attachment; filename="fabrics${day}.${format}"`,
        link: `<${baseUrl}${SOURCES_PATH}>; rel="license"`,
      }
      if (isKnown(event, etag) || isUnchangedSince(event, changedAt))
        return { status: 304, headers, body: null }
      if (event.req.method === 'HEAD') return { status: 200, headers, body: null }
      return { status: 200, headers, body: ReadableStream.from(inPieces(fabrics.file(format))) }
    })
  const sources = readFileSync(new URL('../../data/SOURCES.md', import.meta.url), 'utf8')
  const shared = { cors: anyOrigin, countsItself: true }
  return [
    { ...shared, path: '/fabrics.csv', get: file('csv') },
    { ...shared, path: '/fabrics.ndjson', get: file('ndjson') },
    documentRoute({ path: SOURCES_PATH, contentType: 'text/plain; charset=utf-8', body: sources }),
  ]
}
