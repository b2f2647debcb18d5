import { missingNotes, readingNotes } from '../../tools/fabric-notes.ts'
import { memoize } from '../core/memoize.ts'
import type {
  FabricFilter,
  FabricPage,
  FabricRecord,
  Fabrics,
  FilterName,
  SearchReport,
} from '../core/rooms.ts'
import { FAMILIES, familyIn, inOrder, ORDERS } from './colours.ts'
import { type PublicPage, redirect } from './handlers.ts'
import {
  type Child,
  capitalized,
  comparing,
  counted,
  dot,
  fragmentOf,
  grouped,
  type Html,
  hidden,
  html,
  link,
  list,
  pill,
  swatchGrid,
} from './html.ts'
import { PATHS } from './paths.ts'

const FIELDS = ['query', 'manufacturer', 'collection', 'family', 'order'] as const
type LibraryQuery = Readonly<Partial<Record<(typeof FIELDS)[number], string | undefined>>>

export function searchBox(asked: LibraryQuery): Html {
  const { query, manufacturer, collection, family } = asked
  const kept = hidden(Object.entries({ manufacturer, collection, family }))
  const examples = query === undefined && fragmentOf('search-examples.html')
  return fragmentOf('search.html', { kept, query, examples })
}

/** Links to colour families, each with the number of fabrics that it would leave `among` these. */
export function familyLinks(asked: LibraryQuery, among?: readonly FabricRecord[]): Html {
  const fabrics = among && Map.groupBy(among, familyIn)
  const shown = FAMILIES.filter(([name]) => fabrics?.has(name) ?? true)
  const links = shown.map(([name, hex]) => {
    const isChosen = name === asked.family
    const path = PATHS.search({ ...asked, family: isChosen ? undefined : name })
    const count = isChosen ? '×' : fabrics && grouped(fabrics.get(name)?.length ?? 0)
    return link(path, html`${dot(hex)}<span>${name}</span>`, count, isChosen)
  })
  return html`<nav class="families" aria-label="Colour families">${list('row', links)}</nav>`
}

/** In the words that agents get, with a link for people; `undefined` if there is nothing to say. */
function howItWasRead(asked: FabricFilter, report: SearchReport): Html | undefined {
  const { query = '' } = asked
  const notes = [...readingNotes(report), ...missingNotes(report)]
  const said = notes.flatMap((note) => (note === undefined ? [] : capitalized(note)))
  if (said.length === 0) return undefined
  const meant = report.readings.reduce((text, { written, meant }) => text.replace(written, meant), query)
  const ask = link(PATHS.search({ ...asked, query: meant }), `Ask for “${meant}”`)
  return html`<p class="hint">${said.join(' ').replace(/"([^"]*)"/g, '“$1”')} ${meant !== query && [ask, '.']}</p>`
}

/** Links to questions that would find something. */
function suggestions({ family, ...asked }: LibraryQuery, { fault }: SearchReport): readonly Html[] {
  const { query = '' } = asked
  const way = (label: string, question: LibraryQuery) => pill(PATHS.search(question), label)
  if (fault === undefined) return [way(`without “${family}”`, asked)]
  const fewer = fault.without.map(({ words, total }) => {
    const left = new Set(words.map((word) => word.toLowerCase()))
    const rest = query.split(/\s+/).filter((word) => !left.has(word.toLowerCase()))
    return way(`${rest.join(' ')}: ${counted(total, 'fabric')}`, { ...asked, query: rest.join(' ') })
  })
  const wider = fault.withoutFilter.map(({ filter, total }) =>
    way(`without ${filter}: ${counted(total, 'fabric')}`, { ...asked, [filter]: undefined }),
  )
  return [...fewer, ...wider]
}

function nothingFound(asked: LibraryQuery, report: SearchReport): Html {
  const ways = suggestions(asked, report)
  return fragmentOf('nothing-found.html', { perhaps: ways.length > 0 && html`<p>Perhaps: ${ways}</p>` })
}

/** Rows of two, three, four, six and eight are full. */
const ON_A_PAGE = 48
/** The most results to sort, count and show. Nobody looks at more. */
const MOST_RESULTS = 1_000
/** If more makers or lines were shown, people would not see the fabrics. */
const MOST_CHOICES = 60

/** The makers or lines of the cloth, each with the number of fabrics that it leaves. */
function filter(
  asked: LibraryQuery,
  cloth: readonly FabricRecord[],
  field: FilterName,
  label: string,
): Child {
  const chosen = asked[field]
  if (chosen !== undefined)
    return pill(PATHS.search({ ...asked, [field]: undefined }), `${label}: ${chosen} ×`)
  const groups = [...Map.groupBy(cloth, (fabric) => fabric[field])]
  const most = groups.sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_CHOICES)
  const links = most.map(([name, { length }]) =>
    link(PATHS.search({ ...asked, [field]: name }), name, grouped(length)),
  )
  return (
    links.length > 1 &&
    html`<details class="filter"><summary>${label}: <b>all</b></summary>${list('', links)}</details>`
  )
}

