import type { PageAccess } from '../auth/page-access.ts'
import type { Answers } from '../core/answers.ts'
import type { Logger } from '../core/log.ts'
import type { Fabrics } from '../core/repositories.ts'
import type { Tool } from '../core/tool.ts'
import { anyOrigin, type Route } from '../http/router.ts'
import { siteAssets } from './assets.ts'
import { createCatalogIndex } from './catalog-index.ts'
import { createCallTool } from './data.ts'
import { createGate } from './gate.ts'
import { homeRoutes } from './home.ts'
import type { Site } from './layout.ts'
import { privateRoutes } from './private-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { sitemapRoute } from './sitemap.ts'

export interface WebOptions {
  readonly tools: readonly Tool[]
  readonly answers: Answers
  /** For lists of makers and collections, which no tool has. */
  readonly fabrics: Fabrics
  readonly baseUrl: string
  /** The `Link` header of the home page: it names the other published documents. */
  readonly links: string
  /**
   * Who may see the pages; `undefined` if another web application has them (D24). Then there is only the home
   * page.
   */
  readonly pages: PageAccess | undefined
  readonly log: Logger
}

/** The path of a base URL without a trailing slash. It is usually empty. */
const rootOf = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/+$/, '')

/** The home page, and the pages that the links in answers open (D24). */
export function webRoutes({ tools, answers, fabrics, baseUrl, links, pages, log }: WebOptions): Route[] {
  const root = rootOf(baseUrl)
  const assets = siteAssets(root)
  const site: Site = { baseUrl, root, assets: assets.addresses, hasPages: pages !== undefined }
  const home = homeRoutes({ tools, baseUrl, links, site })
  if (pages === undefined) return [...home, ...assets.routes]

  const gate = createGate({ site, admission: pages.admission, log })
  const call = createCallTool(tools, answers)
  const catalog = createCatalogIndex(fabrics)
  const { origin } = new URL(baseUrl)
  return [
    ...home,
    ...assets.routes,
    sitemapRoute(site, gate, call, catalog),
    ...publicRoutes({ site, gate, call, catalog }),
    ...privateRoutes({ site, gate, call, origin, signIn: pages.signIn, sessions: pages.sessions }),
    ...['fabrics', 'guides', 'projects', 'editor', 'sign-in'].map((place) => ({
      path: `/${place}/**`,
      get: gate.nothing,
      cors: anyOrigin,
    })),
  ]
}
