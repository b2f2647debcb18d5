/** One item: its drawing, its fabrics, what to cut. */
import type * as z from 'zod'
import type { tools } from '../../../tools/index.ts'
import { element, link, show, start, type ToolResult } from './bridge.ts'

type Found = z.output<typeof tools.getAsset.output>
type Asset = Found['asset']

/** The parts of an outline that are shown. */
interface Geometry {
  readonly kind?: string
  readonly viewBox?: readonly number[]
  readonly palette?: ReadonlyArray<{ readonly slot: string; readonly hex: string }>
  readonly shapes?: ReadonlyArray<{ readonly slot: string; readonly points: readonly (readonly number[])[] }>
  readonly counts?: { readonly placements?: number }
  readonly cutting?: ReadonlyArray<{
    readonly of: string
    readonly slot?: string
    readonly pieces: ReadonlyArray<{
      form: string
      width: number
      height: number
      count: number
      cut: 'template' | { readonly count: number; readonly text: string }
    }>
  }>
  readonly notCounted?: readonly string[]
  readonly yardage?: { readonly notCounted: readonly string[] }
}

const SVG = 'http://www.w3.org/2000/svg'

const isHex = (value: unknown): value is string => /^#[0-9a-f]{6}$/i.test(String(value))
const isGeometry = (value: unknown): value is Geometry => typeof value === 'object' && value !== null

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
function drawing({ viewBox = [], palette = [], shapes = [] }: Geometry, label: string) {
  const colors = new Map(palette.map(({ slot, hex }) => [slot, isHex(hex) ? hex : '#fff']))
  const [, , width = 1, height = 1] = viewBox
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
  { geometryStatus, colorHex }: Asset,
  geometry: Geometry,
  result: ToolResult<Found>,
  label: string,
) {
  const isWhole = geometryStatus === 'complete' && geometry.kind === 'block'
  if (isWhole && (geometry.shapes ?? []).length > 0) return drawing(geometry, label)
  const image = result.content?.find(({ type, mimeType }) => type === 'image' && mimeType === 'image/png')
  if (image !== undefined) return element('img', { src: `data:image/png;base64,${image.data}`, alt: label })
  if (!isHex(colorHex)) return undefined
  const chip = element('span', { className: 'chip', role: 'img', ariaLabel: colorHex })
  chip.style.background = colorHex
  return chip
}

const sizeOf = ({ width, height }: Asset, by: string) =>
  width === undefined || height === undefined ? undefined : `${inches(width)}${by}${inches(height)}`

function facts(asset: Asset, geometry: Geometry) {
  const size = sizeOf(asset, ' × ')
  const rows = [
    ['Finished size', size && `${size}″`],
    ['Pieces', asset.shapeCount],
    ['Blocks', geometry.counts?.placements],
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

function paletteOf({ palette = [] }: Geometry) {
  if (palette.length === 0) return undefined
  const spots = palette.map(({ slot, hex }) =>
    element('span', { className: 'spot' }, dot(hex), `${slot} ${hex}`),
  )
  return element('div', { className: 'palette' }, ...spots)
}

function cuttingOf({ palette = [], cutting = [], notCounted = [], yardage }: Geometry) {
  const hexOf = new Map(palette.map(({ slot, hex }) => [slot, hex]))
  const row = (slot: string | undefined, what: string, size: string) =>
    element(
      'tr',
      {},
      element('td', {}, dot(slot === undefined ? undefined : hexOf.get(slot))),
      element('td', {}, what),
      element('td', { className: 'size' }, size),
    )
  const rows = cutting.flatMap(({ of, slot, pieces }) =>
    pieces.map(({ form, width, height, count, cut }) =>
      row(
        slot,
        `${count} × ${form.replaceAll('-', ' ')}${of === 'pieces' ? '' : `, ${of}`}`,
        cut === 'template'
          ? `template, ${inches(width)} × ${inches(height)}″ finished`
          : `cut ${cut.count} at ${cut.text}`,
      ),
    ),
  )
  const leftOut = [...notCounted, ...(yardage?.notCounted ?? [])]
  if (rows.length === 0) return undefined
  // A narrow view has room for fewer rows.
  const room = document.documentElement.clientWidth < 480 ? 2 : 6
  const table = element('table', {}, ...rows.slice(0, room))
  const all = element('button', { className: 'link', type: 'button' }, `Show all ${rows.length} rows`)
  all.onclick = () => {
    table.replaceChildren(...rows)
    all.remove()
  }
  return element(
    'section',
    {},
    element('h2', {}, 'To cut, with seams'),
    table,
    rows.length > room ? all : undefined,
    leftOut.length > 0
      ? element('p', { className: 'quiet' }, `Not counted: ${leftOut.join('; ')}.`)
      : undefined,
  )
}

const HINTS = new Map([
  ['empty', 'It has no pieces yet.'],
  ['truncated', 'Its outline is cut short; the picture is whole.'],
  ['unavailable', 'There is no drawing.'],
])

start('selvage-asset', (result: ToolResult<Found>) => {
  const { isError, structuredContent: found } = result
  if (isError || found === undefined) return show(element('p', {}, 'This item could not be read.'))
  const { asset, url } = found
  const geometry = isGeometry(asset.geometry) ? asset.geometry : {}
  const size = sizeOf(asset, ' by ')
  const shown = picture(asset, geometry, result, `${asset.name}${size ? `, ${size} inches` : ''}`)
  const hint = HINTS.get(asset.geometryStatus ?? '')
  show(
    shown && element('div', { className: 'picture' }, shown),
    element(
      'div',
      { className: 'words' },
      element('h1', {}, asset.name),
      hint && element('p', { className: 'quiet' }, hint),
      facts(asset, geometry),
      paletteOf(geometry),
      cuttingOf(geometry),
      link('Open its page', url),
    ),
  )
})
