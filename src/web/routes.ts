import { tools as named } from '../../tools/index.ts'
import type { Auth } from '../auth/index.ts'
import { notFound } from '../core/errors.ts'
import type { Fabrics, Projects, SupplyCategory } from '../core/rooms.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import type { Tool } from '../core/tool.ts'
import { anyOrigin, type Route } from '../http/router.ts'
import { catalogFileRoutes } from './catalog-file.ts'
import { comparePage, fabricAt, fabricCard, fabricPage, lineCard, linePage, makerPage } from './fabric.ts'
import type { Site } from './frame.ts'
import { categoryPage, guideIndexPage, guidePage, isCategory } from './guide-pages.ts'
import { homeRoutes } from './home.ts'
import { legalRoutes, type Operator } from './legal.ts'
import { libraryPage } from './library.ts'
import { ownRoutes } from './own-routes.ts'
import { type Asked, createPageAccess, type PageAccess } from './page-access.ts'
import { addToPalette, palettePage, palettePicture, paletteTable } from './palette.ts'
import { createFailurePage, type FailurePage } from './replies.ts'
import { howToSearchPage } from './search-box.ts'
import { createShelf, type Shelf } from './shelf.ts'
import { siteAssets } from './site-files.ts'
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
  readonly operator: Operator | undefined
  /** Counts requests, and knows who calls. */
  readonly gate: Auth['pages']['gate']
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
export function webRoutes({
  tools,
  runner,
  fabrics,
  projects,
  baseUrl,
  links,
  operator,
  gate: ofPages,
  pages,
}: WebOptions): Web {
  const root = rootOf(baseUrl)
  const assets = siteAssets(root)
  const site: Site = { baseUrl, root, assets: assets.addresses, hasPages: pages !== undefined }
  const home = homeRoutes({ tools, baseUrl, links, site })
  const failurePage = createFailurePage(site)
  const gate = createPageAccess(site, ofPages)
  const files = catalogFileRoutes(fabrics, gate, baseUrl)
  const forAll = [...home, ...assets.routes, ...files, ...legalRoutes(site, operator)]
  if (pages === undefined) return { routes: forAll, failurePage }

  const shelf = createShelf(fabrics)
  const { origin } = new URL(baseUrl)
  const { signIn, sessions } = pages
  const routes = [
    ...forAll,
    sitemapRoute(site, gate, runner, shelf),
    ...publicRoutes({ site, gate, runner, fabrics, shelf }),
    ...ownRoutes({ site, gate, runner, fabrics, projects, origin, signIn, sessions }),
  ]
  return { routes, failurePage }
}

interface PublicRouteOptions {
  readonly site: Site
  readonly gate: PageAccess
  readonly runner: ToolRunner
  readonly fabrics: Fabrics
  readonly shelf: () => Promise<Shelf>
}

/** The most guides that one call returns. A category has fewer. */
const ALL_GUIDES = 25

/** The pages for everybody: fabrics, palettes and guides (D24). */
function publicRoutes({ site, gate, runner, fabrics, shelf }: PublicRouteOptions): Route[] {
  const guidesOf = async (category: SupplyCategory, query?: string) =>
    (await runner.run(named.browseSupplies, { category, query, limit: ALL_GUIDES }, undefined)).data

  function categoryIn(asked: Asked): SupplyCategory {
    const category = asked.path('category')
    if (!isCategory(category)) throw notFound()
    return category
  }

  async function guide(asked: Asked) {
    const category = categoryIn(asked)
    const { items } = await guidesOf(category)
    const found = items.find(({ slug }) => slug === asked.path('slug'))
    if (found === undefined) throw notFound()
    return guidePage(
      site,
      category,
      found,
      items.filter((each) => each !== found),
    )
  }

  async function lineIn(asked: Asked) {
    const known = await shelf()
    const line = known.line(asked.path('maker'), asked.path('line'))
    if (line === undefined) throw notFound()
    return { known, line }
  }

  async function fabric(asked: Asked) {
    const known = await shelf()
    const found = await fabricAt(known, asked)
    const { items } = await guidesOf('fabric-brands')
    const brand = items.find(({ name }) => name === found.manufacturer)
    return fabricPage(site, fabrics, known, found, brand)
  }

  const page = (path: string, make: Parameters<PageAccess['open']>[0]): Route => ({
    path,
    get: gate.open(make),
    cors: anyOrigin,
  })
  return [
    page('/fabrics', async (asked) => libraryPage(site, fabrics, await shelf(), asked)),
    page('/fabrics/how-to-search', () => howToSearchPage(site)),
    page('/fabrics/:maker', async (asked) => {
      const known = await shelf()
      const maker = known.maker(asked.path('maker'))
      if (maker === undefined) throw notFound()
      return makerPage(site, known, maker)
    }),
    page('/fabrics/:maker/:line', async (asked) => {
      const { known, line } = await lineIn(asked)
      return linePage(site, known, line)
    }),
    page('/fabrics/:maker/:line/card.png', async (asked) => {
      const { known, line } = await lineIn(asked)
      return lineCard(known, line)
    }),
    page('/fabrics/:maker/:line/:name/:id', fabric),
    page('/fabrics/:maker/:line/:name/:id/card.png', async (asked) => {
      const known = await shelf()
      return fabricCard(known, await fabricAt(known, asked))
    }),
    page('/compare', async (asked) => comparePage(site, await shelf(), asked)),
    page('/palette', (asked) => palettePage(site, fabrics, asked)),
    page('/palette/add', (asked) => addToPalette(site, fabrics, asked)),
    page('/palette.png', (asked) => palettePicture(fabrics, asked)),
    page('/palette.csv', (asked) => paletteTable(fabrics, asked)),
    page('/guides', () => guideIndexPage(site)),
    page('/guides/:category', async (asked) => {
      const category = categoryIn(asked)
      const { items, totalMatching } = await guidesOf(category)
      return categoryPage(site, category, items, totalMatching)
    }),
    page('/guides/:category/:slug', guide),
  ]
}
