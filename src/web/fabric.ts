import { notFound } from '../core/errors.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { colorsOf, greyOf, inOrder, spread } from './colours.ts'
import { guidesOf, shopList } from './guide-pages.ts'
import type { PublicPage, WebRequest } from './handlers.ts'
import {
  button,
  chip,
  comparing,
  copied,
  counted,
  dot,
  facts,
  fragmentOf,
  grouped,
  hidden,
  html,
  leadOn,
  link,
  list,
  section,
  swatchGrid,
  tile,
  tiles,
} from './html.ts'
import { type Line, PATHS } from './paths.ts'

/** Enough fabrics to find `NEAREST` ones of other makers. */
const NEIGHBOURS = 60
const NEAREST = 12
const MOST_COMPARED = 5
/** A maker's card has a few hundred. */
const MOST_OF_A_LINE = 1_000

async function colorCard({ search }: WebRequest, { manufacturer, collection }: Line) {
  const { items } = await search({ manufacturer, collection }, MOST_OF_A_LINE)
  // The filter may be a short name of another line, and then finds that one too.
  const own = items.filter((each) => each.manufacturer === manufacturer && each.collection === collection)
  return inOrder(own, 'hue')
}

export const makerPage: PublicPage = async (request) => {
  const makers = await request.fabrics.makers()
  const maker = makers.find((each) => PATHS.maker(each) === request.address)
  if (maker === undefined) throw notFound()
  const { manufacturer, fabrics, collections } = maker
  const strips = collections.map(async ({ collection, fabrics: count }) => {
    const line = { manufacturer, collection }
    const colors = spread(colorsOf(await colorCard(request, line)), 24)
    const chips = colors.length === 0 ? chip(undefined) : colors.map((color) => chip(color))
    const strip = html`<span class="strip">${chips}</span>`
    return tile(PATHS.line(line), strip, collection, counted(count, 'fabric'))
  })
  return {
    title: `${manufacturer} fabrics`,
    path: request.address,
    trail: [],
    lead: `${counted(fabrics, 'fabric')} in ${counted(collections.length, 'line')}.`,
    main: [
      tiles('strips', await Promise.all(strips)),
      leadOn(PATHS.search({ manufacturer }), 'All of them, by hue'),
    ],
  }
}

export const linePage: PublicPage = async (request) => {
  const makers = await request.fabrics.makers()
  const line = makers
    .flatMap(({ manufacturer, collections }) => collections.map((each) => ({ manufacturer, ...each })))
    .find((each) => PATHS.line(each) === request.address)
  if (line === undefined) throw notFound()
  const { manufacturer, collection } = line
  const cloth = await colorCard(request, line)
  const size = counted(line.fabrics, 'fabric')
  return {
    title: `${collection} by ${manufacturer}`,
    path: request.address,
    card: { colors: colorsOf(cloth), name: collection, more: `${manufacturer}, ${size}` },
    trail: [[PATHS.maker(line), manufacturer]],
    lead: `The colour card: ${size}, by hue.`,
    main: [
      cloth.length < line.fabrics && html`<p class="hint">The first ${grouped(cloth.length)} are shown.</p>`,
      swatchGrid(cloth, { kind: 'dense' }),
      leadOn(PATHS.search({ manufacturer, collection }), 'Search in it'),
    ],
  }
}

function neighbours(card: readonly FabricRecord[], { id, collection }: FabricRecord) {
  const at = card.findIndex((each) => each.id === id)
  if (at < 0) return undefined
  const linkTo = (to: FabricRecord | undefined, rel: string) =>
    to && html`<a rel="${rel}" href="${PATHS.fabric(to)}">${to.colorHex && dot(to.colorHex)}${to.name}</a>`
  return fragmentOf('neighbours.html', {
    collection,
    before: linkTo(card[at - 1], 'prev'),
    after: linkTo(card[at + 1], 'next'),
    place: `${grouped(at + 1)} of ${grouped(card.length)}`,
  })
}

async function nearestOf({ search }: WebRequest, { id, name, colorHex, manufacturer }: FabricRecord) {
  if (colorHex === undefined)
    return html`<p>Its maker publishes no colour value. Look for it by name, or ask your shop for a swatch.</p>`
  const { items } = await search({ query: colorHex }, NEIGHBOURS)
  const nearest = items.filter((each) => each.manufacturer !== manufacturer).slice(0, NEAREST)
  const swatches = html`${hidden([['f', id]])}${swatchGrid(nearest, { asked: colorHex, choosable: true })}`
  return section(
    'Nearest of other makers',
    html`<p>The smaller the difference (CIEDE2000), the closer: below 1 is hardly visible, above 10 another colour.</p>`,
    comparing(swatches, `Compare the chosen with ${name}`),
  )
}

export const fabricPage: PublicPage = async (request) => {
  const fabric = await request.fabrics.get(request.path('id'))
  // An address with another maker, line or name is none.
  if (fabric === undefined || PATHS.fabric(fabric) !== request.address) throw notFound()
  const { name, manufacturer, collection, sku, colorHex } = fabric
  const [makerPath, linePath] = [PATHS.maker(fabric), PATHS.line(fabric)]
  const brand = (await guidesOf(request, 'fabric-brands')).find((guide) => guide.name === manufacturer)
  const more = [collection, manufacturer, sku].filter(Boolean).join(' · ')
  return {
    title: `${name}, ${collection} by ${manufacturer}`,
    path: request.address,
    card: { colors: colorsOf([fabric]), name, more },
    trail: [
      [makerPath, manufacturer],
      [linePath, collection],
    ],
    heading: false,
    main: html`<div class="split">${chip(colorHex)}<div>
<h1>${name}</h1>
${facts([
  ['Maker', link(makerPath, manufacturer)],
  ['Line', link(linePath, collection)],
  ['Number', sku && copied(sku)],
  ['To ask for it', copied([name, collection, sku].filter(Boolean).join(', '))],
  ['Colour', colorHex && html`${copied(colorHex)} approximate`],
])}
${colorHex && html`<p>${button(PATHS.palette([colorHex]), 'Begin a palette')}</p>`}
${neighbours(await colorCard(request, fabric), fabric)}
</div></div>
${await nearestOf(request, fabric)}
${brand && shopList(brand)}`,
  }
}

const names = new Intl.ListFormat('en-GB')

export const comparePage: PublicPage = async ({ all, fabrics: catalog }) => {
  const ids = [...new Set(all('f'))].slice(0, MOST_COMPARED)
  const found = await Promise.all(ids.map((id) => catalog.get(id)))
  const fabrics = found.filter((fabric) => fabric !== undefined)
  if (fabrics.length < 2) return { title: 'Compare fabrics', main: fragmentOf('compare.html') }
  const greys = fabrics.map(({ colorHex }) => chip(colorHex && greyOf(colorHex)))
  return {
    title: `${names.format(fabrics.map(({ name }) => name))} side by side`,
    trail: [],
    main: fragmentOf('side-by-side.html', {
      colors: swatchGrid(fabrics, { kind: 'edge' }),
      greys: list('edge', greys),
    }),
  }
}
