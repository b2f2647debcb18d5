/** One item: its drawing, its fabrics, what to cut and to buy. */
import type * as z from 'zod'
import type { tools } from '../../../tools/index.ts'
import { element, fullScreen, type HostResult, link, show, start } from './bridge.ts'

type Found = z.output<typeof tools.getAsset.output>
type Asset = Found['asset']
type Geometry = NonNullable<Asset['geometry']>
type BlockGeometry = Extract<Geometry, { readonly kind: 'block' }>
type Child = Node | string | undefined

const SVG = 'http://www.w3.org/2000/svg'

const isHex = (value: unknown): value is string => /^#[0-9a-f]{6}$/i.test(String(value))

function inches(value: number): string {
  const eighths = Math.round(value * 8)
  if (Math.abs(value * 8 - eighths) > 0.09) return String(Math.round(value * 100) / 100)
  const fraction = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'][eighths % 8] ?? ''
  return `${Math.floor(eighths / 8) || (fraction ? '' : 0)}${fraction}`
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>, ...children: Node[]) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}

/** Draws a block from its shapes. This is sharper than the picture, and works if a host drops pictures. */
function drawing({ viewBox, palette, shapes }: BlockGeometry, label: string) {
  const colors = new Map(palette.map(({ slot, hex }) => [slot, isHex(hex) ? hex : '#fff']))
  const [, , width, height] = viewBox
  const pieces = shapes.map(({ slot, points }) =>
    svg('polygon', {
      points: points.map((point) => point.map(Number).join(',')).join(' '),
      fill: colors.get(slot) ?? '#fff',
    }),
  )
  const seams = { stroke: '#6f6a62', 'stroke-opacity': 0.55, 'stroke-width': Math.max(width, height) / 600 }
  return svg(
    'svg',
    { viewBox: viewBox.map(Number).join(' '), role: 'img', 'aria-label': label },
    svg('g', seams, ...pieces),
  )
}

function picture(
  { geometryStatus, geometry, colorHex }: Asset,
  { content }: HostResult<Found>,
  label: string,
) {
  const isWhole = geometryStatus === 'complete' && geometry?.kind === 'block' && geometry.shapes.length > 0
  if (isWhole) return drawing(geometry, label)
  const image = content?.find(({ type, mimeType }) => type === 'image' && mimeType === 'image/png')
  if (image !== undefined) return element('img', { src: `data:image/png;base64,${image.data}`, alt: label })
  if (!isHex(colorHex)) return undefined
  const chip = element('span', { className: 'chip', role: 'img', ariaLabel: colorHex })
  chip.style.background = colorHex
  return chip
}

const sizeOf = ({ width, height }: Asset, by: string) =>
  width === undefined || height === undefined ? undefined : `${inches(width)}${by}${inches(height)}`

function facts(asset: Asset) {
  const { geometry } = asset
  const size = sizeOf(asset, ' × ')
  const rows = [
    ['Finished size', size && `${size}″`],
    ['Pieces', asset.shapeCount],
    ['Blocks', geometry !== undefined && 'placements' in geometry ? geometry.counts.placements : undefined],
    ['Colour', asset.colorHex],
  ]
  const shown = rows.filter(([, value]) => value !== undefined)
  return element(
    'dl',
    {},
    ...shown.map(([name, value]) =>
      element('div', {}, element('dt', {}, `${name}`), element('dd', {}, `${value}`)),
    ),
  )
}

function dot(hex: string | undefined) {
  const made = element('span', { className: 'dot' })
  if (isHex(hex)) made.style.background = hex
  return made
}

const quiet = (text: string) => element('p', { className: 'quiet' }, text)

/** The fabrics by the name of the nearest cloth, because that is what people buy. */
function paletteOf({ palette }: Geometry) {
  const spots = palette.map(({ slot, hex, closest }) => {
    const cloth = closest && `${closest.collection} ${closest.name}, ΔE ${closest.difference}`
    return element('span', { className: 'spot' }, dot(hex), `${slot} ${cloth ?? hex}`)
  })
  return spots.length === 0 ? undefined : element('div', { className: 'palette' }, ...spots)
}

