import { type Child, type Html, html } from '../core/html.ts'
import type { FabricFilter, FabricRecord, Fabrics } from '../core/rooms.ts'
import type { Reply } from '../http/reply.ts'
import { chip, comparing, swatchGrid } from './cloth.ts'
import { colorsOf, FAMILIES, familyIn, inOrder, ORDERS, type Order } from './colours.ts'
import type { PageRequest, PublicPage } from './page-request.ts'
import { IN_A_ROW } from './palette.ts'
import { button, capitalized, counted, grouped, pill, section } from './parts.ts'
import { PATHS } from './paths.ts'
import { type Answered, suggestions, whatWasRead } from './people-notes.ts'
import { redirect } from './replies.ts'
import { familyLinks, type LibraryQuery, searchBox } from './search-box.ts'
import type { Shelf } from './shelf.ts'

/** How many fabrics a page shows: rows of two, three, four, six and eight are full. */
const ON_A_PAGE = 48
/** The results that are sorted, counted and shown of one question. Nobody looks at more. */
const MOST_RESULTS = 1_000
/** Of the nearest to a colour these are shown. The others are other colours. */
const MOST_NEAREST = 96
/** The bounds of the tool's own arguments. A longer text is cut, because a person sees what was searched for. */
const MOST_QUERY = 100
const MOST_FILTER = 120
/** With more makers or lines than this, people would not see the fabrics. */
const MOST_CHOICES = 60

const askedFor = ({ query }: PageRequest): LibraryQuery => ({
  query: query('query', MOST_QUERY),
  manufacturer: query('manufacturer', MOST_FILTER),
  collection: query('collection', MOST_FILTER),
  family: FAMILIES.find(([name]) => name === query('family'))?.[0],
  order: ORDERS.find(([name]) => name === query('order'))?.[0],
})

/** What is shown, before the family and the order. */
interface Found {
  readonly fabrics: readonly FabricRecord[]
  /** All fabrics of the question without its maker and line: what other makers and lines would leave. */
  readonly unfiltered: readonly FabricRecord[]
  /** How many there are, also beyond `fabrics`. */
  readonly total: number
  /** How the question was read; `undefined` if nothing was asked. */
  readonly answered?: Answered
}

async function find(catalog: Fabrics, shelf: Shelf, asked: LibraryQuery): Promise<Found> {
  const { query, manufacturer, collection } = asked
  const isFiltered = manufacturer !== undefined || collection !== undefined
  if (query === undefined && !isFiltered)
    return { fabrics: shelf.fabrics, unfiltered: shelf.fabrics, total: shelf.total }
  const search = (filter: Pick<FabricFilter, 'manufacturer' | 'collection'>) =>
    catalog.search({ query, ...filter, limit: MOST_RESULTS, after: undefined })
  const page = await search({ manufacturer, collection })
  const report = page.report()
  const found = { fabrics: page.items, total: report.total, answered: { asked, report } }
  if (query === undefined) return { ...found, unfiltered: shelf.fabrics }
  // Colours leave every fabric that has one.
  if (report.colors.some((color) => color !== undefined) && report.besideColors.length === 0)
    return { ...found, unfiltered: shelf.fabrics.filter(({ colorHex }) => colorHex !== undefined) }
  const everywhere = { manufacturer: undefined, collection: undefined }
  return { ...found, unfiltered: isFiltered ? (await search(everywhere)).items : page.items }
}

/** Makers or lines as links that keep the rest of the question, each with how many fabrics it would leave. */
function choices(
  { query, family, order, ...chosen }: LibraryQuery,
  field: 'manufacturer' | 'collection',
  fabrics: readonly FabricRecord[],
): Html | undefined {
  const isMaker = field === 'manufacturer'
  const groups = Map.groupBy(fabrics, ({ manufacturer, collection }) =>
    isMaker ? manufacturer : `${manufacturer}\n${collection}`,
  )
  if (chosen[field] === undefined && groups.size < 2) return undefined
  const pathOf = (filter: Partial<FabricFilter>) => PATHS.search({ query, family, order, ...filter })
  const link = ({ manufacturer, collection }: FabricRecord, count: number) => {
    const path = pathOf(isMaker ? { manufacturer } : { manufacturer, collection })
    return html`<li><a href="${path}">${isMaker ? manufacturer : collection} <span class="count">${grouped(count)}</span></a></li>`
  }
  const largest = [...groups.values()].sort((a, b) => b.length - a.length).slice(0, MOST_CHOICES)
  return html`<details class="filter"><summary>${isMaker ? 'Maker' : 'Line'}: <b>${chosen[field] ?? 'all'}</b></summary><ul>
${chosen[field] && html`<li><a href="${pathOf({ ...chosen, [field]: undefined })}">All</a></li>`}${largest.map((group) => group[0] && link(group[0], group.length))}</ul></details>`
}

