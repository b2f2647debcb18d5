import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { chip, comparing, dot, strip, swatchGrid } from './cloth.ts'
import { colorsOf, greyOf, spread } from './colours.ts'
import { guidesOf } from './guide-pages.ts'
import type { PageRequest, PublicPage } from './page-request.ts'
import {
  button,
  copied,
  counted,
  facts,
  grouped,
  hidden,
  listed,
  section,
  shopList,
  tile,
  trail,
} from './parts.ts'
import { PATHS } from './paths.ts'
import { EVERYWHERE, type Line, type Shelf } from './shelf.ts'

/** How many fabrics are asked for to find enough of other makers. */
const NEIGHBOURS = 60
const NEAREST = 12
/** A line of more fabrics is cut; a maker's card has a few hundred. */
const MOST_ON_A_CARD = 600
const MOST_COMPARED = 5

const FABRICS = [PATHS.fabrics, 'Fabrics'] as const

/** `/fabrics/{maker}`: the lines of a maker, each as a strip of its colours. */
export const makerPage: PublicPage = async ({ shelf: shelfNow, address }) => {
  const shelf = await shelfNow()
  const maker = shelf.makers.find((each) => PATHS.maker(each.manufacturer) === address)
  if (maker === undefined) throw notFound()
  const { manufacturer, fabrics, collections } = maker
  const read = collections.map(async ({ collection, fabrics: count }) => {
    const cloth = await shelf.colorCard({ manufacturer, collection })
    return { collection, count, colors: spread(colorsOf(cloth), 24) }
  })
  const lines = await Promise.all(read)
  const size = `${counted(fabrics, 'fabric')} in ${counted(collections.length, 'line')}`
  return {
    title: `${manufacturer} fabrics`,
    description: `Quilting cloth by ${manufacturer}, ${size}: ${listed(collections.slice(0, 6).map(({ collection }) => collection))}.`,
    path: PATHS.maker(manufacturer),
    print: manufacturer,
    colors: lines.flatMap(({ colors }) => spread(colors, 3)),
    main: html`${trail(FABRICS)}
<h1>${manufacturer}</h1>
<p class="lead">${size}. <a href="${PATHS.search({ manufacturer })}">All of them, by hue</a></p>
<ul class="strips tiles grid">${lines.map(({ collection, count, colors }) =>
      tile(PATHS.line(manufacturer, collection), strip(colors), collection, [counted(count, 'fabric')]),
    )}</ul>`,
  }
}

/** The line of an address. Throws `not_found`. */
export async function lineAt(request: PageRequest): Promise<{ line: Line; shelf: Shelf }> {
  const shelf = await request.shelf()
  const line = shelf.lines.get(request.address.replace(/\/card\.png$/, ''))
  if (line === undefined) throw notFound()
  return { line, shelf }
}

/** `/fabrics/{maker}/{line}`: the colour card of a line, dense and by hue; it prints like a maker's card. */
export const linePage: PublicPage = async (request) => {
  const { line, shelf } = await lineAt(request)
  const { manufacturer, collection, fabrics } = line
  const cloth = (await shelf.colorCard(line)).slice(0, MOST_ON_A_CARD)
  const path = PATHS.line(manufacturer, collection)
  return {
    title: `${collection} by ${manufacturer}`,
    description: `The colour card of ${collection} by ${manufacturer}: ${counted(fabrics, 'fabric')} with names, numbers and colours.`,
    path,
    card: `${path}/card.png`,
    print: `${manufacturer}  ${collection}`,
    colors: spread(cloth, 12).map(({ colorHex }) => colorHex),
    main: html`${trail(FABRICS, [PATHS.maker(manufacturer), manufacturer])}
<h1>${collection}</h1>
<p class="lead">The colour card: ${counted(fabrics, 'fabric')} by ${manufacturer}, by hue. <a href="${PATHS.search({ manufacturer, collection })}">Search in it</a></p>
${cloth.length < fabrics && html`<p class="hint">The first ${grouped(cloth.length)} are shown.</p>`}
${swatchGrid(cloth, { kind: 'dense' })}`,
  }
}

/** The fabric of an address. Throws `not_found`, also if its maker, line or name is another. */
export async function fabricAt({ fabrics, path, address }: PageRequest): Promise<FabricRecord> {
  const fabric = await fabrics.get(path('id'))
  if (fabric === undefined || !address.startsWith(PATHS.fabric(fabric))) throw notFound()
  return fabric
}

/** The fabrics before and after this one on the card of its line, and where it stands there. */
async function neighbours(shelf: Shelf, fabric: FabricRecord): Promise<Html> {
  const card = await shelf.colorCard(fabric)
  const at = card.findIndex(({ id }) => id === fabric.id)
  const step = (to: FabricRecord | undefined, rel: string, label: string) =>
    to &&
    html`<a rel="${rel}" href="${PATHS.fabric(to)}">${to.colorHex && dot(to.colorHex)}<span><span class="sub">${label}</span>${to.name}</span></a>`
  return html`<nav class="neighbours row" aria-label="In ${fabric.collection}">${step(card[at - 1], 'prev', 'Before it')}${step(card[at + 1], 'next', 'After it')}<span class="sub">${grouped(at + 1)} of ${grouped(card.length)} in the line, by hue</span></nav>`
}

