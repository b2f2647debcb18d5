import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import type { FabricRecord, Fabrics, MakerRecord } from '../core/rooms.ts'
import type { Reply } from '../http/reply.ts'
import { chip, dot, PATHS, swatchGrid } from './cloth.ts'
import { greyOf, inOrder } from './colours.ts'
import { type Bar, fillsPng } from './fills.ts'
import { copied, counted, facts, grouped, listed, type Page, type Site, trail } from './frame.ts'
import type { Guide } from './guide-pages.ts'
import type { Asked } from './page-access.ts'
import { fileReply } from './replies.ts'
import { addressOf, cleaned, type Line, type Shelf } from './shelf.ts'

/** How many fabrics are asked for to find enough of other makers. */
const NEIGHBOURS = 60
const NEAREST = 12
/** A line of more fabrics is cut; a maker's card has a few hundred. */
const MOST_ON_A_CARD = 600
const MOST_COMPARED = 5

/** `/fabrics/{maker}`: the lines of a maker, each as a strip of its colours. */
export async function makerPage(
  { root }: Site,
  shelf: Shelf,
  { manufacturer, fabrics, collections }: MakerRecord,
): Promise<Page> {
  const read = collections.map(async ({ collection, fabrics: count }) => {
    const cloth = (await shelf.fabricsOf({ manufacturer, collection })).filter(
      ({ colorHex }) => colorHex !== undefined,
    )
    return { collection, count, colors: spread(inOrder(cloth, 'hue'), 24).map(({ colorHex }) => colorHex) }
  })
  const lines = await Promise.all(read)
  return {
    title: `${manufacturer} fabrics`,
    description: `${counted(fabrics, 'fabric')} by ${manufacturer} in ${counted(collections.length, 'line')}: ${listed(collections.slice(0, 6).map(({ collection }) => collection))}.`,
    path: PATHS.maker(manufacturer),
    print: manufacturer,
    colors: lines.flatMap(({ colors }) => spread(colors, 3)),
    current: 'fabrics',
    main: html`${trail(root, [['/fabrics', 'Fabrics']])}
<h1>${manufacturer}</h1>
<p class="lead">${counted(fabrics, 'fabric')} in ${counted(collections.length, 'line')}. <a href="${root}${PATHS.search({ manufacturer })}">All of them, by hue</a></p>
<ul class="lines">${lines.map(
      ({ collection, count, colors }) =>
        html`<li><a href="${root}${PATHS.line(manufacturer, collection)}"><span class="strip">${
          colors.length === 0 ? chip(undefined) : colors.map((color) => chip(color))
        }</span><span class="name">${collection}</span><span class="sub">${counted(count, 'fabric')}</span></a></li>`,
    )}</ul>`,
  }
}

/** Some items of a list, from its beginning to its end, evenly. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]).filter(
    (item) => item !== undefined,
  )
}

const cardPath = (line: Pick<Line, 'manufacturer' | 'collection'>) =>
  `${PATHS.line(line.manufacturer, line.collection)}/card.png`

/** `/fabrics/{maker}/{line}`: the colour card of a line, dense and by hue; it prints like a maker's card. */
export async function linePage({ root }: Site, shelf: Shelf, line: Line): Promise<Page> {
  const { manufacturer, collection, fabrics } = line
  const cloth = inOrder(await shelf.fabricsOf(line), 'hue').slice(0, MOST_ON_A_CARD)
  return {
    title: `${collection} by ${manufacturer}`,
    description: `The colour card of ${collection} by ${manufacturer}: ${counted(fabrics, 'fabric')} with names, numbers and colours.`,
    path: PATHS.line(manufacturer, collection),
    card: cardPath(line),
    print: `${manufacturer}  ${collection}`,
    colors: spread(cloth, 12).map(({ colorHex }) => colorHex),
    current: 'fabrics',
    main: html`${trail(root, [
      ['/fabrics', 'Fabrics'],
      [PATHS.maker(manufacturer), manufacturer],
    ])}
<h1>${collection}</h1>
<p class="lead">The colour card: ${counted(fabrics, 'fabric')} by ${manufacturer}, by hue. <a href="${root}${PATHS.search({ manufacturer, collection })}">Search in it</a></p>
${cloth.length < fabrics && html`<p class="hint">The first ${grouped(cloth.length)} are shown.</p>`}
${swatchGrid(cloth, { root, without: 'line', kind: 'swatches dense' })}
<p class="print-only">Colours are printed by your printer, not dyed by ${manufacturer}. Hold the cloth in daylight before you cut it.</p>`,
  }
}

