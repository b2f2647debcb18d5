import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import type { FabricRecord, Fabrics } from '../core/rooms.ts'
import { chip, distanceText, PATHS, strip, swatchGrid, tile } from './cloth.ts'
import { button, copied, counted } from './frame.ts'
import type { Asked, PublicPage } from './page-access.ts'
import { fileReply, redirect } from './replies.ts'
import { colorWell } from './search-box.ts'
import { EVERYWHERE } from './shelf.ts'

/** As many colours as a search takes (D17). */
const MOST_COLORS = 12
/** How many fabrics stand in the row of a colour. */
export const IN_A_ROW = 6
const MOST_WORDS = 80

/** A palette as its address has it: colours, and words that all fabrics must have, such as a line. */
interface Palette {
  readonly colors: readonly string[]
  readonly within: string | undefined
}

interface Row {
  readonly color: string
  /** The nearest first. */
  readonly fabrics: readonly FabricRecord[]
}

export function paletteIn(asked: Asked): Palette {
  const colors = asked.all('c').flatMap((text) => {
    const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
    return digits === undefined ? [] : [`#${digits.toUpperCase()}`]
  })
  return { colors: [...new Set(colors)].slice(0, MOST_COLORS), within: asked.query('in', MOST_WORDS) }
}

/** The fabrics for each colour of a palette, as one search ranks them: each fabric is in the row that it is nearest to. */
export async function rowsOf(catalog: Fabrics, { colors, within = '' }: Palette): Promise<Row[]> {
  if (colors.length === 0) return []
  const query = `${colors.join(' ')} ${within}`.trim()
  const page = await catalog.search({ ...EVERYWHERE, query, limit: IN_A_ROW * colors.length })
  const { colors: read, distances } = page.report()
  const rows = Map.groupBy(page.items, (_, at) => read[distances[at]?.list ?? 0]?.hex)
  return colors.map((color) => ({ color, fabrics: (rows.get(color) ?? []).slice(0, IN_A_ROW) }))
}

/** Words and colours as the search reads them: colours in any form and by name, or the colour of the first fabric. */
async function colorsMeant(catalog: Fabrics, text: string): Promise<readonly string[]> {
  const found = await catalog.search({ ...EVERYWHERE, query: text, limit: 1 })
  const colors = found.report().colors.flatMap((color) => color?.hex ?? [])
  return colors.length > 0 ? colors : found.items.flatMap(({ colorHex }) => colorHex ?? [])
}

/** `/palette/add`: adds what the well or the field says, and leads to the address of the new palette. */
export const addToPalette: PublicPage = async ({ site, fabrics }, asked) => {
  const { colors, within } = paletteIn(asked)
  const text = asked.query('add', MOST_WORDS)
  const added = text === undefined ? [] : await colorsMeant(fabrics, text)
  const all = [...new Set([...colors, ...added.map((color) => color.toUpperCase())])].slice(0, MOST_COLORS)
  const missed = added.length === 0 ? text : undefined
  return redirect(`${site.root}${PATHS.palette(all, { in: within, missed })}`)
}

/** The colours of the palette, each with a link that takes it out, and the ways to add one. */
function tray(root: string, rows: readonly Row[], { colors, within }: Palette): Html {
  const chips = rows.map(({ color, fabrics: [nearest] }) => {
    const rest = colors.filter((each) => each !== color)
    return html`<li>${chip(color)}<a href="${root}${PATHS.palette(rest, { in: within })}" aria-label="Take out ${color}, near ${nearest?.name ?? color}">×</a></li>`
  })
  const hidden = colors.map((color) => html`<input type="hidden" name="c" value="${color.slice(1)}">`)
  const kept = html`${hidden}${within && html`<input type="hidden" name="in" value="${within}">`}`
  return html`<div class="tray">
${chips.length > 0 && html`<ul class="chips" aria-label="Your palette">${chips}</ul>`}
${
  colors.length >= MOST_COLORS
    ? html`<p class="sub">Twelve colours are the most. Take one out to add another.</p>`
    : html`<div class="adders"><form action="${root}/palette/add" method="get" class="field">
<label for="add-colour">Pick a colour</label>
<div class="line">${colorWell('add-colour', 'add')}${kept}<button type="submit" class="second">Add</button></div></form>
<form action="${root}/palette/add" method="get" class="field grow">
<label for="add-name">Or name one</label>
<div class="line"><input id="add-name" name="add" type="search" maxlength="80" placeholder="dusty rose, Kona Curry, rgb(95 138 139)" autocomplete="off" spellcheck="false">${kept}<button type="submit" class="second">Add</button></div></form></div>`
}
${
  colors.length > 0 &&
  html`<form action="${root}/palette" method="get" class="field"><label for="within">Only from</label>
<div class="line">${hidden}<input id="within" name="in" type="search" maxlength="80" value="${within ?? ''}" placeholder="kona, moda, bella solids" autocomplete="off"><button type="submit" class="second">Show</button></div></form>`
}</div>`
}

