/** One item: its drawing, its fabrics, what to cut and to buy. */
import type * as z from 'zod'
import type { tools } from '../../../tools/index.ts'
import { inchesNumber } from '../../design/inches.ts'
import { type CutAndBuy, cutAndBuy } from '../../design/words.ts'
import { button, element, fullScreen, type HostResult, isHex, link, show, start } from './bridge.ts'

type Found = z.output<typeof tools.getAsset.output>
type Asset = Found['asset']
type Geometry = NonNullable<Asset['geometry']>

/** Hosts give a view 500 pixels at first. */
const FIRST_FABRICS = 4
const FIRST_ROWS = 2

function picture({ colorHex }: Asset, { content }: HostResult<Found>, label: string) {
  const image = content?.find((block) => block.type === 'image')
  if (image !== undefined) return element('img', { src: `data:image/png;base64,${image.data}`, alt: label })
  if (!isHex(colorHex)) return undefined
  const chip = element('span', { className: 'chip', role: 'img', ariaLabel: colorHex })
  chip.style.background = colorHex
  return chip
}

const sizeOf = ({ width, height }: Asset, by: string) =>
  width === undefined || height === undefined
    ? undefined
    : `${inchesNumber(width)}${by}${inchesNumber(height)}`

function facts(asset: Asset) {
  const { geometry } = asset
  const size = sizeOf(asset, ' × ')
  const rows = [
    ['Finished size', size && `${size}″`],
    ['Pieces', asset.shapeCount],
    ['Blocks', geometry?.counts?.placements],
    ['Colour', asset.colorHex],
  ]
  const shown = rows.flatMap(([name, value]) =>
    value === undefined
      ? []
      : element('div', {}, element('dt', {}, `${name}`), element('dd', {}, `${value}`)),
  )
  return element('dl', {}, ...shown)
}

function dot(hex: string | undefined) {
  const made = element('span', { className: 'dot' })
  if (isHex(hex)) made.style.background = hex
  return made
}

const quiet = (text: string) => element('p', { className: 'quiet' }, text)

/** Names the nearest cloth, because people buy that. */
function paletteOf({ palette }: Geometry, most?: number) {
  const spots = palette.slice(0, most).map(({ slot, hex, closest }) => {
    const cloth = closest && `${closest.collection} ${closest.name}, ΔE ${closest.difference}`
    return element('span', { className: 'spot' }, dot(hex), `${slot} ${cloth ?? hex}`)
  })
  return element('div', { className: 'palette' }, ...spots)
}

function row(hex: string | undefined, what: string, ...amount: (Node | string)[]) {
  const cells = [element('td', {}, dot(hex)), element('td', {}, what)]
  return element('tr', {}, ...cells, element('td', { className: 'size' }, ...amount))
}

function table(title: string, rows: readonly HTMLElement[]) {
  if (rows.length === 0) return undefined
  return element('section', {}, element('h2', {}, title), element('table', {}, ...rows))
}

/** Keeps a size such as 2 7/8 × 4 on one line. */
const unbroken = (text: string) => text.replace(/(?<=[\d×]) (?=[\d×])/g, '\u00a0')

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const cuttingOf = ({ cuts, slots }: CutAndBuy) =>
  cuts.map(({ slot, what, cut, finished }) => {
    const size = element('span', { className: 'quiet' }, `finished ${unbroken(finished)}″`)
    return row(slots.get(slot ?? '')?.hex, what, `cut ${unbroken(cut)}`, size)
  })

const shoppingOf = ({ purchases, slots }: CutAndBuy) =>
  purchases.map(({ slot, what, amount }) => row(slots.get(slot ?? '')?.hex, capitalized(what), amount))

const HINTS = new Map([
  ['empty', 'It has no pieces yet.'],
  ['unavailable', 'There is no drawing.'],
])

/** What fits at first, and a button for the rest. */
function outlineOf(geometry: Geometry): HTMLElement {
  const amounts = cutAndBuy(geometry)
  const cutting = cuttingOf(amounts)
  const shopping = shoppingOf(amounts)
  const left = amounts.notCounted.join('; ')
  const parts = (mostFabrics?: number, mostRows?: number, ...more: (Node | undefined)[]) => {
    const toCut = table('To cut, with seams', cutting.slice(0, mostRows))
    const notCounted = left && quiet(`Not counted: ${left}.`)
    return element('div', {}, paletteOf(geometry, mostFabrics), toCut, ...more, notCounted)
  }
  const first = parts(FIRST_FABRICS, FIRST_ROWS)
  const hasMore = geometry.palette.length > FIRST_FABRICS || cutting.length > FIRST_ROWS
  if (!hasMore && shopping.length === 0) return first
  const words = shopping.length > 0 ? 'Show all to cut and to buy' : 'Show all to cut'
  const showAll = () => first.replaceWith(parts(undefined, undefined, table('To buy', shopping)))
  first.append(button(words, showAll))
  return first
}

start('selvage-asset', (result: HostResult<Found>) => {
  const { isError, structuredContent: found } = result
  if (isError || found === undefined) return show(element('p', {}, 'This item could not be read.'))
  const { asset, url } = found
  const size = sizeOf(asset, ' by ')
  const shown = picture(asset, result, `${asset.name}${size ? `, ${size} inches` : ''}`)
  const hint = HINTS.get(asset.geometryStatus ?? '')
  const words = [
    element('h1', {}, asset.name),
    hint && quiet(hint),
    facts(asset),
    asset.geometry && outlineOf(asset.geometry),
    link('Open its page', url),
    fullScreen(),
  ]
  show(
    shown && element('div', { className: 'picture' }, shown),
    element('div', { className: 'words' }, ...words),
  )
})
