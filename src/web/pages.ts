import type { CorsPolicy, Handler } from '../http/router.ts'
import { cardOf } from './cards.ts'
import { comparePage, fabricPage, linePage, makerPage } from './fabric.ts'
import { categoryPage, guideIndexPage, guidePage } from './guide-pages.ts'
import { createHandlers, type Sources } from './handlers.ts'
import { type HomeOptions, homeRoutes } from './home.ts'
import { catalogFile, howToSearchPage, libraryPage } from './library.ts'
import { palettePage, paletteTable } from './palette.ts'
import { PATHS } from './paths.ts'
import { askToSignIn, finishSignIn, signOut, startSignIn } from './sign-in-pages.ts'
import { siteFiles } from './site-files.ts'
import { itemPage, itemPng, itemSvg, projectPage, projectsPage } from './work.ts'

const FOR_EVERYBODY = {
  [PATHS.fabrics]: libraryPage,
  [PATHS.howToSearch]: howToSearchPage,
  '/fabrics/:maker': makerPage,
  '/fabrics/:maker/:line': linePage,
  '/fabrics/:maker/:line/card.png': cardOf(linePage),
  '/fabrics/:maker/:line/:name/:id': fabricPage,
  '/fabrics/:maker/:line/:name/:id/card.png': cardOf(fabricPage),
  '/compare': comparePage,
  '/palette': palettePage,
  '/palette.png': cardOf(palettePage),
  '/palette.csv': paletteTable,
  '/guides': guideIndexPage,
  '/guides/:category': categoryPage,
  '/guides/:category/:slug': guidePage,
}

const TO_SIGN_IN = {
  '/sign-in': askToSignIn,
  '/sign-in/start': startSignIn,
  '/sign-in/callback': finishSignIn,
}

const FOR_OWNERS = {
  [PATHS.projects]: projectsPage,
  '/projects/:id': projectPage,
  '/editor/:resource/:id': itemPage,
}

const PICTURES = {
  '/editor/:resource/:id/drawing.svg': itemSvg,
  '/editor/:resource/:id/drawing.png': itemPng,
}

/** Other sites may not read private pages. */
const noOrigin = () => ({})

const routesOf = <Page>(pages: Record<string, Page>, handle: (page: Page) => Handler, cors?: CorsPolicy) =>
  Object.entries(pages).map(([path, page]) => ({ path, get: handle(page), cors, countsItself: true }))

/** D24 */
export function webRoutes(options: Sources & HomeOptions) {
  const { forEverybody, forOwner, failurePage } = createHandlers(options)
  const files = { '/fabrics.csv': catalogFile('csv'), '/fabrics.ndjson': catalogFile('ndjson') }
  const pages = [
    ...routesOf(FOR_EVERYBODY, forEverybody),
    ...routesOf(TO_SIGN_IN, forEverybody, noOrigin),
    ...routesOf(FOR_OWNERS, forOwner(false), noOrigin),
    ...routesOf(PICTURES, forOwner(true), noOrigin),
    { path: '/sign-out', post: forEverybody(signOut), cors: noOrigin, countsItself: true },
  ]
  const routes = [
    ...homeRoutes(options),
    ...siteFiles,
    ...routesOf(files, forEverybody),
    ...(options.hasPages ? pages : []),
  ]
  return { routes, failurePage }
}
