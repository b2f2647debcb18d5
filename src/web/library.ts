import { type Html, html } from '../core/html.ts'
import type { FabricFilter, FabricRecord, Fabrics } from '../core/rooms.ts'
import type { Reply } from '../http/reply.ts'
import { CATALOG_FILES, SOURCES_PATH } from './catalog-file.ts'
import { chip, PATHS, swatchGrid } from './cloth.ts'
import { type Family, familyIn, inOrder, isFamily, isOrder, ORDERS, type Order } from './colours.ts'
import { button, counted, grouped } from './frame.ts'
import type { Asked, PublicPage } from './page-access.ts'
import { IN_A_ROW } from './palette.ts'
import { type Answered, suggestions, whatWasRead } from './people-notes.ts'
import { redirect } from './replies.ts'
import { familyLinks, searchBox } from './search-box.ts'
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

/** What the address of the library asks for. */
interface LibraryQuery extends FabricFilter {
  readonly family: Family | undefined
  /** `undefined`: the best first, or by hue where nothing is searched for. */
  readonly order: Order | undefined
}

function askedFor(asked: Asked): LibraryQuery {
  const family = asked.query('family') ?? ''
  const order = asked.query('order') ?? ''
  return {
    query: asked.query('query', MOST_QUERY),
    manufacturer: asked.query('manufacturer', MOST_FILTER),
    collection: asked.query('collection', MOST_FILTER),
    family: isFamily(family) ? family : undefined,
    order: isOrder(order) ? order : undefined,
  }
}

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
  const search = (filter: FabricFilter) =>
    catalog.search({ ...filter, limit: MOST_RESULTS, after: undefined })
  const page = await search({ query, manufacturer, collection })
  const report = page.report()
  // Colours leave every fabric that has one.
  const isColor = report.colors.some((color) => color !== undefined) && report.besideColors.length === 0
  const unfiltered = isColor
    ? shelf.fabrics.filter(({ colorHex }) => colorHex !== undefined)
    : !isFiltered
      ? page.items
      : query === undefined
        ? shelf.fabrics
        : (await search({ query, manufacturer: undefined, collection: undefined })).items
  return { fabrics: page.items, unfiltered, total: report.total, answered: { asked, report } }
}

/** Makers or lines as links that keep the rest of the question, each with how many fabrics it would leave. */
function choices(
  root: string,
  asked: LibraryQuery,
  field: 'manufacturer' | 'collection',
  fabrics: readonly FabricRecord[],
): Html | undefined {
  const { query, family, order, ...chosen } = asked
  const pathOf = (filter: Partial<FabricFilter>) =>
    `${root}${PATHS.search({ query, family, order, ...filter })}`
  const all = Map.groupBy(fabrics, (fabric) =>
    field === 'manufacturer' ? fabric.manufacturer : `${fabric.manufacturer}\n${fabric.collection}`,
  )
  const list = [...all.values()]
    .flatMap(([first, ...rest]) => (first === undefined ? [] : { first, count: rest.length + 1 }))
    .sort((a, b) => b.count - a.count || a.first[field].localeCompare(b.first[field]))
  if (chosen[field] === undefined && list.length < 2) return undefined
  const links = list.slice(0, MOST_CHOICES).map(({ first: { manufacturer, collection }, count }) => {
    const path = pathOf(field === 'manufacturer' ? { manufacturer } : { manufacturer, collection })
    const label = field === 'manufacturer' ? manufacturer : collection
    return html`<li><a href="${path}">${label} <span class="count">${grouped(count)}</span></a></li>`
  })
  return html`<details class="filter"><summary>${field === 'manufacturer' ? 'Maker' : 'Line'}: <b>${chosen[field] ?? 'all'}</b></summary><ul>
${chosen[field] !== undefined && html`<li><a href="${pathOf({ ...chosen, [field]: undefined })}">All</a></li>`}${links}</ul></details>`
}

function filters(root: string, asked: LibraryQuery, { unfiltered, answered }: Found): Html {
  const { family } = asked
  const inFamily = unfiltered.filter((fabric) => family === undefined || familyIn(fabric) === family)
  // A short name stands for a maker, or for several.
  const makers = answered?.report.filters.find(({ readAs }) => readAs === 'manufacturer')?.names ?? []
  const ofMaker = inFamily.filter(({ manufacturer }) => makers.length === 0 || makers.includes(manufacturer))
  return html`<div class="filters">${choices(root, asked, 'manufacturer', inFamily)}${choices(root, asked, 'collection', ofMaker)}</div>`
}

