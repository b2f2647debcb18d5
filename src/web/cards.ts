import { notFound } from '../core/errors.ts'
import { renderPng } from '../design/index.ts'
import { spread } from './colours.ts'
import { fileReply, type PublicPage } from './handlers.ts'
import { type Child, html } from './html.ts'

/** In pixels: previews of links show this size uncut. */
const WIDE = 1200
const HIGH = 630
/** Cloth above, and words on paper below. */
const CLOTH = 420
const MARGIN = 48
const MOST_COLUMNS = 12
const MOST_ROWS = 5

/** A letter of the typeface is about half as wide as it is high. */
function words(text: string, y: number, size: number): Child {
  const fitting = Math.min(size, (WIDE - 2 * MARGIN) / (text.length * 0.54))
  return html`<text x="${MARGIN}" y="${y}" font-size="${fitting.toFixed(1)}" fill="#1C1A18">${text}</text>`
}

const rectangle = (x: number, y: number, width: number, height: number, fill: string) =>
  html`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

/** Throws `overloaded` while too many pictures are being drawn. */
export const cardOf =
  (make: PublicPage): PublicPage =>
  async (request) => {
    const page = await make({ ...request, address: request.address.replace(/\/card\.png$/, '') })
    if (!('main' in page) || page.card === undefined) throw notFound()
    const { colors: all, name, more } = page.card
    const colors = spread(all, MOST_COLUMNS * MOST_ROWS)
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
