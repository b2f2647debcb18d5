import { MOST_COLORS } from '../core/color.ts'
import { notFound } from '../core/errors.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { csvLine } from '../files/index.ts'
import { colorsOf } from './colours.ts'
import { fileReply, type PublicPage, redirect, type Visit } from './handlers.ts'
import { fragmentOf, type Html, html } from './html.ts'
import {
  chip,
  copied,
  distanceText,
  hidden,
  IN_A_ROW,
  list,
  section,
  strip,
  swatchRow,
  tile,
  tiles,
} from './parts.ts'
import { PATHS } from './paths.ts'

const distinct = (colors: readonly string[]) =>
  [...new Set(colors.map((color) => color.toUpperCase()))].slice(0, MOST_COLORS)

/** The colours of an address, and words that all fabrics must have, such as a line. */
function paletteIn({ all, query }: Visit) {
  const colors = all('c').map((color) => `#${color.replace('#', '')}`)
  return { colors: distinct(colors.filter((color) => /^#[0-9a-f]{6}$/i.test(color))), within: query('in') }
}

interface Row {
  readonly color: string
  /** The nearest first. */
  readonly fabrics: readonly FabricRecord[]
}

/** One search ranks all fabrics, so each is in the row of its nearest colour. */
async function rowsOf(request: Visit): Promise<Row[]> {
  const { colors, within = '' } = paletteIn(request)
  if (colors.length === 0) return []
  const query = `${colors.join(' ')} ${within}`.trim()
  const page = await request.search({ query }, IN_A_ROW * colors.length)
  const { colors: read, distances } = page.report()
  const rows = Map.groupBy(page.items, (_, at) => read[distances[at]?.list ?? 0]?.hex)
  return colors.map((color) => ({ color, fabrics: (rows.get(color) ?? []).slice(0, IN_A_ROW) }))
}

/** Throws `not_found` if the address has no colours. */
export async function rowsIn(request: Visit): Promise<Row[]> {
  const rows = await rowsOf(request)
  if (rows.length === 0) throw notFound()
  return rows
}

/** Adds the colours that the search reads, in any form or by name, or else the colour of the first fabric. */
export const addToPalette: PublicPage = async (request) => {
  const { colors, within } = paletteIn(request)
  const name = request.query('add')
  const found = name === undefined ? undefined : await request.search({ query: name }, 1)
  const read = found?.report().colors.flatMap((color) => color?.hex ?? []) ?? []
  const added = read.length > 0 ? read : colorsOf(found?.items ?? [])
  const missed = added.length === 0 ? name : undefined
  return redirect(PATHS.palette(distinct([...colors, ...added]), { in: within, missed }))
}

function tray(rows: readonly Row[], within: string | undefined): Html {
  const colors = rows.map(({ color }) => color)
  const chips = rows.map(({ color, fabrics: [nearest] }) => {
    const rest = colors.filter((each) => each !== color)
    return html`${chip(color)}<a href="${PATHS.palette(rest, { in: within })}" aria-label="Take out ${color}, near ${nearest?.name ?? color}">×</a>`
  })
  const chosen = colors.map((color) => ['c', color.slice(1)] as const)
  const kept = hidden([...chosen, ['in', within]])
  return html`<div class="tray">
${chips.length > 0 && list('chips row', chips)}
${
  colors.length < MOST_COLORS
    ? fragmentOf('palette-add.html', { kept })
    : html`<p class="sub">Twelve colours are the most. Take one out to add another.</p>`
}
${colors.length > 0 && fragmentOf('palette-from.html', { kept: hidden(chosen), within })}</div>`
}

function rowOf({ color, fabrics }: Row, within: string | undefined): Html {
  const [nearest] = fabrics
  const heading = html`${chip(color)}<span>${nearest?.name ?? color}<small>${color}</small></span>`
  const nothing = html`<p class="sub">Nothing${within && html` in “${within}”`} is near.</p>`
  return swatchRow(heading, fabrics, { asked: color }, nearest === undefined && nothing)
}

/** Shipped solids that go together. */
const EXAMPLES: ReadonlyArray<readonly [name: string, ...colors: string[]]> = [
  ['Barn raising', '#27365A', '#4A6591', '#CA9520', '#E3D7BF'],
  ['Harvest', '#B54E23', '#CA9520', '#6B7A3A', '#EBE4D1'],
  ['Sea glass', '#5F8A8B', '#A9CFC5', '#E8E2D0', '#33566B'],
]

/** For each colour the nearest cloth. The address holds everything. */
export const palettePage: PublicPage = async (request) => {
  const { colors, within } = paletteIn(request)
  const rows = await rowsOf(request)
  const missed = request.query('missed')
  const names = rows.flatMap(({ fabrics: [nearest] }) => nearest?.name ?? [])
  const isEmpty = rows.length === 0
  const examples = EXAMPLES.map(([name, ...example]) => tile(PATHS.palette(example), strip(example), name))
  const pathOf = (file?: string) => PATHS.palette(colors, { in: within }, file)
  const address = copied(`${request.site.baseUrl}${pathOf()}`)
  const ways = { picture: pathOf('.png'), table: pathOf('.csv'), address }
  return {
    title: isEmpty ? 'Palette' : `Palette: ${names.slice(0, 3).join(', ')}`,
    path: isEmpty && missed === undefined ? '/palette' : undefined,
    heading: 'Palette',
    lead: isEmpty
      ? 'Add up to twelve colours, one by one, and find the nearest cloth for each, of every maker.'
      : 'The nearest cloth for each colour. The corner of each swatch shows the colour that you asked for.',
    main: html`${missed && html`<p class="hint" role="status">Nothing is called “${missed}”, and it is no colour that we know.</p>`}
${tray(rows, within)}
${
  isEmpty
    ? section('Or start from one of these', tiles('strips', examples))
    : [rows.map((row) => rowOf(row, within)), fragmentOf('palette-take.html', ways)]
}`,
  }
}

/** To take to the shop. */
export const paletteTable: PublicPage = async (request) => {
  const lines = (await rowsIn(request)).flatMap(({ color, fabrics }) =>
    fabrics.map(({ name, collection, manufacturer, sku, colorHex = color }) =>
      csvLine([color, name, collection, manufacturer, sku, colorHex, distanceText(colorHex, color)]),
    ),
  )
  const head = csvLine(['Colour', 'Fabric', 'Line', 'Maker', 'Number', 'Its colour', 'Difference'])
  // Excel needs the mark to know that it is UTF-8.
  return fileReply('text/csv; charset=utf-8', `\uFEFF${[head, ...lines].join('')}`, {
    'content-disposition': 'attachment; filename="palette.csv"',
  })
}
