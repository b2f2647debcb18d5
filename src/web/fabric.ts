import { notFound } from '../core/errors.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { chip, comparing, dot, strip, swatchGrid, tile, tiles } from './cloth.ts'
import { colorsOf, greyOf, inOrder, spread } from './colours.ts'
import { fragmentOf } from './fragments.ts'
import { guidesOf } from './guide-pages.ts'
import type { PublicPage, Visit } from './handlers.ts'
import { type Html, html } from './html.ts'
import { button, copied, facts, hidden, leadOn, list, section, shopList } from './parts.ts'
import { PATHS } from './paths.ts'
import { counted, grouped, listed } from './words.ts'

/** Enough fabrics to find `NEAREST` ones of other makers. */
const NEIGHBOURS = 60
const NEAREST = 12
const MOST_COMPARED = 5
/** A maker's card has a few hundred. */
const MOST_OF_A_LINE = 1_000

type Line = Pick<FabricRecord, 'manufacturer' | 'collection'>

/** The fabrics of a line by hue. */
async function colorCard({ search }: Visit, line: Line) {
  const { manufacturer, collection } = line
  const { items } = await search({ manufacturer, collection }, MOST_OF_A_LINE)
  // The filter may be a short name of another line, and then finds that one too.
  const own = items.filter((each) => PATHS.line(each) === PATHS.line(line))
  return inOrder(own, 'hue')
}

/** The lines of a maker, each as a strip of its colours. */
export const makerPage: PublicPage = async (request) => {
  const { makers } = await request.shelf()
  const maker = makers.find((each) => PATHS.maker(each) === request.address)
  if (maker === undefined) throw notFound()
  const { manufacturer, fabrics, collections } = maker
  const strips = collections.map(async ({ collection, fabrics: count }) => {
    const line = { manufacturer, collection }
    const colors = colorsOf(await colorCard(request, line))
    return tile(PATHS.line(line), strip(spread(colors, 24)), collection, counted(count, 'fabric'))
  })
  const size = `${counted(fabrics, 'fabric')} in ${counted(collections.length, 'line')}`
  return {
    title: `${manufacturer} fabrics`,
    description: `Quilting cloth by ${manufacturer}: ${size}.`,
    path: request.address,
    trail: [],
    heading: manufacturer,
    lead: html`${size}. <a href="${PATHS.search({ manufacturer })}">All of them, by hue</a>`,
    main: tiles('strips', await Promise.all(strips)),
  }
}

/** The line of an address, with its fabrics by hue. Throws `not_found`. */
export async function lineAt(request: Visit) {
  const path = request.address.replace(/\/card\.png$/, '')
  const { makers } = await request.shelf()
  const line = makers
    .flatMap(({ manufacturer, collections }) => collections.map((each) => ({ manufacturer, ...each })))
    .find((each) => PATHS.line(each) === path)
  if (line === undefined) throw notFound()
  return { ...line, path, cloth: await colorCard(request, line) }
}

/** The colour card of a line. It prints like a maker's card. */
export const linePage: PublicPage = async (request) => {
  const { manufacturer, collection, fabrics, path, cloth } = await lineAt(request)
  const size = counted(fabrics, 'fabric')
  return {
    title: `${collection} by ${manufacturer}`,
    description: `The colour card of ${collection} by ${manufacturer}: ${size} with names, numbers and colours.`,
    path,
    card: `${path}/card.png`,
    trail: [[PATHS.maker({ manufacturer }), manufacturer]],
    heading: collection,
    lead: html`The colour card: ${size} by ${manufacturer}, by hue. <a href="${PATHS.search({ manufacturer, collection })}">Search in it</a>`,
    main: html`${cloth.length < fabrics && html`<p class="hint">The first ${grouped(cloth.length)} are shown.</p>`}
${swatchGrid(cloth, { kind: 'dense' })}`,
  }
}

/** Throws `not_found`, also if the address has another maker, line or name. */
export async function fabricAsked({ fabrics, path, address }: Visit): Promise<FabricRecord> {
  const fabric = await fabrics.get(path('id'))
  if (fabric === undefined || !address.startsWith(PATHS.fabric(fabric))) throw notFound()
  return fabric
}

