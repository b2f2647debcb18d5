import type { Auth } from '../auth/index.ts'
import type { Reply } from '../http/reply.ts'
import { anyOrigin, type CorsPolicy, type Handler, type Route } from '../http/router.ts'
import { fabricCard, lineCard, paletteCard } from './cards.ts'
import { catalogFileRoutes } from './catalog-file.ts'
import { comparePage, fabricPage, linePage, makerPage } from './fabric.ts'
import { categoryPage, guideIndexPage, guidePage } from './guide-pages.ts'
import { homeRoutes } from './home.ts'
import { itemPage, itemPng, itemSvg } from './item.ts'
import { legalRoutes, type Operator } from './legal.ts'
import { libraryPage } from './library.ts'
import { createPageAccess, type OwnPage, type PublicPage, type Sources } from './page-access.ts'
import { addToPalette, palettePage, paletteTable } from './palette.ts'
import { PATHS } from './paths.ts'
import { createFailurePage, type FailurePage } from './replies.ts'
import { howToSearchPage } from './search-box.ts'
import { createShelf } from './shelf.ts'
import { signInRoutes } from './sign-in.ts'
import { siteAssets } from './site-files.ts'
import { sitemapRoute } from './sitemap.ts'
import { projectPage, projectsPage } from './work.ts'

export interface WebOptions extends Pick<Sources, 'runner' | 'fabrics' | 'projects'> {
  readonly baseUrl: string
  /** The `Link` header of the home page: it names the other published documents. */
  readonly links: string
  /** What agents read in place of the home page. */
  readonly markdown: string
  readonly operator: Operator | undefined
  /** Counts requests, knows who calls, and signs people in. */
  readonly auth: Auth['pages']
  /** Whether this server has the pages. If not, another web application has them (D24), and here is only the home page. */
  readonly hasPages: boolean
}

/** The pages for everybody: fabrics, palettes and guides (D24). */
const PUBLIC: Readonly<Record<string, PublicPage>> = {
  [PATHS.fabrics]: libraryPage,
  [PATHS.howToSearch]: howToSearchPage,
  '/fabrics/:maker': makerPage,
  '/fabrics/:maker/:line': linePage,
  '/fabrics/:maker/:line/card.png': lineCard,
  '/fabrics/:maker/:line/:name/:id': fabricPage,
  '/fabrics/:maker/:line/:name/:id/card.png': fabricCard,
  '/compare': comparePage,
  '/palette': palettePage,
  '/palette/add': addToPalette,
  '/palette.png': paletteCard,
  '/palette.csv': paletteTable,
  '/guides': guideIndexPage,
  '/guides/:category': categoryPage,
  '/guides/:category/:slug': guidePage,
}

/** The pages of the signed-in person (D24). */
const OWN: Readonly<Record<string, OwnPage>> = {
  [PATHS.projects]: projectsPage,
  '/projects/:id': projectPage,
  '/editor/:resource/:id': itemPage,
}

const OWN_PICTURES: Readonly<Record<string, OwnPage<Reply>>> = {
  '/editor/:resource/:id/drawing.svg': itemSvg,
  '/editor/:resource/:id/drawing.png': itemPng,
}

/** Pages of other sites may not read what is of one person. */
const noOrigin = () => ({})

/** The home page, and the pages that the links in answers open (D24). */
export function webRoutes(options: WebOptions): { routes: Route[]; failurePage: FailurePage } {
  const { fabrics, baseUrl, operator, auth, hasPages } = options
  const { pathname, origin } = new URL(baseUrl)
  const root = pathname.replace(/\/+$/, '')
  const assets = siteAssets(root)
  const site = { baseUrl, root, assets: assets.addresses, hasPages }
  const from = { ...options, site, shelf: createShelf(fabrics) }
  const access = createPageAccess(from, auth.gate)
  const routesOf = <Kind>(
    table: Readonly<Record<string, Kind>>,
    handlerOf: (kind: Kind) => Handler,
    cors: CorsPolicy,
  ) => Object.entries(table).map(([path, kind]) => ({ path, get: handlerOf(kind), cors, countsItself: true }))
  const pages = [
    ...routesOf(PUBLIC, access.open, anyOrigin),
    ...routesOf(OWN, access.own, noOrigin),
    ...routesOf(OWN_PICTURES, access.picture, noOrigin),
    ...signInRoutes(site, access, auth, origin),
    sitemapRoute(from, access),
  ]
  const routes = [
    ...homeRoutes(site, options),
    ...assets.routes,
    ...legalRoutes(site, operator),
    ...catalogFileRoutes(fabrics, access, baseUrl),
    ...(hasPages ? pages : []),
  ]
  return { routes, failurePage: createFailurePage(site) }
}
