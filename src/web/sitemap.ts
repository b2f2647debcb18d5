import { PAGES_SITEMAP } from '../core/contract.ts'
import { escapeHtml } from '../core/html.ts'
import { SUPPLY_CATEGORIES } from '../core/repositories.ts'
import { anyOrigin, documentHandler, type Route } from '../http/router.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { ASK, type CallTool } from './data.ts'
import type { Site } from './layout.ts'
import type { PageAccess } from './page-access.ts'
import { PATHS } from './parts.ts'

/** The largest number of addresses in a sitemap (sitemaps.org). */
const MOST_PAGES = 50_000

/** Every public page, except the pages of single fabrics, to which the pages of collections lead. */
async function pathsOf(call: CallTool, catalog: CatalogIndex): Promise<string[]> {
  const makers = await catalog.makers()
  const guides = await Promise.all(
    SUPPLY_CATEGORIES.map(async (category) => {
      const { data } = await call(ASK.supplies, { category })
      return [
        `/guides/${category}`,
        ...data.items.map(({ slug }) => `/guides/${category}/${encodeURIComponent(slug)}`),
      ]
    }),
  )
  const collections = makers.flatMap(({ manufacturer, collections }) =>
    collections.map(({ collection }) => PATHS.collection(manufacturer, collection)),
  )
  return ['/fabrics', '/guides', ...guides.flat(), ...new Set(collections)].slice(0, MOST_PAGES)
}

/** The sitemap of the pages. It is made when it is asked for, because it follows the catalog. */
export function sitemapRoute(site: Site, gate: PageAccess, call: CallTool, catalog: CatalogIndex): Route {
  return {
    path: PAGES_SITEMAP,
    cors: anyOrigin,
    get: gate.step(async (event) => {
      const urls = (await pathsOf(call, catalog)).map(
        (path) => `  <url><loc>${escapeHtml(`${site.baseUrl}${path}`)}</loc></url>`,
      )
      const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
      return documentHandler({ contentType: 'application/xml', body })(event)
    }),
  }
}
