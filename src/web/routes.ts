import type { Auth } from '../auth/index.ts'
import { PAGES_SITEMAP } from '../core/contract.ts'
import type { CorsPolicy, Handler } from '../http/router.ts'
import { fabricCard, lineCard, paletteCard } from './cards.ts'
import { catalogFile, sitemap } from './catalog-files.ts'
import { comparePage, fabricPage, linePage, makerPage } from './fabric.ts'
import { categoryPage, guideIndexPage, guidePage } from './guide-pages.ts'
import { createHandlers, type OwnPage, type PublicPage, type Sources } from './handlers.ts'
import { homeRoutes, legalRoutes, type Operator } from './home.ts'
import { itemPage, itemPng, itemSvg } from './item.ts'
import { createShelf, libraryPage } from './library.ts'
import { palettePage, paletteTable } from './palette.ts'
import { PATHS } from './paths.ts'
import { howToSearchPage } from './search-box.ts'
import { signInPages } from './sign-in-pages.ts'
import { siteAssets } from './site-files.ts'
import { projectPage, projectsPage } from './work.ts'

interface WebOptions extends Omit<Sources, 'site' | 'shelf'> {
  readonly baseUrl: string
  /** The `Link` header of the home page, for other published documents. */
  readonly links: string
  readonly markdown: string
  readonly operator: Operator | undefined
  readonly auth: Auth['pages']
  /** If not, another web application has the pages (D24), and this server only the home page. */
  readonly hasPages: boolean
}

/** Other sites may not read private pages. */
const noOrigin = () => ({})

/** The home page, and the pages that links in answers open (D24). */
export function webRoutes(options: WebOptions) {
  const { runner, fabrics, projects, baseUrl, operator, auth, hasPages } = options
  const root = new URL(baseUrl).pathname.replace(/\/+$/, '')
  const assets = siteAssets(root)
  const site = { baseUrl, root, assets: assets.addresses, hasPages }
  const sources = { site, runner, fabrics, projects, shelf: createShelf(fabrics) }
  const { forEverybody, forOwner, failurePage } = createHandlers(sources, auth.gate)
  const { start, callback, signOut, asked } = signInPages(auth)

  const route = (path: string, get: Handler, cors?: CorsPolicy) => ({ path, get, cors, countsItself: true })
  const everybody = (path: string, page: PublicPage) => route(path, forEverybody(page))
  const signIn = (path: string, page: PublicPage) => route(path, forEverybody(page), noOrigin)
  const owner = (path: string, page: OwnPage) => route(path, forOwner(page, false), noOrigin)
  const picture = (path: string, page: OwnPage) => route(path, forOwner(page, true), noOrigin)
  const pages = [
    everybody(PATHS.fabrics, libraryPage),
    everybody(PATHS.howToSearch, howToSearchPage),
    everybody('/fabrics/:maker', makerPage),
    everybody('/fabrics/:maker/:line', linePage),
    everybody('/fabrics/:maker/:line/card.png', lineCard),
    everybody('/fabrics/:maker/:line/:name/:id', fabricPage),
    everybody('/fabrics/:maker/:line/:name/:id/card.png', fabricCard),
    everybody('/compare', comparePage),
    everybody('/palette', palettePage),
    everybody('/palette.png', paletteCard),
    everybody('/palette.csv', paletteTable),
    everybody('/guides', guideIndexPage),
    everybody('/guides/:category', categoryPage),
    everybody('/guides/:category/:slug', guidePage),
    everybody(PAGES_SITEMAP, sitemap),
    signIn('/sign-in', asked),
    signIn('/sign-in/start', start),
    signIn('/sign-in/callback', callback),
    { path: '/sign-out', post: forEverybody(signOut), cors: noOrigin, countsItself: true },
    owner(PATHS.projects, projectsPage),
    owner('/projects/:id', projectPage),
    owner('/editor/:resource/:id', itemPage),
    picture('/editor/:resource/:id/drawing.svg', itemSvg),
    picture('/editor/:resource/:id/drawing.png', itemPng),
  ]
  const routes = [
    ...homeRoutes(site, options),
    ...assets.routes,
    ...(operator === undefined ? [] : legalRoutes(site, operator)),
    everybody('/fabrics.csv', catalogFile('csv')),
    everybody('/fabrics.ndjson', catalogFile('ndjson')),
    ...(hasPages ? pages : []),
  ]
  return { routes, failurePage }
}
