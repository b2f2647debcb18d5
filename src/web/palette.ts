import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import type { FabricRecord, Fabrics } from '../core/rooms.ts'
import { codePointLength } from '../core/text.ts'
import type { Reply } from '../http/reply.ts'
import { chip, distanceText, PATHS, swatchGrid } from './cloth.ts'
import { type Bar, fillsPng } from './fills.ts'
import { counted, type Page, type Site } from './frame.ts'
import type { Asked } from './page-access.ts'
import { fileReply, redirect } from './replies.ts'
import { cleaned } from './shelf.ts'

/** As many colours as a search takes (D17). */
const MOST_COLORS = 12
/** How many fabrics stand in the row of a colour. */
export const IN_A_ROW = 6
const MOST_WORDS = 80
/** The colour of the colour well before anyone has chosen one. */
const FIRST_COLOR = '#5f8a8b'

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

/** Words for a search beside a colour: whole characters, not too many. */
function wordsIn(text: string | undefined): string | undefined {
  if (text === undefined || codePointLength(text) <= MOST_WORDS) return text
  return [...text].slice(0, MOST_WORDS).join('').trim()
}

function paletteIn(asked: Asked): Palette {
  const colors = asked.all('c').flatMap((text) => {
    const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? []
    return digits === undefined ? [] : [`#${digits.toUpperCase()}`]
  })
  return { colors: [...new Set(colors)].slice(0, MOST_COLORS), within: wordsIn(asked.query('in')) }
}

const filter = { manufacturer: undefined, collection: undefined, after: undefined }

/** The fabrics for each colour of a palette, as the search ranks them. */
export async function rowsOf(catalog: Fabrics, { colors, within = '' }: Palette): Promise<Row[]> {
  return Promise.all(
    colors.map(async (color) => {
      const query = `${color} ${within}`.trim()
      const { items } = await catalog.search({ ...filter, query, limit: IN_A_ROW })
      return { color, fabrics: items.map(cleaned) }
    }),
  )
}

/** Words and colours as the search reads them: colours in any form and by name, or the colour of the first fabric. */
async function colorsMeant(catalog: Fabrics, text: string): Promise<readonly string[]> {
  const found = await catalog.search({ ...filter, query: text, limit: 1 })
  const colors = found.report().colors.flatMap((color) => color?.hex ?? [])
  if (colors.length > 0) return colors
  const [first] = found.items
  return first?.colorHex === undefined ? [] : [first.colorHex]
}

/** `/palette/add`: adds what the well or the field says, and leads to the address of the new palette. */
export async function addToPalette({ root }: Site, catalog: Fabrics, asked: Asked): Promise<Reply> {
  const { colors, within } = paletteIn(asked)
  const text = wordsIn(asked.query('add'))
  const added = text === undefined ? [] : await colorsMeant(catalog, text)
  const all = [...new Set([...colors, ...added.map((color) => color.toUpperCase())])].slice(0, MOST_COLORS)
  const missed = added.length === 0 ? text : undefined
  return redirect(`${root}${PATHS.palette(all, { in: within, missed })}`)
}

const hiddenFields = ({ colors, within }: Palette, withWords: boolean) =>
  html`${colors.map((color) => html`<input type="hidden" name="c" value="${color.slice(1)}">`)}${
    withWords && within && html`<input type="hidden" name="in" value="${within}">`
  }`

/** The colours of the palette, each with a link that takes it out, and the ways to add one. */
function tray(root: string, rows: readonly Row[], palette: Palette): Html {
  const { colors, within } = palette
  const chips = rows.map(({ color, fabrics: [nearest] }) => {
    const rest = colors.filter((each) => each !== color)
    const name = nearest?.name ?? color
    return html`<li>${chip(color)}<a href="${root}${PATHS.palette(rest, { in: within })}" aria-label="Take out ${color}, near ${name}">×</a></li>`
  })
  const isFull = colors.length >= MOST_COLORS
  return html`<div class="tray">
${chips.length > 0 && html`<ul class="chips" aria-label="Your palette">${chips}</ul>`}
${
  isFull
    ? html`<p class="sub">Twelve colours are the most. Take one out to add another.</p>`
    : html`<div class="adders"><form action="${root}/palette/add" method="get" class="field">
<label for="add-colour">Pick a colour</label>
<div class="line"><input id="add-colour" name="add" type="color" value="${FIRST_COLOR}">${hiddenFields(palette, true)}<button type="submit" class="second">Add</button></div></form>
<form action="${root}/palette/add" method="get" class="field grow">
<label for="add-name">Or name one</label>
<div class="line"><input id="add-name" name="add" type="search" maxlength="80" placeholder="dusty rose, Kona Curry, rgb(95 138 139)" autocomplete="off" spellcheck="false">${hiddenFields(palette, true)}<button type="submit" class="second">Add</button></div></form></div>`
}
${
  colors.length > 0 &&
  html`<form action="${root}/palette" method="get" class="field"><label for="within">Only from</label>
<div class="line">${hiddenFields(palette, false)}<input id="within" name="in" type="search" maxlength="80" value="${within ?? ''}" placeholder="kona, moda, bella solids" autocomplete="off"><button type="submit" class="second">Show</button></div></form>`
}</div>`
}