const HIGH = 630
const WIDE = 1200

/** The picture that previews show for a line: its colours, side by side. */
export async function lineCard(shelf: Shelf, line: Line): Promise<Reply> {
  const cloth = inOrder(await shelf.fabricsOf(line), 'hue').flatMap(({ colorHex }) => colorHex ?? [])
  const colors = spread(cloth, 60)
  const columns = Math.min(10, Math.max(1, colors.length))
  const rows = Math.ceil(colors.length / columns) || 1
  const size = { width: WIDE / columns, height: HIGH / rows }
  const bars = colors.map(
    (hex, at): Bar => ({
      x: (at % columns) * size.width,
      y: Math.floor(at / columns) * size.height,
      ...size,
      hex,
    }),
  )
  return fileReply('image/png', fillsPng(WIDE, HIGH, bars))
}

/** The picture that previews show for a fabric: its cloth, beside the selvage with the colours of its neighbours. */
export async function fabricCard(shelf: Shelf, fabric: FabricRecord): Promise<Reply> {
  const { colorHex } = fabric
  const line = (await shelf.fabricsOf(fabric)).flatMap((each) => each.colorHex ?? [])
  const neighbours = spread(line, 12)
  const bars: Bar[] = [
    ...(colorHex === undefined ? [] : [{ x: 0, y: 0, width: WIDE, height: HIGH - 90, hex: colorHex }]),
    ...neighbours.map((hex, at) => ({ x: 40 + at * 94, y: HIGH - 67, width: 44, height: 44, hex })),
  ]
  return fileReply('image/png', fillsPng(WIDE, HIGH, bars))
}

/** A fabric by the parts of its address. Throws `not_found`. */
export async function fabricAt(shelf: Shelf, asked: Asked): Promise<FabricRecord> {
  const line = shelf.line(asked.path('maker'), asked.path('line'))
  const known = line === undefined ? [] : await shelf.fabricsOf(line)
  const fabric = known.find(({ id }) => id === asked.path('id'))
  if (fabric === undefined || addressOf(fabric.name) !== asked.path('name')) throw notFound()
  return fabric
}

function shops(root: string, guide: Guide | undefined): Html | undefined {
  if (guide === undefined || guide.retailers === undefined) return undefined
  return html`<section><h2>Where to buy ${guide.name}</h2><ul class="plain-list">${guide.retailers.map(
    ({ name, url }) =>
      /^https?:\/\//.test(url)
        ? html`<li><a href="${url}" rel="noopener nofollow">${name}</a></li>`
        : html`<li>${name}</li>`,
  )}</ul><p class="sub">Other people’s shops: prices and stock are theirs. <a href="${root}/guides/fabric-brands/${encodeURIComponent(guide.slug)}">More about ${guide.name}</a></p></section>`
}

/** The fabrics before and after this one on the card of its line, and where it stands there. */
async function neighboursOf(shelf: Shelf, fabric: FabricRecord) {
  const card = inOrder(await shelf.fabricsOf(fabric), 'hue')
  const at = card.findIndex(({ id }) => id === fabric.id)
  return { before: card[at - 1], after: card[at + 1], place: at + 1, count: card.length }
}

/**
 * The page of one fabric: its colour, its neighbours in the line, and the nearest of other makers.
 *
 * @param brand the guide to its maker, if there is one.
 */