function filters(asked: LibraryQuery, { unfiltered, answered }: Found): Html {
  const { family } = asked
  const inFamily = unfiltered.filter((fabric) => family === undefined || familyIn(fabric) === family)
  // A short name stands for a maker, or for several.
  const makers = answered?.report.filters.find(({ readAs }) => readAs === 'manufacturer')?.names ?? []
  const ofMaker = inFamily.filter(({ manufacturer }) => makers.length === 0 || makers.includes(manufacturer))
  return html`<div class="filters row">${choices(asked, 'manufacturer', inFamily)}${choices(asked, 'collection', ofMaker)}</div>`
}

function orderLinks(asked: LibraryQuery, current: Order | undefined): Html {
  const all = [...(asked.query === undefined ? [] : [[undefined, 'Best first'] as const]), ...ORDERS]
  return html`<p class="orders row"><span>In order of</span> ${all.map(([order, label]) => {
    const path = PATHS.search({ ...asked, order })
    return html`<a href="${path}"${order === current && html` aria-current="true"`}>${label}</a> `
  })}</p>`
}

function pager(asked: LibraryQuery, page: number, pages: number, count: number): Html | undefined {
  if (pages < 2) return undefined
  const step = (to: number, rel: string, label: string) =>
    html`<a class="button second" rel="${rel}" href="${PATHS.search({ ...asked, page: to === 1 ? undefined : String(to) })}">${label}</a>`
  const first = (page - 1) * ON_A_PAGE + 1
  return html`<nav class="pager row" aria-label="Pages">${page > 1 && step(page - 1, 'prev', 'Previous')}
<span>${grouped(first)}–${grouped(Math.min(count, page * ON_A_PAGE))} of ${grouped(count)}</span>
${page < pages && step(page + 1, 'next', 'Next')}</nav>`
}

/** Makers with their lines, for people who know what they look for, and files for those who want everything. */
function wholeCatalog({ makers }: Shelf): Html {
  const shown = makers.slice(0, MOST_CHOICES).map(({ manufacturer, fabrics, collections }) => {
    const size = `${counted(collections.length, 'line')}, ${grouped(fabrics)}`
    return html`<li><a href="${PATHS.maker(manufacturer)}">${manufacturer} <span class="count">${size}</span></a></li>`
  })
  const files = ['/fabrics.csv', '/fabrics.ndjson'].map(
    (path) => html`<a href="${path}">${path.slice(1)}</a> `,
  )
  return html`${section('Makers', html`<ul class="makers grid ruled">${shown}</ul>`)}
<section><h2>The whole catalog</h2><p>For a spreadsheet or a program: ${files}<span class="sub"><a href="${PATHS.sources}">Where the data come from</a>, and what you may do with them.</span></p></section>`
}

function titleOf({ query, family, manufacturer, collection }: LibraryQuery, answered?: Answered): string {
  const [color] = answered?.report.colors ?? []
  // A colour by its name, if it was asked for by name.
  if (color !== undefined) return `Fabrics near ${color.name || color.hex}`
  const from = [collection, manufacturer].filter((name) => name !== undefined).join(' by ')
  if (query === undefined && family === undefined && from === '') return 'Fabric library'
  const cloth = family === undefined ? 'Fabrics' : `${capitalized(family)} fabrics`
  return `${cloth}${query === undefined ? '' : ` for “${query}”`}${from === '' ? '' : ` in ${from}`}`
}

/** Several colours as the palette that they are; the words and filters beside them stay. */
function asPalette(root: string, { asked, report }: Answered): Reply | undefined {
  const colors = report.colors.flatMap((color) => color?.hex ?? [])
  if (colors.length < 2) return undefined
  const within = [...report.besideColors, asked.manufacturer, asked.collection].filter(Boolean).join(' ')
  return redirect(`${root}${PATHS.palette(colors, { in: within })}`)
}

const COMPARE = 'Compare the chosen side by side'

/** Each part of a list in a row of its own, with the way to all that it finds (D17b). */
async function partRows(
  catalog: Fabrics,
  { manufacturer, collection }: LibraryQuery,
  parts: readonly string[],
) {
  const rows = parts.map(async (query) => {
    const filter = { query, manufacturer, collection }
    const page = await catalog.search({ ...filter, limit: IN_A_ROW, after: undefined })
    const { total } = page.report()
    return html`<section class="palette-row"><h2>${query}</h2>${swatchGrid(page.items, { kind: 'six', choosable: true })}
${total > IN_A_ROW && html`<p class="more"><a href="${PATHS.search(filter)}">All ${counted(total, 'fabric')} for “${query}”</a></p>`}</section>`
  })
  return comparing(html`${await Promise.all(rows)}`, COMPARE)
}

