import type { Auth } from '../auth/index.ts'
import { PAGES_SITEMAP } from '../core/contract.ts'
import { anyOrigin, type CorsPolicy, type Handler } from '../http/router.ts'
import { fabricCard, lineCard, paletteCard } from './cards.ts'
import { catalogFile, sitemap } from './catalog-files.ts'
import { comparePage, fabricPage, linePage, makerPage } from './fabric.ts'
import { categoryPage, guideIndexPage, guidePage } from './guide-pages.ts'
import { createHandlers, type OwnPage, type PublicPage, type Sources } from './handlers.ts'
import { homeRoutes, legalRoutes, type Operator } from './home.ts'
import { itemPage, itemPng, itemSvg } from './item.ts'
import { libraryPage } from './library.ts'
import { addToPalette, palettePage, paletteTable } from './palette.ts'
import { PATHS } from './paths.ts'
import { howToSearchPage } from './search-box.ts'
import { createShelf } from './shelf.ts'
import { signInPages } from './sign-in-pages.ts'
import { siteAssets } from './site-files.ts'
import { projectPage, projectsPage } from './work.ts'

interface WebOptions extends Pick<Sources, 'runner' | 'fabrics' | 'projects'> {
  readonly baseUrl: string
  /** The `Link` header of the home page, for other published documents. */
  readonly links: string
  /** The home page for agents. */
  readonly markdown: string
  readonly operator: Operator | undefined
  readonly auth: Auth['pages']
  /** If not, another web application has the pages (D24), and this server only the home page. */
  readonly hasPages: boolean
}

type Pages<Kind> = Readonly<Record<string, Kind>>

/** With or without pages. */
const CATALOG_FILES: Pages<PublicPage> = {
  '/fabrics.csv': catalogFile('csv'),
  '/fabrics.ndjson': catalogFile('ndjson'),
}

/** For everybody (D24). */
const PUBLIC: Pages<PublicPage> = {
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
  [PAGES_SITEMAP]: sitemap,
}

/** For their owner (D24). */
const OWN: Pages<OwnPage> = {
  [PATHS.projects]: projectsPage,
  '/projects/:id': projectPage,
  '/editor/:resource/:id': itemPage,
}
const OWN_PICTURES: Pages<OwnPage> = {
  '/editor/:resource/:id/drawing.svg': itemSvg,
  '/editor/:resource/:id/drawing.png': itemPng,
}

/** Other sites may not read private pages. */
const noOrigin = () => ({})

/** The home page, and the pages that links in answers open (D24). */
export function webRoutes(options: WebOptions) {
  const { fabrics, baseUrl, operator, auth, hasPages } = options
  const root = new URL(baseUrl).pathname.replace(/\/+$/, '')
  const assets = siteAssets(root)
  const site = { baseUrl, root, assets: assets.addresses, hasPages }
  const { runner, projects } = options
  const sources: Sources = { site, runner, fabrics, projects, shelf: createShelf(fabrics) }
  const { forEverybody, forOwner, failurePage } = createHandlers(sources, auth.gate)
  const { steps, signOut } = signInPages(auth)

  const routesOf = <Kind>(pages: Pages<Kind>, handlerOf: (page: Kind) => Handler, cors: CorsPolicy) =>
    Object.entries(pages).map(([path, page]) => ({ path, get: handlerOf(page), cors, countsItself: true }))
  const pages = [
    ...routesOf(PUBLIC, forEverybody, anyOrigin),
    ...routesOf(steps, forEverybody, noOrigin),
    { path: '/sign-out', post: forEverybody(signOut), cors: noOrigin, countsItself: true },
    ...routesOf(OWN, (page) => forOwner(page, false), noOrigin),
    ...routesOf(OWN_PICTURES, (page) => forOwner(page, true), noOrigin),
  ]
  const routes = [
    ...homeRoutes(site, options),
    ...assets.routes,
    ...(operator === undefined ? [] : legalRoutes(site, operator)),
    ...routesOf(CATALOG_FILES, forEverybody, anyOrigin),
    ...(hasPages ? pages : []),
  ]
  return { routes, failurePage }
}