export async function fabricPage(
  { root }: Site,
  catalog: Fabrics,
  shelf: Shelf,
  fabric: FabricRecord,
  brand: Guide | undefined,
): Promise<Page> {
  const { name, manufacturer, collection, sku, colorHex } = fabric
  const filter = { manufacturer: undefined, collection: undefined, after: undefined, limit: NEIGHBOURS }
  const near = colorHex === undefined ? [] : (await catalog.search({ ...filter, query: colorHex })).items
  const nearest = near
    .map(cleaned)
    .filter((each) => each.manufacturer !== manufacturer)
    .slice(0, NEAREST)
  const { before, after, place, count } = await neighboursOf(shelf, fabric)
  const fullName = `${name}, ${collection} by ${manufacturer}`
  const step = (to: FabricRecord, rel: 'prev' | 'next') =>
    html`<a rel="${rel}" href="${root}${PATHS.fabric(to)}">${to.colorHex && dot(to.colorHex)}<span><span class="sub">${rel === 'prev' ? 'Before it' : 'After it'}</span>${to.name}</span></a>`
  return {
    title: fullName,
    description: `${fullName}${sku === undefined ? '' : `, ${sku}`}: its colour, its line, and the nearest fabrics of other makers.`,
    path: PATHS.fabric(fabric),
    card: `${PATHS.fabric(fabric)}/card.png`,
    print: `${manufacturer}  ${collection}`,
    colors: [colorHex, ...nearest.map((each) => each.colorHex)],
    current: 'fabrics',
    main: html`${trail(root, [
      ['/fabrics', 'Fabrics'],
      [PATHS.maker(manufacturer), manufacturer],
      [PATHS.line(manufacturer, collection), collection],
    ])}
<div class="split">${chip(colorHex, 'chip large')}<div>
<h1>${name}</h1>
${facts([
  ['Maker', html`<a href="${root}${PATHS.maker(manufacturer)}">${manufacturer}</a>`],
  ['Line', html`<a href="${root}${PATHS.line(manufacturer, collection)}">${collection}</a>`],
  ['Number', sku && copied(sku)],
  ['To ask for it', copied([name, collection, sku].filter(Boolean).join(', '))],
  ['Colour', colorHex && html`${copied(colorHex)} approximate`],
])}
${colorHex && html`<p><a class="button" href="${root}${PATHS.palette([colorHex])}">Begin a palette</a> <a class="button second" href="${root}${PATHS.search({ query: colorHex })}">Match it</a></p>`}
<nav class="neighbours" aria-label="In ${collection}">${before && step(before, 'prev')}${after && step(after, 'next')}<span class="sub">${grouped(place)} of ${grouped(count)} in the line, by hue</span></nav>
</div></div>
${
  colorHex === undefined
    ? html`<p>Its maker publishes no colour value, so there is nothing to compare. Look for it by name, or ask your shop for a swatch.</p>`
    : html`<section><h2>Nearest of other makers</h2>
<p>For when ${name} is sold out, or you have another maker’s bolt at hand. The smaller ΔE, the closer: below 1 is hardly visible, above 10 another colour.</p>
<form action="${root}/compare" method="get"><input type="hidden" name="f" value="${fabric.id}">${swatchGrid(nearest, { root, asked: colorHex, choosable: true })}
<p class="more"><button type="submit" class="second">Compare the chosen with ${name}</button></p></form></section>`
}
${shops(root, brand)}`,
  }
}

/** `/compare`: two to five fabrics edge to edge, and below them their greys, in which only light and dark remain. */
export function comparePage({ root }: Site, shelf: Shelf, asked: Asked): Page {
  const fabrics = [...new Set(asked.all('f'))]
    .flatMap((id) => shelf.byId.get(id) ?? [])
    .slice(0, MOST_COMPARED)
  const names = fabrics.map(({ name }) => name)
  if (fabrics.length < 2) {
    return {
      title: 'Compare fabrics',
      description: 'Two to five fabrics, edge to edge.',
      print: 'Compare',
      colors: [],
      current: 'fabrics',
      main: html`<h1>Compare fabrics</h1><p class="lead">Choose two to five fabrics: tick “Compare” below their swatches, then press the button under the list.</p><p><a class="button" href="${root}/fabrics">Fabric library</a></p>`,
    }
  }
  const colors = fabrics.flatMap(({ colorHex }) => colorHex ?? [])
  const band = (kind: string, colorOf: (hex: string) => string) =>
    html`<div class="edge ${kind}">${fabrics.map(({ colorHex }) => chip(colorHex && colorOf(colorHex)))}</div>`
  return {
    title: `${listed(names)}, side by side`,
    description: `${listed(names)} edge to edge, in colour and in grey.`,
    print: 'Compare',
    colors,
    current: 'fabrics',
    main: html`${trail(root, [['/fabrics', 'Fabrics']])}<h1>${listed(names)}</h1>
${band('cloth', (hex) => hex)}
<ul class="edge-names">${fabrics.map((fabric) => {
      const rest = fabrics.filter(({ id }) => id !== fabric.id).map(({ id }) => id)
      return html`<li><a class="name" href="${root}${PATHS.fabric(fabric)}">${fabric.name}</a><span class="sub">${fabric.collection}</span>${fabric.sku && html`<span class="sub sku">${fabric.sku}</span>`}${
        fabrics.length > 2 && html`<a class="sub" href="${root}${PATHS.compare(rest)}">take out</a>`
      }</li>`
    })}</ul>
<h2>In grey</h2><p>Light and dark make the pattern of a quilt. Fabrics that are the same here run into each other.</p>
${band('greys', greyOf)}
${colors.length > 0 && html`<p class="more"><a class="button" href="${root}${PATHS.palette(colors)}">Make them a palette</a></p>`}`,
  }
}