function orderLinks(asked: LibraryQuery, current: string | undefined): Html {
  const best = { name: undefined, label: 'Best first' }
  const orders = asked.query === undefined ? ORDERS : [best, ...ORDERS]
  const links = orders.map(({ name, label }) =>
    link(PATHS.search({ ...asked, order: name }), label, undefined, name === current),
  )
  return html`<p class="orders row"><span>In order of</span> ${links}</p>`
}

function pager(asked: LibraryQuery, page: number, count: number): Child {
  const [first, last] = [(page - 1) * ON_A_PAGE + 1, Math.min(count, page * ON_A_PAGE)]
  const step = (to: number, rel: string, label: string) =>
    html`<a class="button second" rel="${rel}" href="${PATHS.search({ ...asked, page: to === 1 ? undefined : String(to) })}">${label}</a>`
  return (
    count > ON_A_PAGE &&
    html`<nav class="pager row" aria-label="Pages">${page > 1 && step(page - 1, 'prev', 'Previous')}
<span>${grouped(first)}–${grouped(last)} of ${grouped(count)}</span>
${last < count && step(page + 1, 'next', 'Next')}</nav>`
  )
}

async function wholeCatalog(fabrics: Fabrics): Promise<Html> {
  const makers = (await fabrics.makers()).slice(0, MOST_CHOICES)
  const links = makers.map((maker) => link(PATHS.maker(maker), maker.manufacturer, grouped(maker.fabrics)))
  return fragmentOf('whole-catalog.html', { makers: list('makers grid ruled', links) })
}

function titleOf({ query, family, manufacturer, collection }: LibraryQuery): string {
  const cloth = family === undefined ? 'Fabrics' : `${capitalized(family)} fabrics`
  const from = [collection, manufacturer].filter(Boolean).join(' by ')
  const title = [cloth, query && `for “${query}”`, from && `in ${from}`].filter(Boolean).join(' ')
  return title === 'Fabrics' ? 'Fabric library' : title
}

/** Of a larger catalog only the first are browsed, because sorting more would delay other requests. */
const MOST_ON_SHELF = 30_000

/** The catalog in its order, read once for each of its states. Throws `catalog_unavailable`. */
const shelfOf = memoize((catalog: Fabrics) => {
  let shelf: { readonly version: string; readonly page: FabricPage } | undefined
  return async () => {
    // Read the version first: caching a newer catalog under an older version is harmless.
    const version = await catalog.version()
    if (shelf?.version !== version) {
      const page = await catalog.search({ limit: MOST_ON_SHELF, after: undefined })
      // Made now, because the way to make it holds the whole index in memory.
      const report = page.report()
      shelf = { version, page: { ...page, report: () => report } }
    }
    return shelf.page
  }
})

/** A question with colours leads to their palette. */
export const libraryPage: PublicPage = async (request) => {
  const asked: LibraryQuery = Object.fromEntries(FIELDS.map((field) => [field, request.query(field)]))
  const { query, manufacturer, collection, family } = asked
  const isSearch = [query, manufacturer, collection].some((each) => each !== undefined)
  const found = isSearch ? await request.search(asked, MOST_RESULTS) : await shelfOf(request.fabrics)()
  const report = found.report()
  const colors = report.colors.flatMap((each) => each?.hex ?? [])
  if (colors.length > 0) {
    const within = [...report.besideColors, manufacturer, collection].filter(Boolean).join(' ')
    return redirect(PATHS.palette(colors, within))
  }

  const title = titleOf(asked)
  const cloth = family === undefined ? found.items : found.items.filter((each) => familyIn(each) === family)
  const count = cloth.length
  const order = asked.order ?? (query === undefined ? 'hue' : undefined)
  const pageAsked = Number.parseInt(request.query('page') ?? '', 10) || 1
  const page = Math.max(1, Math.min(Math.ceil(count / ON_A_PAGE), pageAsked))
  const shown = inOrder(cloth, order).slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  const choosable = shown.length > 1
  const swatches = swatchGrid(shown, { choosable })
  const all = found.items.length
  // A search may find more than is read.
  const size = `${counted(count, 'fabric')}${report.total > all ? ` of the first ${grouped(all)}` : ''}`
  const isStart = !isSearch && family === undefined && page === 1
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    heading: title,
    path: isStart ? PATHS.fabrics : undefined,
    main: html`${searchBox(asked)}
${familyLinks(asked, found.items)}<div class="filters row">${filter(asked, cloth, 'manufacturer', 'Maker')}${filter(asked, cloth, 'collection', 'Line')}</div>${howItWasRead(asked, report)}
${
  count === 0
    ? nothingFound(asked, report)
    : html`<div class="bar row"><h2 class="quiet">${size}</h2>${orderLinks(asked, order)}</div>
${choosable ? comparing(swatches) : swatches}
${pager(asked, page, count)}`
}
${isStart && (await wholeCatalog(request.fabrics))}`,
  }
}

export const howToSearchPage: PublicPage = () => ({
  title: 'How to search',
  path: PATHS.howToSearch,
  lead: 'Names, numbers, colours and lists: one field takes all of it. Your assistant searches in the same way.',
  main: fragmentOf('how-to-search.html', { search: searchBox({}) }),
})