/** How many fabrics are listed; said if the catalog has more, which a family does not reach either. */
function countOf({ query, family }: LibraryQuery, { total, fabrics }: Found, count: number): string {
  if (total <= fabrics.length) return counted(count, 'fabric')
  if (family !== undefined) return `${counted(count, 'fabric')} among the first ${grouped(fabrics.length)}`
  return `The first ${grouped(count)}${query === undefined ? ` of ${counted(total, 'fabric')}` : ''}`
}

function nothingFound({ family, ...rest }: LibraryQuery, answered: Answered | undefined): Html {
  const ways = answered === undefined ? [] : suggestions(answered).map(([label, path]) => pill(path, label))
  if (family !== undefined) ways.push(pill(PATHS.search(rest), `without “${family}”`))
  return html`<p class="hint"><b>Nothing found.</b></p>
${ways.length > 0 && html`<p>Perhaps: ${ways}</p>`}
<p>A colour always finds something: choose one above, or start from the whole library.</p><p>${button(PATHS.fabrics, 'The whole library', 'second')}</p>`
}

/** The swatches of one page of the results, and where it is among them. */
function results(asked: LibraryQuery, found: Found, color: string | undefined, pageAsked: number) {
  const { fabrics, answered } = found
  const { family } = asked
  const inFamily = family === undefined ? fabrics : fabrics.filter((fabric) => familyIn(fabric) === family)
  const nearest = color === undefined ? inFamily : inFamily.slice(0, MOST_NEAREST)
  const order = asked.order ?? (asked.query === undefined ? 'hue' : undefined)
  const sorted = order === undefined ? nearest : inOrder(nearest, order)
  const count = sorted.length
  const pages = Math.ceil(count / ON_A_PAGE)
  const page = Math.max(1, Math.min(pages, pageAsked))
  const shown = sorted.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  if (count === 0) return { page, shown, main: nothingFound(asked, answered) }
  const choosable = shown.length > 1
  const swatches = swatchGrid(shown, { asked: color, choosable })
  const title = color === undefined ? countOf(asked, found, count) : `The nearest ${counted(count, 'fabric')}`
  const main = html`<div class="bar row"><h2 class="quiet">${title}</h2>${color === undefined && orderLinks(asked, order)}</div>
${choosable ? comparing(swatches, COMPARE) : swatches}
${pager(asked, page, pages, count)}`
  return { page, shown, main }
}

/** `/fabrics`: search box, families, filters and results. Several colours lead to their palette. */
export const libraryPage: PublicPage = async (request) => {
  const shelf = await request.shelf()
  const asked = askedFor(request)
  const { family, manufacturer, collection } = asked
  const found = await find(request.fabrics, shelf, asked)
  const { answered, fabrics } = found
  const palette = answered && asPalette(request.site.root, answered)
  if (palette !== undefined) return palette
  const title = titleOf(asked, answered)
  const read = answered && whatWasRead(answered)
  const parts = answered?.report.parts ?? []
  if (parts.length > 1 && family === undefined) {
    return {
      title,
      description: 'Quilting fabrics for each part of a list.',
      colors: colorsOf(fabrics.slice(0, ON_A_PAGE)),
      main: html`<h1>${title}</h1>${searchBox(asked)}${read}${await partRows(request.fabrics, asked, parts)}`,
    }
  }
  const color = answered?.report.colors[0]?.hex
  const pageAsked = Number.parseInt(request.query('page') ?? '', 10) || 1
  const { page, shown, main } = results(asked, found, color, pageAsked)
  const isStart = answered === undefined && family === undefined && page === 1
  const inFamilies = fabrics.length > 0 || asked.query !== undefined ? fabrics : found.unfiltered
  const above: Child =
    color === undefined
      ? [familyLinks(asked, Map.groupBy(inFamilies, familyIn)), filters(asked, found), read]
      : [
          filters(asked, found),
          read,
          html`<p class="asked">${chip(color)}<span>You asked for <code>${color}</code>. The corner of each swatch shows it. <a href="${PATHS.palette([color])}">Begin a palette with it</a></span></p>`,
        ]
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: `Search ${counted(shelf.total, 'quilting fabric')} by name, number or colour, and see what is nearest across makers.`,
    ...(isStart && asked.order === undefined ? { path: PATHS.fabrics } : {}),
    print: [manufacturer, collection].filter(Boolean).join('  ') || 'Fabric library',
    colors: color === undefined ? shown.map(({ colorHex }) => colorHex) : [color],
    main: html`<h1>${title}</h1>
${searchBox(asked, color)}
${above}
${main}
${isStart && wholeCatalog(shelf)}`,
  }
}