/** The page of one fabric: its colour, its neighbours in the line, the nearest of other makers, and shops. */
export const fabricPage: PublicPage = async (request) => {
  const fabric = await fabricAt(request)
  const { id, name, manufacturer, collection, sku, colorHex } = fabric
  const near = { ...EVERYWHERE, query: colorHex, limit: NEIGHBOURS }
  const found = colorHex === undefined ? [] : (await request.fabrics.search(near)).items
  const nearest = found.filter((each) => each.manufacturer !== manufacturer).slice(0, NEAREST)
  const brands = (await guidesOf(request, 'fabric-brands')).items
  const brand = brands.find((each) => each.name === manufacturer)
  const fullName = `${name}, ${collection} by ${manufacturer}`
  const path = PATHS.fabric(fabric)
  const maker = [PATHS.maker(manufacturer), manufacturer] as const
  const line = [PATHS.line(manufacturer, collection), collection] as const
  const link = ([href, label]: readonly [string, string]) => html`<a href="${href}">${label}</a>`
  const swatches = html`${hidden([['f', id]])}${swatchGrid(nearest, { asked: colorHex, choosable: true })}`
  return {
    title: fullName,
    description: `${[fullName, sku].filter(Boolean).join(', ')}: its colour, its line, and the nearest fabrics of other makers.`,
    path,
    card: `${path}/card.png`,
    print: `${manufacturer}  ${collection}`,
    colors: [colorHex, ...colorsOf(nearest)],
    main: html`${trail(FABRICS, maker, line)}
<div class="split">${chip(colorHex)}<div>
<h1>${name}</h1>
${facts([
  ['Maker', link(maker)],
  ['Line', link(line)],
  ['Number', sku && copied(sku)],
  ['To ask for it', copied([name, collection, sku].filter(Boolean).join(', '))],
  ['Colour', colorHex && html`${copied(colorHex)} approximate`],
])}
${colorHex && html`<p>${button(PATHS.palette([colorHex]), 'Begin a palette')}${button(PATHS.search({ query: colorHex }), 'Match it', 'second')}</p>`}
${await neighbours(await request.shelf(), fabric)}
</div></div>
${
  colorHex === undefined
    ? html`<p>Its maker publishes no colour value, so there is nothing to compare. Look for it by name, or ask your shop for a swatch.</p>`
    : section(
        'Nearest of other makers',
        html`<p>For when ${name} is sold out, or you have another maker’s bolt at hand. The smaller ΔE, the closer: below 1 is hardly visible, above 10 another colour.</p>`,
        comparing(swatches, `Compare the chosen with ${name}`),
      )
}
${brand && shopList(brand.name, brand.retailers, html`<a href="${PATHS.guide('fabric-brands', brand.slug)}">More about ${brand.name}</a>`)}`,
  }
}

/** `/compare`: two to five fabrics edge to edge, and below them their greys, in which only light and dark remain. */
export const comparePage: PublicPage = async (request) => {
  const ids = [...new Set(request.all('f'))].slice(0, MOST_COMPARED)
  const fabrics = (await Promise.all(ids.map((id) => request.fabrics.get(id)))).flatMap(
    (fabric) => fabric ?? [],
  )
  if (fabrics.length < 2) {
    return {
      title: 'Compare fabrics',
      description: 'Two to five fabrics, edge to edge.',
      main: html`<h1>Compare fabrics</h1><p class="lead">Choose two to five fabrics: tick “Compare” below their swatches, then press the button under the list.</p><p>${button(PATHS.fabrics, 'Fabric library')}</p>`,
    }
  }
  const names = listed(fabrics.map(({ name }) => name))
  const colors = colorsOf(fabrics)
  const band = (colorOf: (hex: string) => string) =>
    html`<div class="edge">${fabrics.map(({ colorHex }) => chip(colorHex && colorOf(colorHex)))}</div>`
  const label = (fabric: FabricRecord) => {
    const { name, collection, sku } = fabric
    const rest = fabrics.filter((each) => each !== fabric).map(({ id }) => id)
    return html`<li><a class="name" href="${PATHS.fabric(fabric)}">${name}</a><span class="sub">${collection}</span>${sku && html`<span class="sub">${sku}</span>`}${
      rest.length > 1 && html`<a class="sub" href="${PATHS.compare(rest)}">take out</a>`
    }</li>`
  }
  return {
    title: `${names}, side by side`,
    description: `${names} edge to edge, in colour and in grey.`,
    colors,
    main: html`${trail(FABRICS)}<h1>${names}</h1>
${band((hex) => hex)}
<ul class="edge-names">${fabrics.map(label)}</ul>
<h2>In grey</h2><p>Light and dark make the pattern of a quilt. Fabrics that are the same here run into each other.</p>
${band(greyOf)}
${colors.length > 0 && html`<p class="more">${button(PATHS.palette(colors), 'Make them a palette')}</p>`}`,
  }
}
