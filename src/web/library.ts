import { type Html, html } from '../core/html.ts'
import type { FabricFilter, FabricRecord, Fabrics } from '../core/rooms.ts'
import { codePointLength } from '../core/text.ts'
import { CATALOG_FILES, SOURCES_PATH } from './catalog-file.ts'
import { chip, PATHS, swatchGrid } from './cloth.ts'
import { type Family, familyIn, inOrder, isFamily, isOrder, ORDERS, type Order } from './colours.ts'
import { counted, grouped, type Page, type Site } from './frame.ts'
import type { Asked } from './page-access.ts'
import { IN_A_ROW, paletteParts, rowsOf } from './palette.ts'
import { type Answered, suggestions, whatWasRead } from './people-notes.ts'
import { familyLinks, searchBox } from './search-box.ts'
import { cleaned, type Shelf } from './shelf.ts'

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
export interface LibraryQuery extends FabricFilter {
  readonly family: Family | undefined
  /** `undefined`: the best first, or by hue where nothing is searched for. */
  readonly order: Order | undefined
}

function cut(text: string | undefined, most: number): string | undefined {
  if (text === undefined || codePointLength(text) <= most) return text
  return [...text].slice(0, most).join('').trim()
}

function askedFor(asked: Asked): LibraryQuery {
  const family = asked.query('family') ?? ''
  const order = asked.query('order') ?? ''
  return {
    query: cut(asked.query('query'), MOST_QUERY),
    manufacturer: cut(asked.query('manufacturer'), MOST_FILTER),
    collection: cut(asked.query('collection'), MOST_FILTER),
    family: isFamily(family) ? family : undefined,
    order: isOrder(order) ? order : undefined,
  }
}

