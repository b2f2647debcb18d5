import type { Auth } from '../auth/index.ts'
import type { Fabrics, Projects } from '../core/repositories.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import type { Tool } from '../core/tool.ts'
import type { Route } from '../http/router.ts'
import { siteAssets } from './assets.ts'
import { createCatalogIndex } from './catalog-index.ts'
import { createCallTool } from './data.ts'
import { createFailurePage, type FailurePage } from './failure-page.ts'
import { homeRoutes } from './home.ts'
import type { Site } from './layout.ts'
import { createPageAccess } from './page-access.ts'
import { privateRoutes } from './private-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { sitemapRoute } from './sitemap.ts'

export interface WebOptions {
  readonly tools: readonly Tool[]
  readonly runner: ToolRunner
  /** For lists of makers and collections, which no tool has. */
  readonly fabrics: Fabrics
  readonly projects: Projects
  readonly baseUrl: string
  /** The `Link` header of the home page: it names the other published documents. */
  readonly links: string
  /**
   * Who may see the pages; `undefined` if another web application has them (D24). Then there is only the home
   * page.
   */
  readonly pages: Auth['pages'] | undefined
}

export interface Web {
  readonly routes: Route[]
  readonly failurePage: FailurePage
}

/** The path of a base URL without a trailing slash. It is usually empty. */
const rootOf = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/+$/, '')

/** The home page, and the pages that the links in answers open (D24). */
export function webRoutes({ tools, runner, fabrics, projects, baseUrl, links, pages }: WebOptions): Web {
  const root = rootOf(baseUrl)
  const assets = siteAssets(root)
  const site: Site = { baseUrl, root, assets: assets.addresses, hasPages: pages !== undefined }
  const home = homeRoutes({ tools, baseUrl, links, site })
  const failurePage = createFailurePage(site)
  if (pages === undefined) return { routes: [...home, ...assets.routes], failurePage }

  const gate = createPageAccess(site, pages.gate)
  const call = createCallTool(tools, runner)
  const catalog = createCatalogIndex(fabrics)
  const { origin } = new URL(baseUrl)
  const routes = [
    ...home,
    ...assets.routes,
    sitemapRoute(site, gate, call, catalog),
    ...publicRoutes({ site, gate, call, catalog }),
    ...privateRoutes({
      site,
      gate,
      call,
      ownProjects: projects,
      origin,
      signIn: pages.signIn,
      sessions: pages.sessions,
    }),
  ]
  return { routes, failurePage }
}