const row = (hex: string | undefined, what: string, ...amount: Child[]) =>
  element(
    'tr',
    {},
    element('td', {}, dot(hex)),
    element('td', {}, what),
    element('td', { className: 'size' }, ...amount),
  )

const hexes = ({ palette }: Geometry) => new Map(palette.map(({ slot, hex }) => [slot, hex]))

/** A table, of which a button shows the rows that have no room at first. */
function table(title: string, rows: readonly HTMLElement[], room: number, unfold: string) {
  if (rows.length === 0) return undefined
  const body = element('table', {}, ...rows.slice(0, room))
  const all = element('button', { className: 'link', type: 'button' }, unfold)
  all.onclick = () => {
    body.replaceChildren(...rows)
    all.remove()
  }
  const heading = element('h2', {}, title)
  return element('section', {}, ...(room > 0 ? [heading] : []), body, rows.length > room ? all : undefined)
}

function cuttingOf(geometry: Geometry) {
  if (!('cutting' in geometry)) return undefined
  const hexOf = hexes(geometry)
  const rows = (geometry.cutting ?? []).flatMap(({ of, slot, pieces }) =>
    pieces.map(({ form, width, height, count, cut }) => {
      const what = `${count} × ${form.replaceAll('-', ' ')}${of === 'pieces' ? '' : `, ${of}`}`
      const finished = element(
        'span',
        { className: 'quiet' },
        `finished ${inches(width)} × ${inches(height)}″`,
      )
      const size = cut === 'template' ? 'template' : `cut ${cut.count} at ${cut.text}`
      return row(slot === undefined ? undefined : hexOf.get(slot), what, size, finished)
    }),
  )
  // A narrow view has room for fewer rows.
  const room = document.documentElement.clientWidth < 480 ? 2 : 3
  return table('To cut, with seams', rows, room, `Show all ${rows.length} rows`)
}

function shoppingOf(geometry: Geometry) {
  if (!('yardage' in geometry) || geometry.yardage === undefined) return undefined
  const { fabrics, binding, backing, batting } = geometry.yardage
  const hexOf = hexes(geometry)
  const rows = [
    ...fabrics.map((fabric) =>
      'slot' in fabric
        ? row(hexOf.get(fabric.slot), `Fabric ${fabric.slot}`, fabric.text)
        : row(undefined, fabric.of, fabric.text),
    ),
    row(undefined, 'Binding', binding.text),
    row(undefined, 'Backing', backing.text),
    row(undefined, 'Batting', `${inches(batting.width)} × ${inches(batting.length)}″`),
  ]
  return table('To buy', rows, 0, 'Show what to buy')
}

/** What cutting and yardage leave out. */
function leftOut(geometry: Geometry): HTMLElement | undefined {
  const left = [
    ...('notCounted' in geometry ? (geometry.notCounted ?? []) : []),
    ...('yardage' in geometry ? (geometry.yardage?.notCounted ?? []) : []),
  ]
  return left.length > 0 ? quiet(`Not counted: ${left.join('; ')}.`) : undefined
}

const HINTS = new Map([
  ['empty', 'It has no pieces yet.'],
  ['truncated', 'Its outline is cut short; the picture is whole.'],
  ['unavailable', 'There is no drawing.'],
])

start('selvage-asset', (result: HostResult<Found>) => {
  const { isError, structuredContent: found } = result
  if (isError || found === undefined) return show(element('p', {}, 'This item could not be read.'))
  const { asset, url } = found
  const { geometry } = asset
  const size = sizeOf(asset, ' by ')
  const shown = picture(asset, result, `${asset.name}${size ? `, ${size} inches` : ''}`)
  const hint = HINTS.get(asset.geometryStatus ?? '')
  const outline: Child[] =
    geometry === undefined
      ? []
      : [paletteOf(geometry), cuttingOf(geometry), shoppingOf(geometry), leftOut(geometry)]
  show(
    shown && element('div', { className: 'picture' }, shown),
    element(
      'div',
      { className: 'words' },
      element('h1', {}, asset.name),
      hint && quiet(hint),
      facts(asset),
      ...outline,
      link('Open its page', url),
      fullScreen(),
    ),
  )
})