function countBy<Key>(
  fabrics: readonly FabricRecord[],
  keyOf: (fabric: FabricRecord) => Key | undefined,
): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const fabric of fabrics) {
    const key = keyOf(fabric)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** What is shown, before the family and the order, and what the makers and lines of the question would leave. */
interface Found {
  readonly fabrics: readonly FabricRecord[]
  /** All fabrics of the question without its maker and line. */
  readonly unfiltered: readonly FabricRecord[]
  readonly answered: Answered | undefined
  readonly colors: readonly string[]
  /** Whether `fabrics` is everything that was found. */
  readonly isAll: boolean
  readonly total: number
}

async function find(catalog: Fabrics, shelf: Shelf, asked: LibraryQuery): Promise<Found> {
  const { query, manufacturer, collection } = asked
  if (query === undefined && manufacturer === undefined && collection === undefined) {
    const { fabrics, total } = shelf
    const isAll = fabrics.length === total
    return { fabrics, unfiltered: fabrics, answered: undefined, colors: [], isAll, total }
  }
  const search = async (filter: FabricFilter) => {
    const page = await catalog.search({ ...filter, limit: MOST_RESULTS, after: undefined })
    return { fabrics: page.items.map(cleaned), report: page.report() }
  }
  const isFiltered = manufacturer !== undefined || collection !== undefined
  const { fabrics, report } = await search({ query, manufacturer, collection })
  const colors = report.colors.flatMap((color) => color?.hex ?? [])
  // Colours leave every fabric that has one.
  const isColor = colors.length > 0 && report.besideColors.length === 0
  const unfiltered = isColor
    ? shelf.fabrics.filter(({ colorHex }) => colorHex !== undefined)
    : !isFiltered
      ? fabrics
      : query === undefined
        ? shelf.fabrics
        : (await search({ query, manufacturer: undefined, collection: undefined })).fabrics
  const { total } = report
  const isAll = total <= fabrics.length
  return { fabrics, unfiltered, answered: { asked, report }, colors, isAll, total }
}

interface Choice {
  readonly label: string
  readonly count: number
  readonly path: string
}

function choices(
  root: string,
  label: string,
  chosen: string | undefined,
  all: string,
  list: readonly Choice[],
) {
  if (chosen === undefined && list.length < 2) return undefined
  const shown = list.slice(0, MOST_CHOICES)
  return html`<details class="filter"><summary>${label}: <b>${chosen ?? 'all'}</b></summary><ul>
${chosen !== undefined && html`<li><a href="${root}${all}">All</a></li>`}${shown.map(
  (each) =>
    html`<li><a href="${root}${each.path}">${each.label} <span class="count">${grouped(each.count)}</span></a></li>`,
)}</ul></details>`
}

/** Maker and line as links that keep the rest of the question, each with how many fabrics it would leave. */
function filters(root: string, asked: LibraryQuery, { unfiltered }: Found): Html {
  const { query, manufacturer, collection, family, order } = asked
  const kept = { query, family, order }
  const inFamily = unfiltered.filter((fabric) => family === undefined || familyIn(fabric) === family)
  const byCount = (list: Choice[]) => list.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
  const makers = byCount(
    [...countBy(inFamily, (fabric) => fabric.manufacturer)].map(([name, count]) => ({
      label: name,
      count,
      path: PATHS.search({ ...kept, manufacturer: name }),
    })),
  )
  const ofMaker = inFamily.filter(
    (fabric) => manufacturer === undefined || fabric.manufacturer === manufacturer,
  )
  const lines = byCount(
    [...Map.groupBy(ofMaker, (fabric) => `${fabric.manufacturer}\n${fabric.collection}`).values()].flatMap(
      ([first, ...rest]) =>
        first === undefined
          ? []
          : [
              {
                label: first.collection,
                count: rest.length + 1,
                path: PATHS.search({
                  ...kept,
                  manufacturer: first.manufacturer,
                  collection: first.collection,
                }),
              },
            ],
    ),
  )
  return html`<div class="filters">${choices(
    root,
    'Maker',
    manufacturer,
    PATHS.search({ ...kept, collection }),
    makers,
  )}${choices(root, 'Line', collection, PATHS.search({ ...kept, manufacturer }), lines)}</div>`
}

function orderLinks(root: string, asked: LibraryQuery): Html {
  const isSearch = asked.query !== undefined
  const all: ReadonlyArray<readonly [Order | undefined, string]> = isSearch
    ? [[undefined, 'Best first'], ...ORDERS]
    : ORDERS
  const current = asked.order ?? (isSearch ? undefined : 'hue')
  return html`<p class="orders"><span>In order of</span> ${all.map(([order, label]) => {
    const path = PATHS.search({ ...asked, order })
    return html`<a href="${root}${path}"${order === current && html` aria-current="true"`}>${label}</a> `
  })}</p>`
}

/** Earlier and later pages, and where in the list this one is. */
function pager(
  root: string,
  pathOf: (page: number) => string,
  { page, count, size = ON_A_PAGE }: { page: number; count: number; size?: number },
): Html | undefined {
  const pages = Math.ceil(count / size)
  if (pages < 2) return undefined
  const first = (page - 1) * size + 1
  return html`<nav class="pager" aria-label="Pages">${page > 1 && html`<a class="button second" rel="prev" href="${root}${pathOf(page - 1)}">Previous</a>`}
<span>${grouped(first)}–${grouped(Math.min(count, page * size))} of ${grouped(count)}</span>
${page < pages && html`<a class="button second" rel="next" href="${root}${pathOf(page + 1)}">Next</a>`}</nav>`
}

/** Makers with their lines, for people who know what they look for. */
function makerList(root: string, { makers }: Shelf): Html {
  return html`<section><h2>Makers</h2><ul class="makers">${makers
    .slice(0, MOST_CHOICES)
    .map(
      ({ manufacturer, fabrics, collections }) =>
        html`<li><a href="${root}${PATHS.maker(manufacturer)}">${manufacturer}</a> <span class="count">${counted(collections.length, 'line')}, ${grouped(fabrics)}</span></li>`,
    )}</ul></section>`
}

const wholeCatalog = (root: string): Html =>
  html`<section><h2>The whole catalog</h2><p>For a spreadsheet: ${CATALOG_FILES.map(
    (path) => html`<a href="${root}${path}">${path.slice(1)}</a> `,
  )} <span class="sub"><a href="${root}${SOURCES_PATH}">Where the data come from</a>, and what you may do with them.</span></p></section>`

function titleOf({ query, family, manufacturer, collection }: LibraryQuery, answered?: Answered): string {
  const colors = answered?.report.colors.flatMap((color) => color ?? []) ?? []
  const [color] = colors
  if (colors.length > 1) return `Fabrics for your ${colors.length} colours`
  // A colour by its name, if it was asked for by name.
  if (color !== undefined) return `Fabrics near ${color.name || color.hex}`
  const cloth = family === undefined ? 'fabrics' : `${family} fabrics`
  const from = [collection, manufacturer].filter((name) => name !== undefined).join(' by ')
  const subject = query === undefined ? (family ?? from) && cloth : `${cloth} for “${query}”`
  if (!subject) return 'Fabric library'
  return `${subject[0]?.toUpperCase() ?? ''}${subject.slice(1)}${from === '' ? '' : ` in ${from}`}`
}

/** Each part of a list in a row of its own, with the way to all that it finds (D17b). */
async function partRows(
  root: string,
  catalog: Fabrics,
  asked: LibraryQuery,
  parts: readonly string[],
): Promise<Html> {
  const rows = parts.map(async (part) => {
    const filter = { query: part, manufacturer: asked.manufacturer, collection: asked.collection }
    const page = await catalog.search({ ...filter, limit: IN_A_ROW, after: undefined })
    const { total } = page.report()
    return html`<section class="palette-row"><h2>${part}</h2>${swatchGrid(page.items.map(cleaned), { root, kind: 'swatches row' })}
${total > IN_A_ROW && html`<p class="more"><a href="${root}${PATHS.search(filter)}">All ${counted(total, 'fabric')} for “${part}”</a></p>`}</section>`
  })
  return html`${await Promise.all(rows)}`
}

/** `/fabrics`: search box, families, filters and results; for several colours the rows of a palette. */
export async function libraryPage(site: Site, catalog: Fabrics, shelf: Shelf, request: Asked): Promise<Page> {
  const { root } = site
  const asked = askedFor(request)
  const found = await find(catalog, shelf, asked)
  const { colors, answered, unfiltered } = found
  const title = titleOf(asked, answered)
  if (colors.length > 1) {
    const within = [answered?.report.besideColors.join(' '), asked.manufacturer, asked.collection]
    const palette = { colors, within: within.filter(Boolean).join(' ') || undefined }
    const rows = await rowsOf(catalog, palette)
    return {
      title,
      description: 'The nearest quilting fabrics to each colour of a palette.',
      print: 'Palette',
      colors,
      current: 'palette',
      main: html`<h1>${title}</h1>${paletteParts(site, rows, palette)}`,
    }
  }

  const parts = answered?.report.parts ?? []
  if (parts.length > 1 && asked.family === undefined && answered !== undefined) {
    return {
      title,
      description: 'Quilting fabrics for each part of a list.',
      print: 'Fabric library',
      colors: found.fabrics.slice(0, ON_A_PAGE).map(({ colorHex }) => colorHex),
      current: 'fabrics',
      main: html`<h1>${title}</h1>${searchBox(root, asked)}${whatWasRead(root, answered)}${await partRows(root, catalog, asked, parts)}`,
    }
  }

  const [color] = colors
  const isPlain = answered === undefined && asked.family === undefined
  const inFamily =
    asked.family === undefined
      ? found.fabrics
      : found.fabrics.filter((fabric) => familyIn(fabric) === asked.family)
  const nearest = color === undefined ? inFamily : inFamily.slice(0, MOST_NEAREST)
  const order = asked.order ?? (asked.query === undefined ? 'hue' : undefined)
  const sorted = order === undefined ? nearest : inOrder(nearest, order)
  const page = Math.max(
    1,
    Math.min(Math.ceil(sorted.length / ON_A_PAGE), Number.parseInt(request.query('page') ?? '', 10) || 1),
  )
  const shown = sorted.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  const counts = countBy(
    found.fabrics.length > 0 || asked.query !== undefined ? found.fabrics : unfiltered,
    familyIn,
  )
  const kept = { ...asked, family: undefined }
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: `Search ${counted(shelf.total, 'quilting fabric')} by name, number or colour, and see what is nearest across makers.`,
    ...(isPlain && page === 1 && asked.order === undefined ? { path: '/fabrics' } : {}),
    print: [asked.manufacturer, asked.collection].filter(Boolean).join('  ') || 'Fabric library',
    colors: color === undefined ? shown.map(({ colorHex }) => colorHex) : [color],
    current: 'fabrics',
    main: html`<h1>${title}</h1>
${searchBox(root, asked, color)}
${color === undefined && familyLinks(root, kept, counts, asked.family)}
${filters(root, asked, found)}
${answered && whatWasRead(root, answered)}
${color !== undefined && html`<p class="asked">${chip(color)}<span>You asked for <code>${color}</code>. The corner of each swatch shows it. <a href="${root}${PATHS.palette([color])}">Begin a palette with it</a></span></p>`}
${
  shown.length === 0
    ? nothingFound(root, asked, answered)
    : html`<div class="bar"><h2 class="quiet">${heading(asked, found, sorted.length, color)}</h2>${color === undefined && orderLinks(root, asked)}</div>
<form action="${root}/compare" method="get">${swatchGrid(shown, { root, asked: color, choosable: true })}
<p class="more"><button type="submit" class="second">Compare the chosen side by side</button></p></form>
${pager(root, (number) => PATHS.search({ ...asked, page: number === 1 ? undefined : String(number) }), { page, count: sorted.length })}`
}
${isPlain && page === 1 && makerList(root, shelf)}
${isPlain && page === 1 && wholeCatalog(root)}`,
  }
}

function heading(
  { query, family }: LibraryQuery,
  { isAll, total }: Found,
  count: number,
  color?: string,
): string {
  if (color !== undefined) return `The nearest ${counted(count, 'fabric')}`
  if (family !== undefined || isAll) return counted(count, 'fabric')
  return `The first ${grouped(count)}${query === undefined ? ` of ${counted(total, 'fabric')}` : ''}`
}

function nothingFound(root: string, asked: LibraryQuery, answered: Answered | undefined): Html {
  const { family, ...rest } = asked
  const ways = answered === undefined ? [] : suggestions(answered)
  return html`<div class="empty"><p><b>Nothing found.</b></p>
${ways.length > 0 && html`<p>Perhaps: ${ways.map(({ label, path }) => html`<a class="pill" href="${root}${path}">${label}</a>`)}</p>`}
${family !== undefined && html`<p><a class="pill" href="${root}${PATHS.search(rest)}">without “${family}”</a></p>`}
<p>A colour always finds something: choose one above, or start from <a href="${root}/fabrics">the whole library</a>.</p></div>`
}