function rowOf(root: string, { color, fabrics }: Row, within: string | undefined): Html {
  const [nearest] = fabrics
  return html`<section class="palette-row"><h2>${chip(color)}<span>${nearest?.name ?? color}<small>${color}</small></span></h2>
${
  fabrics.length === 0
    ? html`<p class="sub">Nothing${within === undefined ? '' : html` in “${within}”`} is near.</p>`
    : swatchGrid(fabrics, { root, asked: color, kind: 'swatches row' })
}</section>`
}

/** Palettes to begin with, of shipped solids that go together. */
const EXAMPLES: ReadonlyArray<readonly [name: string, ...colors: string[]]> = [
  ['Barn raising', '#27365A', '#4A6591', '#CA9520', '#E3D7BF'],
  ['Harvest', '#B54E23', '#CA9520', '#6B7A3A', '#EBE4D1'],
  ['Sea glass', '#5F8A8B', '#A9CFC5', '#E8E2D0', '#33566B'],
]

/** `/palette`: colours in rows, each with the nearest cloth of every maker. Everything is in the address. */
export const palettePage: PublicPage = async ({ site: { root, baseUrl }, fabrics }, asked) => {
  const palette = paletteIn(asked)
  const { colors, within } = palette
  const rows = await rowsOf(fabrics, palette)
  const names = rows.flatMap(({ fabrics: [nearest] }) => nearest?.name ?? [])
  const missed = asked.query('missed', MOST_WORDS)
  const address = PATHS.palette(colors, { in: within })
  const file = (format: string) => `${root}${address.replace('/palette', `/palette.${format}`)}`
  const isEmpty = colors.length === 0
  return {
    title: isEmpty ? 'Palette' : `Palette: ${names.slice(0, 3).join(', ')}`,
    description: 'Put colours together and find the nearest quilting fabric for each, of every maker.',
    ...(isEmpty && missed === undefined ? { path: '/palette' } : {}),
    print: isEmpty ? 'Palette' : counted(colors.length, 'colour'),
    colors,
    main: html`<h1>Palette</h1>
<p class="lead">${isEmpty ? 'Add up to twelve colours, one by one, and find cloth for each.' : 'The nearest cloth for each colour. The corner of each swatch shows the colour that you asked for.'}</p>
${missed !== undefined && html`<p class="reading" role="status">Nothing is called “${missed}”, and it is no colour that we know.</p>`}
${tray(root, rows, palette)}
${
  isEmpty
    ? html`<section><h2>Or start from one of these</h2><ul class="palettes">${EXAMPLES.map(
        ([name, ...example]) => tile(`${root}${PATHS.palette(example)}`, strip(example), name),
      )}</ul></section>`
    : html`${rows.map((row) => rowOf(root, row, within))}
<section class="take"><h2>Take it along</h2><p>${button(file('png'), 'As a picture', 'second')}${button(file('csv'), 'As a table', 'second')}</p>
<p>Its address is the palette. Send it to a friend: ${copied(`${baseUrl}${address}`)}</p></section>`
}`,
  }
}

/** A text as a cell of a CSV file. What begins like a formula is not calculated by a spreadsheet. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** `/palette.csv`: for each colour its nearest fabrics, to take to the shop. */
export const paletteTable: PublicPage = async (from, asked) => {
  const rows = await rowsOf(from.fabrics, paletteIn(asked))
  if (rows.length === 0) throw notFound()
  const lines = rows.flatMap(({ color, fabrics }) =>
    fabrics.map(({ name, collection, manufacturer, sku = '', colorHex = '' }) =>
      [color, name, collection, manufacturer, sku, colorHex, distanceText(colorHex || color, color)]
        .map(cell)
        .join(','),
    ),
  )
  const text = ['Colour,Fabric,Line,Maker,Number,Its colour,Difference', ...lines].join('\r\n')
  return fileReply('text/csv; charset=utf-8', `\uFEFF${text}\r\n`, {
    'content-disposition': 'attachment; filename="palette.csv"',
  })
}
