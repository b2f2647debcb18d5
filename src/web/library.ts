import type { FabricRecord, MakerRecord, SearchReport } from '../core/rooms.ts'
import { FAMILIES, familyIn, inOrder, ORDERS, type Order } from './colours.ts'
import { type PublicPage, redirect, type Visit } from './handlers.ts'
import { fragmentOf, type Html, html } from './html.ts'
import { chip, choice, comparing, IN_A_ROW, leadOn, list, pill, swatchGrid, swatchRow } from './parts.ts'
import { PATHS } from './paths.ts'
import { familyLinks, howItWasRead, type LibraryQuery, nothingFound, searchBox } from './search-box.ts'
import { capitalized, counted, grouped } from './words.ts'

/** Rows of two, three, four, six and eight are full. */
const ON_A_PAGE = 48
/** The most results to sort, count and show. Nobody looks at more. */
const MOST_RESULTS = 1_000
/** Fabrics further from a colour are other colours. */
const MOST_NEAREST = 96
/** With more makers or lines, people would not see the fabrics. */
const MOST_CHOICES = 60

type Cloth = readonly FabricRecord[]

const askedFor = ({ query }: Visit): LibraryQuery => ({
  query: query('query'),
  manufacturer: query('manufacturer'),
  collection: query('collection'),
  family: FAMILIES.find(([name]) => name === query('family'))?.[0],
  order: ORDERS.find(({ name }) => name === query('order'))?.name,
})

const FILTERS = [
  ['manufacturer', 'Maker'],
  ['collection', 'Line'],
] as const

/** Each choice with the number of fabrics that it leaves, except for a colour, which leaves the nearest of all. */
function filters(asked: LibraryQuery, cloth: Cloth, isByColor: boolean): Html {
  const shown = FILTERS.map(([field, label]) => {
    const chosen = asked[field]
    if (chosen !== undefined)
      return pill(PATHS.search({ ...asked, [field]: undefined }), `${label}: ${chosen} ×`)
    const byName = [...Map.groupBy(cloth, (fabric) => fabric[field])].sort(
      ([, a], [, b]) => b.length - a.length,
    )
    const links = byName
      .slice(0, MOST_CHOICES)
      .map(([name, { length }]) =>
        choice(PATHS.search({ ...asked, [field]: name }), name, isByColor ? undefined : grouped(length)),
      )
    return (
      links.length > 1 &&
      html`<details class="filter"><summary>${label}: <b>all</b></summary>${list('', links)}</details>`
    )
  })
  return html`<div class="filters row">${shown}</div>`
}

function orderLinks(asked: LibraryQuery, current: Order | undefined): Html {
  const best = { name: undefined, label: 'Best first' }
  const orders = asked.query === undefined ? ORDERS : [best, ...ORDERS]
  const links = orders.map(({ name, label }) =>
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
function wholeCatalog(makers: readonly MakerRecord[]): Html {
  const shown = makers.slice(0, MOST_CHOICES).map((maker) => {
    const size = `${counted(maker.collections.length, 'line')}, ${grouped(maker.fabrics)}`
    return choice(PATHS.maker(maker), maker.manufacturer, size)
  })
  return fragmentOf('whole-catalog.html', { makers: list('makers grid ruled', shown) })
}

function titleOf(
  { query, family, manufacturer, collection }: LibraryQuery,
  { colors }: SearchReport,
): string {
  const [color] = colors
  // By its name if it was asked for by name.
  if (color !== undefined) return `Fabrics near ${color.name || color.hex}`
  const from = [collection, manufacturer].filter((name) => name !== undefined).join(' by ')
  if (query === undefined && family === undefined && from === '') return 'Fabric library'
  const cloth = family === undefined ? 'Fabrics' : `${capitalized(family)} fabrics`
  return `${cloth}${query === undefined ? '' : ` for “${query}”`}${from === '' ? '' : ` in ${from}`}`
}

/** A row for each part of a list, with a link to all that it finds (D17.8). */
async function partRows(
  { search }: Visit,
  { manufacturer, collection }: LibraryQuery,
  parts: readonly string[],
) {
  const rows = parts.map(async (query) => {
    const part = { query, manufacturer, collection }
    const { items, report } = await search(part, IN_A_ROW)
    const { total } = report()
    const all = leadOn(PATHS.search(part), `All ${counted(total, 'fabric')} for “${query}”`)
    return swatchRow(query, items, { choosable: true }, total > IN_A_ROW && all)
  })
  return comparing(await Promise.all(rows))
}

/** Says so if there are more fabrics than were read, which a family does not reach either. */
function countOf(count: number, read: number, total: number): string {
  const size = counted(count, 'fabric')
  if (total <= read) return size
  const first = `first ${grouped(read)} of ${counted(total, 'fabric')}`
  return count === read ? `The ${first}` : `${size} among the ${first}`
}

/** Several colours lead to their palette. */
export const libraryPage: PublicPage = async (request) => {
  const asked = askedFor(request)
  const { query, manufacturer, collection, family } = asked
  const isSearch = [query, manufacturer, collection].some((each) => each !== undefined)
  const found = isSearch ? await request.search(asked, MOST_RESULTS) : await request.shelf()
  const report = found.report()
  const colors = report.colors.flatMap((each) => each?.hex ?? [])
  if (colors.length > 1) {
    const within = [...report.besideColors, manufacturer, collection].filter(Boolean).join(' ')
    return redirect(PATHS.palette(colors, { in: within }))
  }

  const title = titleOf(asked, report)
  const description =
    'Search quilting fabrics by name, number or colour, and see what is nearest across makers.'
  const read = howItWasRead(asked, report)
  if (report.parts.length > 1 && family === undefined) {
    const rows = await partRows(request, asked, report.parts)
    return { title, description, main: [searchBox(asked), read, rows] }
  }

  const [color] = colors
  const cloth = family === undefined ? found.items : found.items.filter((each) => familyIn(each) === family)
  const order = asked.order ?? (query === undefined ? 'hue' : undefined)
  const sorted = color === undefined ? inOrder(cloth, order) : cloth.slice(0, MOST_NEAREST)
  const count = sorted.length
  const pageAsked = Number.parseInt(request.query('page') ?? '', 10) || 1
  const page = Math.max(1, Math.min(Math.ceil(count / ON_A_PAGE), pageAsked))
  const shown = sorted.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE)
  const isStart = !isSearch && family === undefined && page === 1
  const head =
    color === undefined
      ? html`${familyLinks(asked, found.items)}${filters(asked, cloth, false)}${read}`
      : html`${filters(asked, cloth, true)}${read}${fragmentOf('asked-color.html', { color, chip: chip(color), palette: PATHS.palette([color]) })}`
  const bar =
    color === undefined
      ? html`<h2 class="quiet">${countOf(count, found.items.length, report.total)}</h2>${orderLinks(asked, order)}`
      : html`<h2 class="quiet">The nearest ${counted(count, 'fabric')}</h2>`
  const choosable = shown.length > 1
  const swatches = swatchGrid(shown, { asked: color, choosable })
  const results = html`<div class="bar row">${bar}</div>
${choosable ? comparing(swatches) : swatches}
${pager(asked, page, count)}`
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    heading: title,
    description,
    path: isStart ? PATHS.fabrics : undefined,
    main: html`${searchBox(asked, color)}
${head}
${count === 0 ? nothingFound(asked, report) : results}
${isStart && wholeCatalog(await request.fabrics.makers())}`,
  }
}
