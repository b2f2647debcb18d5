import { notFound } from '../core/errors.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { renderPng } from '../design/index.ts'
import type { Reply } from '../http/reply.ts'
import { colorsOf, spread } from './colours.ts'
import { fabricAsked, lineAt } from './fabric.ts'
import { fileReply, type PublicPage } from './handlers.ts'
import { type Child, html } from './html.ts'
import { paletteAt } from './palette.ts'
import { counted } from './parts.ts'

/** In pixels: previews of links show this size uncut. */
const WIDE = 1200
const HIGH = 630
/** Cloth above, and words on paper below. */
const CLOTH = 420
const MARGIN = 48
const MOST_COLUMNS = 12
const MOST_ROWS = 5

/** A line of text, made to fit. A letter of the typeface is about half as wide as it is high. */
function words(text: string, y: number, size: number): Child {
  const fitting = Math.min(size, (WIDE - 2 * MARGIN) / (text.length * 0.54))
  return html`<text x="${MARGIN}" y="${y}" font-size="${fitting.toFixed(1)}" fill="#1C1A18">${text}</text>`
}

const rectangle = (x: number, y: number, width: number, height: number, fill: string) =>
  html`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

/** Throws `overloaded` while too many pictures are being drawn. */
async function cardOf(cloth: readonly FabricRecord[], name: string, more: string): Promise<Reply> {
  const colors = spread(colorsOf(cloth), MOST_COLUMNS * MOST_ROWS)
  const columns = Math.min(MOST_COLUMNS, colors.length)
  const [width, height] = [WIDE / columns, CLOTH / Math.ceil(colors.length / columns)]
  const places = colors.map((hex, at) =>
    rectangle((at % columns) * width, Math.floor(at / columns) * height, width, height, hex),
  )
  const content = [
    rectangle(0, 0, WIDE, HIGH, '#F7F5F0'),
    colors.length > 0 ? places : words('Its maker publishes no colours.', CLOTH / 2, 44),
    words(name, CLOTH + 95, 76),
    words(more, CLOTH + 160, 38),
  ]
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" font-family="Fraunces">${content}</svg>`
  const png = await renderPng(svg.text, { kind: 'card', of: 'cards' })
  return fileReply('image/png', Uint8Array.from(png))
}

export const lineCard: PublicPage = async (request) => {
  const { manufacturer, collection, fabrics, cloth } = await lineAt(request)
  return cardOf(cloth, collection, `${manufacturer}, ${counted(fabrics, 'fabric')}`)
}

export const fabricCard: PublicPage = async (request) => {
  const fabric = await fabricAsked(request)
  const { name, collection, manufacturer, sku } = fabric
  return cardOf([fabric], name, [collection, manufacturer, sku].filter(Boolean).join(' · '))
}

/** A column for each colour, of its nearest cloth. */
export const paletteCard: PublicPage = async (request) => {
  const { rows } = await paletteAt(request)
  if (rows.length === 0) throw notFound()
  const cloth = rows.flatMap(({ fabrics }) => fabrics.slice(0, 1))
  const names = cloth.map(({ name }) => name).join(', ')
  const lines = new Set(cloth.map(({ collection }) => collection))
  return cardOf(cloth, names, [...lines].join(', '))
}
