import { type Html, html } from '../core/html.ts'
import type { FabricRecord, SearchReport } from '../core/rooms.ts'
import { chip, comparing, swatchGrid } from './cloth.ts'
import { FAMILIES, type Family, familyIn, inOrder, ORDERS, type Order } from './colours.ts'
import { fragmentOf } from './fragments.ts'
import { type PublicPage, redirect, type Visit } from './handlers.ts'
import { IN_A_ROW } from './palette.ts'
import { choice, leadOn, list, pill } from './parts.ts'
import { PATHS } from './paths.ts'
import { familyLinks, howItWasRead, type LibraryQuery, searchBox, suggestions } from './search-box.ts'
import type { Shelf } from './shelf.ts'
import { capitalized, counted, grouped } from './words.ts'

/** Rows of two, three, four, six and eight are full. */
const ON_A_PAGE = 48
/** The most results to sort, count and show. Nobody looks at more. */
const MOST_RESULTS = 1_000
/** Fabrics further from a colour are other colours. */
const MOST_NEAREST = 96
/** With more makers or lines, people would not see the fabrics. */
const MOST_CHOICES = 60

const askedFor = ({ query }: Visit): LibraryQuery => ({
  query: query('query'),
  manufacturer: query('manufacturer'),
  collection: query('collection'),
  family: FAMILIES.find(([name]) => name === query('family'))?.[0],
  order: ORDERS.find(({ name }) => name === query('order'))?.name,
})

/** Before the family and the order apply. */
interface Found {
  readonly fabrics: readonly FabricRecord[]
  /** May be more than `fabrics` has. */
  readonly total: number
  /** `undefined` if nothing was asked. */
  readonly report?: SearchReport
}

async function find({ fabrics }: Visit, shelf: Shelf, asked: LibraryQuery): Promise<Found> {
  const { query, manufacturer, collection } = asked
  if (query === undefined && manufacturer === undefined && collection === undefined) return shelf
  const filter = { query, manufacturer, collection }
  const page = await fabrics.search({ ...filter, limit: MOST_RESULTS, after: undefined })
  const report = page.report()
  return { fabrics: page.items, total: report.total, report }
}

const ofFamily = (fabrics: readonly FabricRecord[], family: Family | undefined) =>
  family === undefined ? fabrics : fabrics.filter((fabric) => familyIn(fabric) === family)

/**
 * Links to makers or lines that keep the rest of the question, each with the number of fabrics that it
 * leaves.
 */
function choices(
  { query, manufacturer, collection, family, order }: LibraryQuery,
  field: 'manufacturer' | 'collection',
  fabrics: readonly FabricRecord[],
): Html | undefined {
  const isMaker = field === 'manufacturer'
  const label = isMaker ? 'Maker' : 'Line'
  const kept = { query, family, order }
  const chosen = isMaker ? manufacturer : collection
  if (chosen !== undefined)
    return pill(PATHS.search(isMaker ? kept : { ...kept, manufacturer }), `${label}: ${chosen} ×`)
  const groups = Map.groupBy(fabrics, (each) => `${each.manufacturer}\n${isMaker ? '' : each.collection}`)
  if (groups.size < 2) return undefined
  const largest = [...groups.values()].sort((a, b) => b.length - a.length).slice(0, MOST_CHOICES)
  const links = largest.map((group) => {
    const [{ manufacturer = '', collection = '' } = {}] = group
    const path = PATHS.search({ ...kept, manufacturer, collection: isMaker ? undefined : collection })
    return choice(path, isMaker ? manufacturer : collection, grouped(group.length))
  })
  return html`<details class="filter"><summary>${label}: <b>all</b></summary>${list('', links)}</details>`
}

function filters(asked: LibraryQuery, { fabrics, report }: Found, shelf: Shelf): Html {
  const { family, manufacturer, collection } = asked
  const isColorAlone = report?.colors[0] !== undefined && report.besideColors.length === 0
  // A colour alone leaves every fabric that has one, and not only the nearest.
  const isAll = isColorAlone && manufacturer === undefined && collection === undefined
  const left = isAll ? shelf.fabrics.filter(({ colorHex }) => colorHex !== undefined) : fabrics
  const inFamily = ofFamily(left, family)
  return html`<div class="filters row">${choices(asked, 'manufacturer', inFamily)}${choices(asked, 'collection', inFamily)}</div>`
}

function orderLinks(asked: LibraryQuery, current: Order | undefined): Html {
  const best = { name: undefined, label: 'Best first' }
  const links = [...(asked.query === undefined ? [] : [best]), ...ORDERS].map(({ name, label }) =>
    choice(PATHS.search({ ...asked, order: name }), label, undefined, name === current),
  )
  return html`<p class="orders row"><span>In order of</span> ${links}</p>`
}

function pager(asked: LibraryQuery, page: number, count: number): Html | undefined {
  if (count <= ON_A_PAGE) return undefined
  const [first, last] = [(page - 1) * ON_A_PAGE + 1, Math.min(count, page * ON_A_PAGE)]
  const step = (to: number, rel: string, label: string) =>
    html`<a class="button second" rel="${rel}" href="${PATHS.search({ ...asked, page: to === 1 ? undefined : String(to) })}">${label}</a>`
  return html`<nav class="pager row" aria-label="Pages">${page > 1 && step(page - 1, 'prev', 'Previous')}
<span>${grouped(first)}–${grouped(last)} of ${grouped(count)}</span>
${last < count && step(page + 1, 'next', 'Next')}</nav>`
}

