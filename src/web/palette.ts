import { MOST_COLORS } from '../core/color.ts'
import { notFound } from '../core/errors.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { csvLine } from '../files/index.ts'
import { colorsOf } from './colours.ts'
import { fileReply, type PublicPage, type WebRequest } from './handlers.ts'
import { chip, comparing, copied, distanceText, fragmentOf, hidden, html, list, swatchGrid } from './html.ts'
import { readingHint } from './library.ts'
import { PATHS, paletteQuery } from './paths.ts'

const IN_A_ROW = 6
/** A colour alone fills a page. */
const OF_ONE_COLOR = 48

/** One search ranks all fabrics, so each is in the row of its nearest colour. */
async function rowsOf({ search }: WebRequest, colors: readonly string[], within = '') {
  if (colors.length === 0) return { rows: [] }
  const most = colors.length === 1 ? OF_ONE_COLOR : IN_A_ROW
  const page = await search({ query: `${colors.join(' ')} ${within}`.trim() }, most * colors.length)
  const report = page.report()
  const found = Map.groupBy(page.items, (_, at) => report.colors[report.distances[at]?.list ?? 0]?.hex)
  const rows = colors.map((color) => ({ color, fabrics: (found.get(color) ?? []).slice(0, most) }))
  return { rows, reading: readingHint(report) }
}

/** What is to be added may be written as in a search; a fabric is added as its colour. */
async function paletteAt(request: WebRequest) {
  const { all, query, search } = request
  const chosen = all('c')
    .map((color) => `#${color.replace('#', '').toUpperCase()}`)
    .filter((color) => /^#[0-9A-F]{6}$/.test(color))
  const add = query('add')
  const found = add === undefined ? undefined : await search({ query: add }, 1)
  const named = found?.report().colors.flatMap((color) => color?.hex ?? []) ?? []
  const added = named.length > 0 ? named : colorsOf(found?.items ?? [])
  const colors = [...new Set([...chosen, ...added])].slice(0, MOST_COLORS)
  const within = query('in')
  const missed = added.length === 0 ? add : undefined
  return { colors, within, missed, ...(await rowsOf(request, colors, within)) }
}

function tray(colors: readonly string[], within: string | undefined) {
  const chips = colors.map((color) => {
    const rest = colors.filter((each) => each !== color)
    return html`${chip(color)}<a href="${PATHS.palette(rest, within)}" aria-label="Take out ${color}">×</a>`
  })
  const add = fragmentOf('palette-add.html', { kept: hidden(paletteQuery(colors, within)) })
  const full = html`<p class="sub">Twelve colours are the most. Take one out to add another.</p>`
  return html`<div class="tray">
${chips.length > 0 && list('chips row', chips)}
${colors.length < MOST_COLORS ? add : full}
${colors.length > 0 && fragmentOf('palette-from.html', { kept: hidden(paletteQuery(colors)), within })}</div>`
}

function rowOf(color: string, fabrics: readonly FabricRecord[], within: string | undefined) {
  const [nearest] = fabrics
  const nothing = html`<p class="sub">Nothing${within && html` in “${within}”`} is near.</p>`
  return html`<section class="palette-row"><h2>${chip(color)}<span>${nearest?.name ?? color}<small>${color}</small></span></h2>
${nearest === undefined ? nothing : swatchGrid(fabrics, { asked: color, choosable: true, kind: 'six' })}</section>`
}

export const palettePage: PublicPage = async (request) => {
  const { colors, within, missed, rows, reading } = await paletteAt(request)
  const hint =
    missed &&
    html`<p class="hint" role="status">Nothing is called “${missed}”, and it is no colour that we know.</p>`
  if (colors.length === 0)
    return {
      title: 'Palette',
      path: missed === undefined ? '/palette' : undefined,
      lead: 'Add up to twelve colours, one by one, and find the nearest cloth for each, of every maker.',
      main: [hint, tray(colors, within), fragmentOf('palette-start.html')],
    }
  const nearest = rows.flatMap(({ fabrics }) => fabrics.slice(0, 1))
  const names = nearest.map(({ name }) => name)
  const lines = new Set(nearest.map(({ collection }) => collection))
  const pathOf = (file?: string) => PATHS.palette(colors, within, file)
  const address = copied(`${request.baseUrl}${pathOf()}`)
  const take = fragmentOf('palette-take.html', { picture: pathOf('.png'), table: pathOf('.csv'), address })
  return {
    title: `Palette: ${names.slice(0, 3).join(', ')}`,
    heading: 'Palette',
    card: { colors: colorsOf(nearest), name: names.join(', '), more: [...lines].join(', ') },
    lead: 'The nearest cloth for each colour. The corner of each swatch shows the colour that you asked for.',
    main: [
      hint,
      tray(colors, within),
      reading,
      comparing(rows.map(({ color, fabrics }) => rowOf(color, fabrics, within))),
      take,
    ],
  }
}

export const paletteTable: PublicPage = async (request) => {
  const { rows } = await paletteAt(request)
  if (rows.length === 0) throw notFound()
  const lines = rows.flatMap(({ color, fabrics }) =>
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
