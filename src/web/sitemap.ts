import { anyOrigin } from '../http/cors.ts'
import { documentHandler } from '../http/document.ts'
import type { Route } from '../http/route.ts'
import { PAGES_SITEMAP } from '../kit/contract.ts'
import { escapeHtml } from '../kit/html.ts'
import { SUPPLY_CATEGORIES } from '../kit/repositories.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { ASK, type CallTool } from './data.ts'
import type { Gate } from './gate.ts'
import type { Site } from './layout.ts'
import { PATHS } from './parts.ts'

/** A sitemap may have no more (sitemaps.org). */
const MOST_PAGES = 50_000

/** Every page for everybody but single fabrics: collections lead to those. */
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

/** The sitemap of the pages: it follows the catalog, so it is made when it is asked for. */
export function sitemapRoute(site: Site, gate: Gate, call: CallTool, catalog: CatalogIndex): Route {
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
