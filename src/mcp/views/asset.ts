/** One item: its drawing, its fabrics, what to cut and to buy. */
import type * as z from 'zod'
import type { tools } from '../../../tools/index.ts'
import { capitalized } from '../../core/text.ts'
import { type CutAndBuy, cutAndBuy } from '../../design/cut-and-buy.ts'
import { describeItem } from '../../design/describe-item.ts'
import { sizeText } from '../../design/inches.ts'
import {
  button,
  type Child,
  colored,
  element,
  fullScreen,
  type HostResult,
  link,
  quiet,
  show,
  start,
} from './bridge.ts'

type Found = z.output<typeof tools.getAsset.output>
type Asset = Found['asset']
type Geometry = NonNullable<Asset['geometry']>

/** Hosts give a view 500 pixels at first. */
const FIRST_FABRICS = 4
const FIRST_ROWS = 2

function picture(asset: Asset, { content }: HostResult<Found>) {
  const { colorHex } = asset
  const image = content?.find((block) => block.type === 'image')
  const alt = describeItem(asset)
  if (image !== undefined) return element('img', { src: `data:image/png;base64,${image.data}`, alt })
  return colorHex && colored(colorHex, { className: 'chip', role: 'img', ariaLabel: colorHex })
}

const fact = (name: string, value: string | number | undefined) =>
  value !== undefined && element('div', {}, element('dt', {}, name), element('dd', {}, `${value}`))

function facts({ width, height, shapeCount, geometry, colorHex }: Asset) {
  const hasSize = width !== undefined && height !== undefined
  return element(
    'dl',
    {},
    fact('Finished size', hasSize ? `${sizeText({ width, height })}″` : undefined),
    fact('Pieces', shapeCount),
    fact('Blocks', geometry?.counts?.placements),
    fact('Colour', colorHex),
  )
}

const dot = (hex: string) => colored(hex, { className: 'dot' })

/** Names the nearest cloth, because people buy that. */
function paletteOf(palette: Geometry['palette']) {
  const spots = palette.map(({ slot, hex, closest }) => {
    const cloth = closest && `${closest.collection} ${closest.name}, ΔE ${closest.difference}`
    return element('span', { className: 'spot' }, dot(hex), `${slot} ${cloth ?? hex}`)
  })
  return element('div', { className: 'palette' }, ...spots)
}

function row(hex: string | undefined, what: string, ...amount: (Node | string)[]) {
  const cells = [element('td', {}, hex && dot(hex)), element('td', {}, what)]
  return element('tr', {}, ...cells, element('td', { className: 'size' }, ...amount))
}

const table = (title: string, rows: readonly HTMLElement[]) =>
  rows.length > 0 && element('section', {}, element('h2', {}, title), element('table', {}, ...rows))

/** Keeps a size such as 2 7/8 × 4 on one line. */
const unbroken = (text: string) => text.replace(/(?<=[\d×]) (?=[\d×])/g, '\u00a0')

const cuttingOf = ({ cuts, slots }: CutAndBuy) =>
  cuts.map(({ slot, what, cut, finished }) => {
    const size = quiet(`finished ${unbroken(finished)}″`)
    return row(slots.get(slot ?? '')?.hex, what, `cut ${unbroken(cut)}`, size)
  })

const shoppingOf = ({ purchases, slots }: CutAndBuy) =>
  purchases.map(({ slot, what, amount }) => row(slots.get(slot ?? '')?.hex, capitalized(what), amount))

/** What fits at first, and a button for the rest. */
function outlineOf(geometry: Geometry): HTMLElement {
  const { palette } = geometry
  const amounts = cutAndBuy(geometry)
  const cutting = cuttingOf(amounts)
  const shopping = shoppingOf(amounts)
  const left = amounts.notCounted.join('; ')
  const notCounted = left && quiet(`Not counted: ${left}.`)
  const toCut = (rows: readonly HTMLElement[]) => table('To cut, with seams', rows)
  const outline = (...parts: Child[]) => element('div', { className: 'outline' }, ...parts)
  const showAll = () =>
    first.replaceWith(outline(paletteOf(palette), toCut(cutting), table('To buy', shopping), notCounted))
  const hasMore = palette.length > FIRST_FABRICS || cutting.length > FIRST_ROWS || shopping.length > 0
  const words = shopping.length > 0 ? 'Show all to cut and to buy' : 'Show all to cut'
  const first = outline(
    paletteOf(palette.slice(0, FIRST_FABRICS)),
    toCut(cutting.slice(0, FIRST_ROWS)),
    notCounted,
    hasMore && button(words, showAll),
  )
  return first
}

const HINTS = new Map([
  ['empty', 'It has no pieces yet.'],
  ['unavailable', 'There is no drawing.'],
])

start('selvage-asset', (result: HostResult<Found>) => {
  const { isError, structuredContent: found } = result
  if (isError || found === undefined) return show(element('p', {}, 'This item could not be read.'))
  const { asset, url } = found
  const shown = picture(asset, result)
  const hint = HINTS.get(asset.geometryStatus ?? '')
  const words = [
    element('h1', {}, asset.name),
    hint && quiet(hint),
    facts(asset),
    link('Open its page', url),
    fullScreen(),
  ]
  show(
    shown && element('div', { className: 'picture' }, shown),
    element('div', { className: 'words' }, ...words),
    asset.geometry && outlineOf(asset.geometry),
  )
})
