import { tools } from '../../tools/index.ts'
import { PAGES_SITEMAP } from '../core/contract.ts'
import { html } from '../core/html.ts'
import { SUPPLY_CATEGORIES } from '../core/rooms.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import { anyOrigin, documentHandler, type Route } from '../http/router.ts'
import { PATHS } from './cloth.ts'
import type { Site } from './frame.ts'
import type { PageAccess } from './page-access.ts'
import type { Shelf } from './shelf.ts'

/** The largest number of addresses in a sitemap (sitemaps.org). */
const MOST_PAGES = 50_000

/** Every public page, except the pages of single fabrics, to which the pages of lines lead. */
async function pathsOf(runner: ToolRunner, { makers }: Shelf): Promise<string[]> {
  const guides = await Promise.all(
    SUPPLY_CATEGORIES.map(async (category) => {
      const { data } = await runner.run(tools.browseSupplies, { category }, undefined)
      return [
        `/guides/${category}`,
        ...data.items.map(({ slug }) => `/guides/${category}/${encodeURIComponent(slug)}`),
      ]
    }),
  )
  const cards = makers.flatMap(({ manufacturer, collections }) => [
    PATHS.maker(manufacturer),
    ...collections.map(({ collection }) => PATHS.line(manufacturer, collection)),
  ])
  const fixed = ['/fabrics', '/fabrics/how-to-search', '/palette', '/guides']
  return [...fixed, ...guides.flat(), ...new Set(cards)].slice(0, MOST_PAGES)
}

/** The sitemap of the pages. It is made when it is asked for, because it follows the catalog. */
export function sitemapRoute(
  site: Site,
  gate: PageAccess,
  runner: ToolRunner,
  shelf: () => Promise<Shelf>,
): Route {
  return {
    path: PAGES_SITEMAP,
    cors: anyOrigin,
    get: gate.step(async (event) => {
      const paths = await pathsOf(runner, await shelf())
      const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${html`${paths.map((path) => html`  <url><loc>${site.baseUrl}${path}</loc></url>\n`)}`.text}</urlset>
`
      return documentHandler({ contentType: 'application/xml', body })(event)
    }),
  }
}
