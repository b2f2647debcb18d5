import { tools } from '../../tools/index.ts'
import { PAGES_SITEMAP } from '../core/contract.ts'
import { html } from '../core/html.ts'
import { SUPPLY_CATEGORIES } from '../core/rooms.ts'
import { anyOrigin, documentHandler, type Route } from '../http/router.ts'
import { PATHS } from './cloth.ts'
import { guidePath } from './guide-pages.ts'
import type { PageAccess, Sources } from './page-access.ts'

/** The largest number of addresses in a sitemap (sitemaps.org). */
const MOST_PAGES = 50_000

/** Every public page, except the pages of single fabrics, to which the pages of lines lead. */
async function pathsOf({ runner, shelf }: Sources): Promise<string[]> {
  const guides = SUPPLY_CATEGORIES.map(async (category) => {
    const { data } = await runner.run(tools.browseSupplies, { category }, undefined)
    return [`/guides/${category}`, ...data.items.map(({ slug }) => guidePath(category, slug))]
  })
  const cards = (await shelf()).makers.flatMap(({ manufacturer, collections }) => [
    PATHS.maker(manufacturer),
    ...collections.map(({ collection }) => PATHS.line(manufacturer, collection)),
  ])
  const fixed = ['/fabrics', '/fabrics/how-to-search', '/palette', '/guides']
  return [...fixed, ...(await Promise.all(guides)).flat(), ...new Set(cards)].slice(0, MOST_PAGES)
}

/** The sitemap of the pages. It is made when it is asked for, because it follows the catalog. */
export const sitemapRoute = (from: Sources, gate: PageAccess): Route => ({
  path: PAGES_SITEMAP,
  cors: anyOrigin,
  get: gate.step(async (event) => {
    const paths = await pathsOf(from)
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${html`${paths.map((path) => html`  <url><loc>${from.site.baseUrl}${path}</loc></url>\n`)}`.text}</urlset>
`
    return documentHandler({ contentType: 'application/xml', body })(event)
  }),
})