function neighbours(card: readonly FabricRecord[], { id, collection }: FabricRecord): Html | undefined {
  const at = card.findIndex((each) => each.id === id)
  if (at < 0) return undefined
  const step = (to: FabricRecord | undefined, rel: string, label: string) =>
    to &&
    html`<a rel="${rel}" href="${PATHS.fabric(to)}">${to.colorHex && dot(to.colorHex)}<span><span class="sub">${label}</span>${to.name}</span></a>`
  return html`<nav class="neighbours row" aria-label="In ${collection}">${step(card[at - 1], 'prev', 'Before it')}${step(card[at + 1], 'next', 'After it')}<span class="sub">${grouped(at + 1)} of ${grouped(card.length)} in the line, by hue</span></nav>`
}

async function nearestOf(
  { search }: Visit,
  { id, name, colorHex, manufacturer }: FabricRecord,
): Promise<Html> {
  if (colorHex === undefined)
    return html`<p>Its maker publishes no colour value. Look for it by name, or ask your shop for a swatch.</p>`
  const { items } = await search({ query: colorHex }, NEIGHBOURS)
  const nearest = items.filter((each) => each.manufacturer !== manufacturer).slice(0, NEAREST)
  const swatches = html`${hidden([['f', id]])}${swatchGrid(nearest, { asked: colorHex, choosable: true })}`
  return section(
    'Nearest of other makers',
    html`<p>The smaller ΔE, the closer: below 1 is hardly visible, above 10 another colour.</p>`,
    comparing(swatches, `Compare the chosen with ${name}`),
  )
}

async function shopsOf(request: Visit, manufacturer: string): Promise<Html | undefined> {
  const brands = await guidesOf(request, 'fabric-brands')
  const brand = brands.find(({ name }) => name === manufacturer)
  if (brand === undefined) return undefined
  const more = html`<a href="${PATHS.guide('fabric-brands', brand.slug)}">More about ${brand.name}</a>`
  return shopList(brand.name, brand.retailers, more)
}

/** A fabric with its neighbours in the line, the nearest of other makers, and shops. */
export const fabricPage: PublicPage = async (request) => {
  const fabric = await fabricAsked(request)
  const { name, manufacturer, collection, sku, colorHex } = fabric
  const title = `${name}, ${collection} by ${manufacturer}`
  const path = PATHS.fabric(fabric)
  const [makerPath, linePath] = [PATHS.maker(fabric), PATHS.line(fabric)]
  const card = await colorCard(request, fabric)
  return {
    title,
    description: `${title}: its colour, its line, and the nearest fabrics of other makers.`,
    path,
    card: `${path}/card.png`,
    trail: [
      [makerPath, manufacturer],
      [linePath, collection],
    ],
    heading: false,
    main: html`<div class="split">${chip(colorHex)}<div>
<h1>${name}</h1>
${facts([
  ['Maker', html`<a href="${makerPath}">${manufacturer}</a>`],
  ['Line', html`<a href="${linePath}">${collection}</a>`],
  ['Number', sku && copied(sku)],
  ['To ask for it', copied([name, collection, sku].filter(Boolean).join(', '))],
  ['Colour', colorHex && html`${copied(colorHex)} approximate`],
])}
${colorHex && html`<p>${button(PATHS.palette([colorHex]), 'Begin a palette')}${button(PATHS.search({ query: colorHex }), 'Match it', 'second')}</p>`}
${neighbours(card, fabric)}
</div></div>
${await nearestOf(request, fabric)}
${await shopsOf(request, manufacturer)}`,
  }
}

/** Two to five fabrics edge to edge, in colour and in grey. */
export const comparePage: PublicPage = async ({ all, fabrics: catalog }) => {
  const ids = [...new Set(all('f'))].slice(0, MOST_COMPARED)
  const found = await Promise.all(ids.map((id) => catalog.get(id)))
  const fabrics = found.filter((fabric) => fabric !== undefined)
  if (fabrics.length < 2) return { title: 'Compare fabrics', main: fragmentOf('compare.html') }
  const names = listed(fabrics.map(({ name }) => name))
  const band = (colorOf: (hex: string) => string) =>
    html`<div class="edge">${fabrics.map(({ colorHex }) => chip(colorHex && colorOf(colorHex)))}</div>`
  const labels = fabrics.map(
    (fabric) =>
      html`<a class="name" href="${PATHS.fabric(fabric)}">${fabric.name}</a><span class="sub">${fabric.collection}</span><span class="sub">${fabric.sku}</span>`,
  )
  return {
    title: `${names}, side by side`,
    trail: [],
    heading: names,
    main: html`${band((hex) => hex)}
${list('edge-names', labels)}
<h2>In grey</h2><p>Light and dark make the pattern of a quilt. Fabrics that are the same here run into each other.</p>
${band(greyOf)}
${leadOn(PATHS.palette(colorsOf(fabrics)), 'Make them a palette')}`,
  }
}