function orderLinks(root: string, asked: LibraryQuery, current: Order | undefined): Html {
  const all: ReadonlyArray<readonly [Order | undefined, string]> =
    asked.query === undefined ? ORDERS : [[undefined, 'Best first'], ...ORDERS]
  return html`<p class="orders"><span>In order of</span> ${all.map(([order, label]) => {
    const path = PATHS.search({ ...asked, order })
    return html`<a href="${root}${path}"${order === current && html` aria-current="true"`}>${label}</a> `
  })}</p>`
}

/** Earlier and later pages, and where in the list this one is. */
function pager(root: string, asked: LibraryQuery, page: number, count: number): Html | undefined {
  const pages = Math.ceil(count / ON_A_PAGE)
  if (pages < 2) return undefined
  const step = (to: number, rel: string, label: string) =>
    html`<a class="button second" rel="${rel}" href="${root}${PATHS.search({ ...asked, page: to === 1 ? undefined : String(to) })}">${label}</a>`
  const first = (page - 1) * ON_A_PAGE + 1
  return html`<nav class="pager" aria-label="Pages">${page > 1 && step(page - 1, 'prev', 'Previous')}
<span>${grouped(first)}–${grouped(Math.min(count, page * ON_A_PAGE))} of ${grouped(count)}</span>
${page < pages && step(page + 1, 'next', 'Next')}</nav>`
}

/** Makers with their lines, for people who know what they look for, and files for those who want everything. */
const wholeCatalog = (root: string, { makers }: Shelf): Html =>
  html`<section><h2>Makers</h2><ul class="makers">${makers
    .slice(0, MOST_CHOICES)
    .map(
      ({ manufacturer, fabrics, collections }) =>
        html`<li><a href="${root}${PATHS.maker(manufacturer)}">${manufacturer}</a> <span class="count">${counted(collections.length, 'line')}, ${grouped(fabrics)}</span></li>`,
    )}</ul></section>
<section><h2>The whole catalog</h2><p>For a spreadsheet or a program: ${CATALOG_FILES.map(
    (path) => html`<a href="${root}${path}">${path.slice(1)}</a> `,
  )}<span class="sub"><a href="${root}${SOURCES_PATH}">Where the data come from</a>, and what you may do with them.</span></p></section>`

function titleOf({ query, family, manufacturer, collection }: LibraryQuery, answered?: Answered): string {
  const [color] = answered?.report.colors ?? []
  // A colour by its name, if it was asked for by name.
  if (color !== undefined) return `Fabrics near ${color.name || color.hex}`
  const from = [collection, manufacturer].filter((name) => name !== undefined).join(' by ')
  if (query === undefined && family === undefined && from === '') return 'Fabric library'
  const cloth = family === undefined ? 'Fabrics' : `${family[0]?.toUpperCase()}${family.slice(1)} fabrics`
  return `${cloth}${query === undefined ? '' : ` for “${query}”`}${from === '' ? '' : ` in ${from}`}`
}

/** Several colours as the palette that they are; the words and filters beside them stay. */
function asPalette(root: string, { asked, report }: Answered): Reply | undefined {
  const colors = report.colors.flatMap((color) => color?.hex ?? [])
  if (colors.length < 2) return undefined
  const within = [...report.besideColors, asked.manufacturer, asked.collection].filter(Boolean).join(' ')
  return redirect(`${root}${PATHS.palette(colors, { in: within })}`)
}

/** Swatches of which some can be chosen, and the way to compare them. */
const choosing = (root: string, swatches: Html, count: number): Html =>
  html`<form action="${root}/compare" method="get">${swatches}${
    count > 1 &&
    html`<p class="more"><button type="submit" class="second">Compare the chosen side by side</button></p>`
  }</form>`

/** Each part of a list in a row of its own, with the way to all that it finds (D17b). */
async function partRows(
  root: string,
  catalog: Fabrics,
  { manufacturer, collection }: LibraryQuery,
  parts: readonly string[],
): Promise<Html> {
  const rows = parts.map(async (query) => {
    const filter = { query, manufacturer, collection }
    const page = await catalog.search({ ...filter, limit: IN_A_ROW, after: undefined })
    const { total } = page.report()
    return html`<section class="palette-row"><h2>${query}</h2>${swatchGrid(page.items, { root, kind: 'swatches row', choosable: true })}
${total > IN_A_ROW && html`<p class="more"><a href="${root}${PATHS.search(filter)}">All ${counted(total, 'fabric')} for “${query}”</a></p>`}</section>`
  })
  return choosing(root, html`${await Promise.all(rows)}`, parts.length)
}