function rowOf(root: string, { color, fabrics }: Row, within: string | undefined): Html {
  const [nearest] = fabrics
  const title = nearest === undefined ? color : nearest.name
  return html`<section class="palette-row"><h2>${chip(color)}<span>${title}<small>${color}</small></span></h2>
${
  fabrics.length === 0
    ? html`<p class="sub">Nothing${within === undefined ? '' : html` in “${within}”`} has a known colour.</p>`
    : swatchGrid(fabrics, { root, asked: color, kind: 'swatches row' })
}</section>`
}

/** The rows of a palette, and what to take along. Also what the library shows for several colours. */
export function paletteParts({ root, baseUrl }: Site, rows: readonly Row[], palette: Palette): Html {
  const address = PATHS.palette(palette.colors, { in: palette.within })
  const file = (name: string) => `${root}${address.replace('/palette', `/palette.${name}`)}`
  return html`${tray(root, rows, palette)}
${rows.map((row) => rowOf(root, row, palette.within))}
${
  rows.length > 0 &&
  html`<section class="take"><h2>Take it along</h2><p><a class="button second" href="${file('png')}">As a picture</a> <a class="button second" href="${file('csv')}">As a table</a></p>
<p>Its address is the palette. Send it to a friend: <code class="copied" data-copy="${baseUrl}${address}">${baseUrl}${address}</code></p></section>`
}`
}

/** Palettes to begin with, of shipped solids that go together. */
const EXAMPLES: ReadonlyArray<readonly [name: string, ...colors: string[]]> = [
  ['Barn raising', '#27365A', '#4A6591', '#CA9520', '#E3D7BF'],
  ['Harvest', '#B54E23', '#CA9520', '#6B7A3A', '#EBE4D1'],
  ['Sea glass', '#5F8A8B', '#A9CFC5', '#E8E2D0', '#33566B'],
]

/** `/palette`: colours in rows, each with the nearest cloth of every maker. Everything is in the address. */
export async function palettePage(site: Site, catalog: Fabrics, asked: Asked): Promise<Page> {
  const palette = paletteIn(asked)
  const rows = await rowsOf(catalog, palette)
  const names = rows.flatMap(({ fabrics: [nearest] }) => nearest?.name ?? [])
  const missed = wordsIn(asked.query('missed'))
  const { root } = site
  return {
    title: rows.length === 0 ? 'Palette' : `Palette: ${names.slice(0, 3).join(', ')}`,
    description: 'Put colours together and find the nearest quilting fabric for each, of every maker.',
    ...(rows.length === 0 && missed === undefined ? { path: '/palette' } : {}),
    print: rows.length === 0 ? 'Palette' : counted(rows.length, 'colour'),
    colors: palette.colors,
    current: 'palette',
    main: html`<h1>Palette</h1>
<p class="lead">${rows.length === 0 ? 'Add up to twelve colours, one by one, and find cloth for each.' : 'The nearest cloth for each colour. The corner of each swatch shows the colour that you asked for.'}</p>
${missed !== undefined && html`<p class="reading" role="status">Nothing is called “${missed}”, and it is no colour that we know.</p>`}
${paletteParts(site, rows, palette)}
${
  rows.length === 0 &&
  html`<section><h2>Or start from one of these</h2><ul class="palettes">${EXAMPLES.map(
    ([name, ...colors]) =>
      html`<li><a href="${root}${PATHS.palette(colors)}"><span class="strip">${colors.map((color) => chip(color))}</span><span class="name">${name}</span></a></li>`,
  )}</ul></section>`
}`,
  }
}

/** A text as a cell of a CSV file. What begins like a formula is not calculated by a spreadsheet. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** `/palette.csv`: for each colour its nearest fabrics, to take to the shop. */
export async function paletteTable(catalog: Fabrics, asked: Asked): Promise<Reply> {
  const rows = await rowsOf(catalog, paletteIn(asked))
  if (rows.length === 0) throw notFound()
  const lines = rows.flatMap(({ color, fabrics }) =>
    fabrics.map(({ name, collection, manufacturer, sku = '', colorHex = '' }) =>
      [color, name, collection, manufacturer, sku, colorHex, distanceText(colorHex || color, color)]
        .map(cell)
        .join(','),
    ),
  )
  const text = ['Colour,Fabric,Line,Maker,Number,Its colour,Difference', ...lines].join('\r\n')
  return fileReply('text/csv; charset=utf-8', `\uFEFF${text}\r\n`, 'palette.csv')
}

const WIDE = 1200
const HIGH = 630

/** `/palette.png`: a column for each colour, the cloth above and the colour that was asked for below. */
export async function palettePicture(catalog: Fabrics, asked: Asked): Promise<Reply> {
  const rows = await rowsOf(catalog, paletteIn(asked))
  if (rows.length === 0) throw notFound()
  const width = WIDE / rows.length
  const bars = rows.flatMap(({ color, fabrics: [nearest] }, at): Bar[] => [
    { x: at * width, y: 0, width, height: HIGH * 0.75, hex: nearest?.colorHex ?? color },
    { x: at * width, y: HIGH * 0.75, width, height: HIGH * 0.25, hex: color },
  ])
  return fileReply('image/png', fillsPng(WIDE, HIGH, bars))
}
