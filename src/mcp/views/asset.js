/* One item: its drawing, its fabrics, what to cut. */
import { element, link, on, start } from './bridge.js'

const SVG = 'http://www.w3.org/2000/svg'
/* A narrow view has room for fewer rows. */
const roomForRows = () => (document.documentElement.clientWidth < 480 ? 2 : 6)

const isHex = (value) => /^#[0-9a-f]{6}$/i.test(value)
const isNumber = (value) => Number.isFinite(value)

function inches(value) {
  const eighths = Math.round(value * 8)
  if (Math.abs(value * 8 - eighths) > 0.09) return String(Math.round(value * 100) / 100)
  const fraction = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'][eighths % 8]
  return `${Math.floor(eighths / 8) || (fraction ? '' : 0)}${fraction}`
}

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/* Draws a block from its shapes. This is sharper than the picture, and works if a host drops pictures. */
function drawing({ viewBox, palette, shapes }, label) {
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

function picture(asset, content, label) {
  const { geometry, colorHex } = asset
  if (geometry?.kind === 'block' && Array.isArray(geometry.shapes) && geometry.shapes.length > 0)
    return drawing(geometry, label)
  const image = content?.find(({ type, mimeType }) => type === 'image' && mimeType === 'image/png')
  if (image) return element('img', { src: `data:image/png;base64,${image.data}`, alt: label })
  if (!isHex(colorHex)) return undefined
  const chip = element('span', { className: 'chip', role: 'img', ariaLabel: colorHex })
  chip.style.background = colorHex
  return chip
}

const fact = (name, value) => element('div', {}, element('dt', {}, name), element('dd', {}, value))

function facts(asset) {
  const size =
    isNumber(asset.width) && isNumber(asset.height) && `${inches(asset.width)} × ${inches(asset.height)}″`
  const rows = [
    ['Finished size', size],
    ['Pieces', isNumber(asset.shapeCount) && String(asset.shapeCount)],
    ['Blocks', isNumber(asset.geometry?.counts?.placements) && String(asset.geometry.counts.placements)],
    ['Colour', isHex(asset.colorHex) && asset.colorHex],
  ]
  return element('dl', {}, ...rows.filter(([, value]) => value).map(([name, value]) => fact(name, value)))
}

function dot(hex) {
  const made = element('span', { className: 'dot' })
  if (isHex(hex)) made.style.background = hex
  return made
}

function palette({ geometry }) {
  if (!geometry?.palette?.length) return undefined
  const spots = geometry.palette.map(({ slot, hex }) =>
    element('span', { className: 'spot' }, dot(hex), `${slot} ${hex}`),
  )
  return element('div', { className: 'palette' }, ...spots)
}

function cutting({ geometry }) {
  const rows = (geometry?.cutting ?? []).flatMap(({ slot, pieces, others = 0 }) => [
    ...pieces.map(({ form, width, height, count }) => [
      slot,
      `${count} × ${form.replaceAll('-', ' ')}`,
      `${inches(width)} × ${inches(height)}″`,
    ]),
    ...(others > 0 ? [[slot, `${others} × other pieces`, 'each its own']] : []),
  ])
  if (rows.length === 0) return undefined
  const hex = new Map(geometry.palette.map((each) => [each.slot, each.hex]))
  const lines = rows.map(([slot, what, size]) =>
    element(
      'tr',
      {},
      element('td', {}, dot(hex.get(slot))),
      element('td', {}, what),
      element('td', { className: 'size' }, size),
    ),
  )
  const room = roomForRows()
  const table = element('table', {}, ...lines.slice(0, room))
  const all = element('button', { className: 'link', type: 'button' }, `Show all ${rows.length} rows`)
  all.onclick = () => {
    table.replaceChildren(...lines)
    all.remove()
  }
  const left = geometry.cuttingLeavesOut ?? []
  return element(
    'section',
    {},
    element('h2', {}, 'To cut, in finished sizes'),
    table,
    rows.length > room ? all : undefined,
    left.length > 0 ? element('p', { className: 'quiet' }, `Not counted: ${left.join(', ')}.`) : undefined,
  )
}

function show({ isError, structuredContent, content }) {
  const root = document.getElementById('root')
  const asset = structuredContent?.asset
  if (isError || !asset) return root.replaceChildren(element('p', {}, 'This item could not be read.'))
  const size =
    isNumber(asset.width) && isNumber(asset.height)
      ? `, ${inches(asset.width)} by ${inches(asset.height)} inches`
      : ''
  const hint = {
    empty: 'It has no pieces yet.',
    truncated: 'Too many pieces to show all.',
    unavailable: 'There is no drawing.',
  }[asset.geometryStatus]
  const shown = picture(asset, content, `${asset.name}${size}`)
  root.replaceChildren(
    element('div', { className: 'picture', hidden: !shown }, shown),
    element(
      'div',
      { className: 'words' },
      element('h1', {}, asset.name),
      hint ? element('p', { className: 'quiet' }, hint) : undefined,
      facts(asset),
      palette(asset),
      cutting(asset),
      link('Open its page', structuredContent.url),
    ),
  )
}

on('ui/notifications/tool-result', show)
start('selvage-asset')
