/** One item: its drawing, its fabrics, what to cut and to buy. */
import type { AnswerOf } from '../../../tools/index.ts'
import { capitalized } from '../../core/text.ts'
import { cutAndBuy, describeItem } from '../../design/in-words.ts'
import { sizeText } from '../../design/inches.ts'
import {
  colored,
  element,
  fullScreen,
  type HostResult,
  link,
  quiet,
  show,
  showMore,
  start,
} from './bridge.ts'

type Found = AnswerOf<'getAsset'>
type Asset = Found['asset']
type Geometry = NonNullable<Asset['geometry']>

/** Hosts give a view 500 pixels at first. */
const FIRST_FABRICS = 4
const FIRST_ROWS = 2

function picture(asset: Asset, { content }: HostResult<Found>) {
  const { colorHex } = asset
  const image = content?.find((block) => block.type === 'image')
  if (image !== undefined)
    return element('img', { src: `data:image/png;base64,${image.data}`, alt: describeItem(asset) })
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

/** Names the nearest cloth, because people buy that. A difference below 1 is hardly visible. */
function spot({ slot, hex, closest }: Geometry['palette'][number]) {
  const cloth = closest ? `${closest.collection} ${closest.name}` : hex
  const near = closest && closest.difference >= 1 ? `, difference ${closest.difference}` : ''
  return element('span', { className: 'spot' }, dot(hex), `${slot} ${cloth}${near}`)
}

function row(hex: string | undefined, what: string, ...amount: (Node | string)[]) {
  return element(
    'tr',
    {},
    element('td', {}, hex && dot(hex)),
    element('td', {}, what),
    element('td', { className: 'size' }, ...amount),
  )
}

const table = (title: string, rows: readonly HTMLElement[]) =>
  rows.length > 0 && element('section', {}, element('h2', {}, title), element('table', {}, ...rows))

/** Keeps a size such as 2 7/8 × 4 on one line. */
const unbroken = (text: string) => text.replace(/(?<=[\d×]) (?=[\d×])/g, '\u00a0')

function outlineOf(geometry: Geometry): HTMLElement {
  const { cuts, purchases, assumed, slots, notCounted } = cutAndBuy(geometry)
  const hexOf = (slot = '') => slots.get(slot)?.hex
  const fabrics = geometry.palette.map(spot)
  const toCut = cuts.map(({ slot, what, cut, finished }) =>
    row(hexOf(slot), what, `cut ${unbroken(cut)}`, quiet(`finished ${unbroken(finished)}″`)),
  )
  const toBuy = table(
    'To buy',
    purchases.map(({ slot, what, amount }) => row(hexOf(slot), capitalized(what), amount)),
  )
  const bought = toBuy && assumed ? [toBuy, quiet(assumed)] : []
  const later = [...fabrics.slice(FIRST_FABRICS), ...toCut.slice(FIRST_ROWS), ...bought]
  return element(
    'div',
    { className: 'outline' },
    element('div', { className: 'palette' }, ...fabrics),
    table('To cut, with seams', toCut),
    ...bought,
    notCounted && quiet(notCounted),
    showMore(toBuy ? 'Show all to cut and to buy' : 'Show all to cut', later),
  )
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
