import { questionNotes } from '../../tools/fabric-notes.ts'
import type { FabricPage, FabricRecord, Fabrics, FilterName, SearchReport } from '../core/rooms.ts'
import { hasSameVersion } from '../http/router.ts'
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

/** Each with the number of fabrics that it would leave `among` these. */
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

/** How a question was read, in the words that agents get; `undefined` if there is nothing to say. */
export function readingHint(report: SearchReport, more?: Child): Html | undefined {
  const said = questionNotes(report).flatMap((note) => (note ? capitalized(note) : []))
  const text = said.join(' ').replace(/"([^"]*)"/g, '“$1”')
  return text === '' ? undefined : html`<p class="hint">${text} ${more}</p>`
}

function howItWasRead(asked: LibraryQuery, report: SearchReport) {
  const { query = '' } = asked
  const meant = report.readings.reduce((text, { written, meant }) => text.replace(written, meant), query)
  const ask = link(PATHS.search({ ...asked, query: meant }), `Ask for “${meant}”`)
  return readingHint(report, meant !== query && [ask, '.'])
}

function nothingFound({ family, ...asked }: LibraryQuery, { fault }: SearchReport) {
  const words = asked.query?.split(/\s+/) ?? []
  const way = (label: string, question: LibraryQuery) => pill(PATHS.search(question), label)
  const fewer = fault?.without.map(({ words: left, total }) => {
    const without = new Set(left.map((word) => word.toLowerCase()))
    const query = words.filter((word) => !without.has(word.toLowerCase())).join(' ')
    return way(`${query}: ${counted(total, 'fabric')}`, { ...asked, query })
  })
  const wider = fault?.withoutFilter.map(({ filter, total }) =>
    way(`without ${filter}: ${counted(total, 'fabric')}`, { ...asked, [filter]: undefined }),
  )
  const ways = fault === undefined ? [way(`without “${family}”`, asked)] : [fewer, wider].flat()
  return fragmentOf('nothing-found.html', { perhaps: ways.length > 0 && html`<p>Perhaps: ${ways}</p>` })
}

/** Rows of two, three, four, six and eight are full. */
const ON_A_PAGE = 48
/** The most results to sort, count and show. Nobody looks at more. */
const MOST_RESULTS = 1_000
/** If more makers or lines were shown, people would not see the fabrics. */
const MOST_CHOICES = 60

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

function orderLinks(asked: LibraryQuery, current: string | undefined) {
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

function titleOf({ query, family, manufacturer, collection }: LibraryQuery) {
  const cloth = family === undefined ? 'Fabrics' : `${capitalized(family)} fabrics`
  const from = [collection, manufacturer].filter(Boolean).join(' by ')
  const title = [cloth, query && `for “${query}”`, from && `in ${from}`].filter(Boolean).join(' ')
  return title === 'Fabrics' ? 'Fabric library' : title
}

/** Of a larger catalog only the first are browsed, because sorting more would delay other requests. */
const MOST_ON_SHELF = 30_000

/** Without the page, whose way to make the report holds the whole index in memory. */
const foundOn = (page: FabricPage) => ({ items: page.items, report: page.report() })

const shelves = new WeakMap<Fabrics, ReturnType<typeof foundOn> & { readonly version: string }>()

/** The catalog in its order, read once for each of its states. Throws `catalog_unavailable`. */
async function shelfOf(catalog: Fabrics) {
  // Read the version first: caching a newer catalog under an older version is harmless.
  const version = await catalog.version()
  const known = shelves.get(catalog)
  if (known?.version === version) return known
  const page = await catalog.search({ limit: MOST_ON_SHELF, after: undefined })
  const shelf = { version, ...foundOn(page) }
  shelves.set(catalog, shelf)
  return shelf
}

async function wholeCatalog(catalog: Fabrics) {
  const links = (await catalog.makers())
    .slice(0, MOST_CHOICES)
    .map((maker) => link(PATHS.maker(maker), maker.manufacturer, grouped(maker.fabrics)))
  return fragmentOf('whole-catalog.html', { makers: list('makers grid ruled', links) })
}

/** A question with colours leads to their palette. */
export const libraryPage: PublicPage = async (request) => {
  const asked: LibraryQuery = Object.fromEntries(FIELDS.map((field) => [field, request.query(field)]))
  const { query, manufacturer, collection, family } = asked
  const isSearch = [query, manufacturer, collection].some((each) => each !== undefined)
  const { items, report } = isSearch
    ? foundOn(await request.search(asked, MOST_RESULTS))
    : await shelfOf(request.fabrics)
  const colors = report.colors.flatMap((each) => each?.hex ?? [])
  if (colors.length > 0) {
    const { besideColors, missing } = report
    const within = [...besideColors, ...missing, manufacturer, collection].filter(Boolean).join(' ')
    return redirect(PATHS.palette(colors, within))
  }

  const title = titleOf(asked)
  const cloth = family === undefined ? items : items.filter((each) => familyIn(each) === family)
  const count = cloth.length
  const order = asked.order ?? (query === undefined ? 'hue' : undefined)
  const pageAsked = Number.parseInt(request.query('page') ?? '', 10) || 1
  const page = Math.max(1, Math.min(Math.ceil(count / ON_A_PAGE), pageAsked))
  const shown = inOrder(cloth, order).slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  const choosable = shown.length > 1
  const swatches = swatchGrid(shown, { choosable })
  // More may be found than is read.
  const ofFirst = report.total > items.length && ` of the first ${grouped(items.length)}`
  const isStart = !isSearch && family === undefined && page === 1
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    heading: title,
    path: isStart ? PATHS.fabrics : undefined,
    main: html`${searchBox(asked)}
${familyLinks(asked, items)}<div class="filters row">${filter(asked, cloth, 'manufacturer', 'Maker')}${filter(asked, cloth, 'collection', 'Line')}</div>${howItWasRead(asked, report)}
${
  count === 0
    ? nothingFound(asked, report)
    : html`<div class="bar row"><h2 class="quiet">${counted(count, 'fabric')}${ofFirst}</h2>${orderLinks(asked, order)}</div>
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

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const

/** The whole catalog as a file (D42). */
export const catalogFile =
  (format: keyof typeof CONTENT_TYPES): PublicPage =>
  async ({ fabrics, baseUrl, event }) => {
    const etag = `"${await fabrics.version()}.${format}"`
    const changed = (await fabrics.changedAt()) ?? new Date()
    const modified = changed.toUTCString()
    const name = `fabrics-${changed.toISOString().slice(0, 10)}.${format}`
    const headers = {
      etag,
      'last-modified': modified,
      'cache-control': 'public, max-age=300',
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name}"`,
      link: `<${baseUrl}${PATHS.sources}>; rel="license"`,
    }
    const { method, headers: given } = event.req
    // `If-None-Match` goes before a date (RFC 9110 §13.1.3).
    const isOld = !given.has('if-none-match') && given.get('if-modified-since') === modified
    if (hasSameVersion(event, etag) || isOld) return { status: 304, headers, body: null }
    const whole = () => ReadableStream.from(fabrics.file(format)).pipeThrough(new TextEncoderStream())
    return { status: 200, headers, body: method === 'HEAD' ? null : whole() }
  }