/** `/fabrics`: search box, families, filters and results. Several colours lead to their palette. */
export const libraryPage: PublicPage = async (from, request) => {
  const { root } = from.site
  const shelf = await from.shelf()
  const asked = askedFor(request)
  const { family } = asked
  const found = await find(from.fabrics, shelf, asked)
  const { answered, fabrics } = found
  const palette = answered && asPalette(root, answered)
  if (palette !== undefined) return palette
  const title = titleOf(asked, answered)
  const parts = answered?.report.parts ?? []
  if (parts.length > 1 && family === undefined && answered !== undefined) {
    return {
      title,
      description: 'Quilting fabrics for each part of a list.',
      print: 'Fabric library',
      colors: fabrics.slice(0, ON_A_PAGE).map(({ colorHex }) => colorHex),
      main: html`<h1>${title}</h1>${searchBox(root, asked)}${whatWasRead(root, answered)}${await partRows(root, from.fabrics, asked, parts)}`,
    }
  }

  const color = answered?.report.colors[0]?.hex
  const inFamily = family === undefined ? fabrics : fabrics.filter((fabric) => familyIn(fabric) === family)
  const nearest = color === undefined ? inFamily : inFamily.slice(0, MOST_NEAREST)
  const order = asked.order ?? (asked.query === undefined ? 'hue' : undefined)
  const sorted = order === undefined ? nearest : inOrder(nearest, order)
  const last = Math.ceil(sorted.length / ON_A_PAGE)
  const page = Math.max(1, Math.min(last, Number.parseInt(request.query('page') ?? '', 10) || 1))
  const shown = sorted.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  const inFamilies = fabrics.length > 0 || asked.query !== undefined ? fabrics : found.unfiltered
  const isStart = answered === undefined && family === undefined && page === 1
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: `Search ${counted(shelf.total, 'quilting fabric')} by name, number or colour, and see what is nearest across makers.`,
    ...(isStart && asked.order === undefined ? { path: '/fabrics' } : {}),
    print: [asked.manufacturer, asked.collection].filter(Boolean).join('  ') || 'Fabric library',
    colors: color === undefined ? shown.map(({ colorHex }) => colorHex) : [color],
    main: html`<h1>${title}</h1>
${searchBox(root, asked, color)}
${color === undefined && familyLinks(root, asked, Map.groupBy(inFamilies, familyIn))}
${filters(root, asked, found)}
${answered && whatWasRead(root, answered)}
${color !== undefined && html`<p class="asked">${chip(color)}<span>You asked for <code>${color}</code>. The corner of each swatch shows it. <a href="${root}${PATHS.palette([color])}">Begin a palette with it</a></span></p>`}
${
  shown.length === 0
    ? nothingFound(root, asked, answered)
    : html`<div class="bar"><h2 class="quiet">${countOf(asked, found, sorted.length, color)}</h2>${color === undefined && orderLinks(root, asked, order)}</div>
${choosing(root, swatchGrid(shown, { root, asked: color, choosable: shown.length > 1 }), shown.length)}
${pager(root, asked, page, sorted.length)}`
}
${isStart && wholeCatalog(root, shelf)}`,
  }
}

/** How many fabrics are listed; said if the catalog has more, which a family does not reach either. */
function countOf(
  { query, family }: LibraryQuery,
  { total, fabrics }: Found,
  count: number,
  color: string | undefined,
): string {
  if (color !== undefined) return `The nearest ${counted(count, 'fabric')}`
  if (total <= fabrics.length) return counted(count, 'fabric')
  if (family !== undefined) return `${counted(count, 'fabric')} among the first ${grouped(fabrics.length)}`
  return `The first ${grouped(count)}${query === undefined ? ` of ${counted(total, 'fabric')}` : ''}`
}

function nothingFound(root: string, asked: LibraryQuery, answered: Answered | undefined): Html {
  const { family, ...rest } = asked
  const ways = [
    ...(answered === undefined ? [] : suggestions(answered)),
    ...(family === undefined ? [] : [[`without “${family}”`, PATHS.search(rest)]]),
  ]
  return html`<div class="empty"><p><b>Nothing found.</b></p>
${ways.length > 0 && html`<p>Perhaps: ${ways.map(([label, path]) => html`<a class="pill" href="${root}${path}">${label}</a>`)}</p>`}
<p>A colour always finds something: choose one above, or start from the whole library.</p><p>${button(`${root}/fabrics`, 'The whole library', 'second')}</p></div>`
}
