import { SUPPLY_CATEGORIES } from '../core/rooms.ts'
import { documentHandler, hasSameVersion } from '../http/document.ts'
import { guidesOf } from './guide-pages.ts'
import type { PublicPage, Visit } from './handlers.ts'
import { fragmentOf, html } from './html.ts'
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

/** The pages of fabrics and guides, except those of single fabrics, to which the pages of lines lead. */
async function pagesToFind(request: Visit): Promise<readonly string[]> {
  const guides = SUPPLY_CATEGORIES.map(async (category) => {
    const entries = await guidesOf(request, category)
    return [PATHS.guides(category), ...entries.map(({ slug }) => PATHS.guide(category, slug))]
  })
  const cards = (await request.fabrics.makers()).flatMap((maker) => [
    PATHS.maker(maker),
    ...maker.collections.map((line) => PATHS.line({ ...maker, ...line })),
  ])
  const fixed = [PATHS.fabrics, PATHS.howToSearch, '/palette', '/guides']
  return [...fixed, ...(await Promise.all(guides)).flat(), ...cards]
}

/** The limit of sitemaps.org, less what is there without pages. */
const MOST_PAGES = 49_000

/** Of documents and pages. */
export const sitemap: PublicPage = async (request) => {
  const { site, event } = request
  const pages = site.hasPages ? await pagesToFind(request) : []
  const urls = pages
    .slice(0, MOST_PAGES)
    .map((path) => html`  <url><loc>${site.baseUrl}${path}</loc></url>\n`)
  const body = fragmentOf('sitemap.xml', { baseUrl: site.baseUrl, urls }).text
  return documentHandler({ contentType: 'application/xml', body })(event)
}
