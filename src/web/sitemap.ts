import { tools } from '../../tools/index.ts'
import { PAGES_SITEMAP } from '../core/contract.ts'
import { html } from '../core/html.ts'
import { SUPPLY_CATEGORIES } from '../core/rooms.ts'
import { anyOrigin, documentHandler, type Route } from '../http/router.ts'
import type { PageAccess, Sources } from './page-access.ts'
import { PATHS } from './paths.ts'

/** The largest number of addresses in a sitemap (sitemaps.org). */
const MOST_PAGES = 50_000

/** Every public page, except the pages of single fabrics, to which the pages of lines lead. */
async function pathsOf({ runner, shelf }: Sources): Promise<string[]> {
  const guides = SUPPLY_CATEGORIES.map(async (category) => {
    const { data } = await runner.run(tools.browseSupplies, { category }, undefined)
    return [PATHS.guides(category), ...data.items.map(({ slug }) => PATHS.guide(category, slug))]
  })
  const { makers, lines } = await shelf()
  const cards = [...makers.map(({ manufacturer }) => PATHS.maker(manufacturer)), ...lines.keys()]
  const fixed = [PATHS.fabrics, PATHS.howToSearch, '/palette', '/guides']
  return [...fixed, ...(await Promise.all(guides)).flat(), ...cards].slice(0, MOST_PAGES)
}

/** The sitemap of the pages. It is made when it is asked for, because it follows the catalog. */
export const sitemapRoute = (from: Sources, access: PageAccess): Route => ({
  path: PAGES_SITEMAP,
  cors: anyOrigin,
  countsItself: true,
  get: access.counted(async (event) => {
    const paths = await pathsOf(from)
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${html`${paths.map((path) => html`  <url><loc>${from.site.baseUrl}${path}</loc></url>\n`)}`.text}</urlset>
`
    return documentHandler({ contentType: 'application/xml', body })(event)
  }),
})