/** Makers for people who know what they look for, and files for those who want everything. */
function wholeCatalog({ makers }: Shelf): Html {
  const shown = makers.slice(0, MOST_CHOICES).map(({ manufacturer, fabrics, collections }) => {
    const size = `${counted(collections.length, 'line')}, ${grouped(fabrics)}`
    return choice(PATHS.maker(manufacturer), manufacturer, size)
  })
  return fragmentOf('whole-catalog.html', { makers: list('makers grid ruled', shown) })
}

function titleOf({ query, family, manufacturer, collection }: LibraryQuery, report?: SearchReport): string {
  const [color] = report?.colors ?? []
  // By its name if it was asked for by name.
  if (color !== undefined) return `Fabrics near ${color.name || color.hex}`
  const from = [collection, manufacturer].filter((name) => name !== undefined).join(' by ')
  if (query === undefined && family === undefined && from === '') return 'Fabric library'
  const cloth = family === undefined ? 'Fabrics' : `${capitalized(family)} fabrics`
  return `${cloth}${query === undefined ? '' : ` for “${query}”`}${from === '' ? '' : ` in ${from}`}`
}

const COMPARE = 'Compare the chosen side by side'

/** A row for each part of a list, with a link to all that it finds (D17.8). */
async function partRows({ fabrics }: Visit, asked: LibraryQuery, parts: readonly string[]) {
  const { manufacturer, collection } = asked
  const rows = parts.map(async (query) => {
    const filter = { query, manufacturer, collection }
    const { items, report } = await fabrics.search({ ...filter, limit: IN_A_ROW, after: undefined })
    const { total } = report()
    return html`<section class="palette-row"><h2>${query}</h2>${swatchGrid(items, { kind: 'six', choosable: true })}
${total > IN_A_ROW && leadOn(PATHS.search(filter), `All ${counted(total, 'fabric')} for “${query}”`)}</section>`
  })
  return comparing(await Promise.all(rows), COMPARE)
}

/** Says so if there are more fabrics than the results, which a family does not reach either. */
function countOf({ family }: LibraryQuery, { total, fabrics }: Found, count: number): string {
  if (total <= fabrics.length) return counted(count, 'fabric')
  const first = `first ${grouped(fabrics.length)} of ${counted(total, 'fabric')}`
  return family === undefined ? `The ${first}` : `${counted(count, 'fabric')} among the ${first}`
}

function nothingFound({ family, ...rest }: LibraryQuery, report: SearchReport | undefined): Html {
  const ways = report === undefined ? [] : suggestions(rest, report)
  if (family !== undefined) ways.push([`without “${family}”`, rest])
  const pills = ways.map(([label, question]) => pill(PATHS.search({ ...question }), label))
  const perhaps = pills.length > 0 && html`<p>Perhaps: ${pills}</p>`
  return fragmentOf('nothing-found.html', { perhaps })
}

/** `/fabrics`. Several colours lead to their palette. */
export const libraryPage: PublicPage = async (request) => {
  const shelf = await request.shelf()
  const asked = askedFor(request)
  const { query, family, manufacturer, collection } = asked
  const found = await find(request, shelf, asked)
  const { report, fabrics } = found
  const colors = report?.colors.flatMap((each) => each?.hex ?? []) ?? []
  if (report !== undefined && colors.length > 1) {
    const within = [...report.besideColors, manufacturer, collection].filter(Boolean).join(' ')
    return redirect(`${request.site.root}${PATHS.palette(colors, { in: within })}`)
  }
  const title = titleOf(asked, report)
  const read = report && howItWasRead(asked, report)
  const description = `Search ${counted(shelf.total, 'quilting fabric')} by name, number or colour, and see what is nearest across makers.`
  if (report !== undefined && report.parts.length > 1 && family === undefined) {
    const rows = await partRows(request, asked, report.parts)
    return { title, description, main: html`<h1>${title}</h1>${searchBox(asked)}${read}${rows}` }
  }

  const color = report?.colors[0]?.hex
  const inFamily = ofFamily(fabrics, family)
  const listed = color === undefined ? inFamily : inFamily.slice(0, MOST_NEAREST)
  const order = asked.order ?? (query === undefined ? 'hue' : undefined)
  const sorted = inOrder(listed, order)
  const count = sorted.length
  const pageAsked = Number.parseInt(request.query('page') ?? '', 10) || 1
  const page = Math.max(1, Math.min(Math.ceil(count / ON_A_PAGE), pageAsked))
  const shown = sorted.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  const choosable = shown.length > 1
  const swatches = swatchGrid(shown, { asked: color, choosable })
  const size = color === undefined ? countOf(asked, found, count) : `The nearest ${counted(count, 'fabric')}`
  const results = html`<div class="bar row"><h2 class="quiet">${size}</h2>${color === undefined && orderLinks(asked, order)}</div>
${choosable ? comparing(swatches, COMPARE) : swatches}
${pager(asked, page, count)}`
  const isStart = report === undefined && family === undefined && page === 1
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description,
    ...(isStart && asked.order === undefined ? { path: PATHS.fabrics } : {}),
    main: html`<h1>${title}</h1>
${searchBox(asked, color)}
${color === undefined && familyLinks(asked, fabrics)}${filters(asked, found, shelf)}${read}
${color && html`<p class="asked">${chip(color)}<span>You asked for <code>${color}</code>. The corner of each swatch shows it. <a href="${PATHS.palette([color])}">Begin a palette with it</a></span></p>`}
${count === 0 ? nothingFound(asked, report) : results}
${isStart && wholeCatalog(shelf)}`,
  }
}
