import { notFound } from '../core/errors.ts'
import { slugOf } from '../core/links.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../core/repositories.ts'
import { codePointLength } from '../core/text.ts'
import { anyOrigin, type Handler, type Route } from '../http/router.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { ASK, type CallTool, type Guide, gatherFabrics } from './data.ts'
import type { Site } from './layout.ts'
import type { Asked, PageAccess } from './page-access.ts'
import { collectionPage, fabricPage } from './pages/fabric.ts'
import { categoryPage, guideIndexPage, guidePage } from './pages/guides.ts'
import { libraryPage } from './pages/library.ts'

/** How many fabrics a page of results shows: enough to compare, in at most 50 KB. */
const ON_A_PAGE = 50
/** How many fabrics a page of a collection shows, as many as a maker's colour card. */
const ON_A_CARD = 100
const NEAREST = 12
/** How many guides one call returns. */
const ONE_CALL = 25
/**
 * The bounds of the tool's own arguments. A longer text is cut, because a person sees what was searched for.
 */
const MOST_QUERY = 100
const MOST_FILTER = 120

export interface PublicRouteOptions {
  readonly site: Site
  readonly gate: PageAccess
  readonly call: CallTool
  readonly catalog: CatalogIndex
}

function cut(text: string | undefined, most: number): string | undefined {
  if (text === undefined || codePointLength(text) <= most) return text
  return [...text].slice(0, most).join('').trim()
}

const isCategory = (text: string): text is SupplyCategory => SUPPLY_CATEGORIES.some((each) => each === text)

/** The pages for everybody: fabrics and guides (D24). */
export function publicRoutes({ site, gate, call, catalog }: PublicRouteOptions): Route[] {
  const route = (path: string, get: Handler): Route => ({ path, get, cors: anyOrigin })

  async function library(asked: Asked) {
    const given = {
      query: cut(asked.query('query'), MOST_QUERY),
      manufacturer: cut(asked.query('manufacturer'), MOST_FILTER),
      collection: cut(asked.query('collection'), MOST_FILTER),
    }
    const cursor = asked.query('cursor')
    const found = await gatherFabrics(call, { ...given, cursor }, ON_A_PAGE)
    return libraryPage(site, {
      asked: given,
      isFirstPage: cursor === undefined,
      found,
      makers: await catalog.makers(),
    })
  }

  async function collectionOf(asked: Asked) {
    const found = await catalog.collection(asked.path('maker'), asked.path('collection'))
    if (found === undefined) throw notFound()
    return found
  }

  async function collection(asked: Asked) {
    const { manufacturer, collection: name, fabrics } = await collectionOf(asked)
    const filter = { manufacturer, collection: name, cursor: asked.query('cursor') }
    const found = await gatherFabrics(call, filter, ON_A_CARD)
    return collectionPage(site, { manufacturer, collection: name, fabrics }, found)
  }

  async function fabric(asked: Asked) {
    const { manufacturer, collection: name } = await collectionOf(asked)
    const words = asked.path('name').replaceAll('-', ' ').trim()
    const filter = {
      manufacturer,
      collection: name,
      ...(words === '' ? {} : { query: cut(words, MOST_QUERY) }),
    }
    const { items } = await gatherFabrics(call, filter, ON_A_CARD)
    const found = items.find(({ id }) => id === asked.path('id'))
    if (found === undefined || (slugOf(found.name) || '-') !== asked.path('name')) throw notFound()
    if (found.colorHex === undefined) return fabricPage(site, found, [])
    const nearest = await gatherFabrics(call, { query: found.colorHex }, ON_A_PAGE)
    const others = nearest.items.filter((each) => each.collection !== found.collection)
    return fabricPage(site, found, others.slice(0, NEAREST))
  }

  async function guidesOf(
    asked: Asked,
  ): Promise<{ category: SupplyCategory; items: readonly Guide[]; totalMatching: number }> {
    const category = asked.path('category')
    if (!isCategory(category)) throw notFound()
    const { data } = await call(ASK.supplies, { category, limit: ONE_CALL })
    return { category, ...data }
  }

  async function guide(asked: Asked) {
    const { category, items } = await guidesOf(asked)
    const slug = asked.path('slug')
    const isAsked = (each: Guide) => each.slug === slug
    // If the first call does not return the guide, a search for its words does.
    const words = cut(slug.replaceAll('-', ' ').trim(), MOST_QUERY)
    const search = () => call(ASK.supplies, { category, query: words, limit: ONE_CALL })
    const found = items.find(isAsked) ?? (words ? (await search()).data.items.find(isAsked) : undefined)
    if (found === undefined) throw notFound()
    return guidePage(
      site,
      category,
      found,
      items.filter((each) => !isAsked(each)),
    )
  }

  return [
    route('/fabrics', gate.open(library)),
    route('/fabrics/:maker/:collection', gate.open(collection)),
    route('/fabrics/:maker/:collection/:name/:id', gate.open(fabric)),
    route(
      '/guides',
      gate.open(() => guideIndexPage(site)),
    ),
    route(
      '/guides/:category',
      gate.open(async (asked) => {
        const { category, items, totalMatching } = await guidesOf(asked)
        return categoryPage(site, category, items, totalMatching)
      }),
    ),
    route('/guides/:category/:slug', gate.open(guide)),
  ]
}
