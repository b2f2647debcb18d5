/* Shows search results as swatches. The one that is chosen goes back to the conversation. */
import { ask, element, link, on, start } from './bridge.js'

const CELL = 118
const ROWS = 2
let askedColors = []

const text = (value) => (typeof value === 'string' ? value : '')

function colorsIn(query) {
  return (text(query).match(/#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])/gi) ?? [])
    .slice(0, 5)
    .map((hex) => (hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex).toUpperCase())
}

function labOf(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * (t / 116) + 16 / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/* CIEDE2000, which the server ranks by too. */
function distance(first, second) {
  const rad = Math.PI / 180
  const [l1, a1, b1] = labOf(first)
  const [l2, a2, b2] = labOf(second)
  const c7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7
  const g = 1 + 0.5 * (1 - Math.sqrt(c7 / (c7 + 25 ** 7)))
  const [c1, c2] = [Math.hypot(g * a1, b1), Math.hypot(g * a2, b2)]
  const hue = (a, b) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, g * a) / rad + 360) % 360)
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)]
  const gray = c1 * c2 === 0
  let dh = gray ? 0 : h2 - h1
  if (dh > 180) dh -= 360
  if (dh < -180) dh += 360
  const far = Math.abs(h1 - h2) > 180
  const h = gray ? h1 + h2 : far ? (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2 : (h1 + h2) / 2
  const cos = (degrees) => Math.cos(degrees * rad)
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
  const light = ((l1 + l2) / 2 - 50) ** 2
  const c = (c1 + c2) / 2
  const dl = (l2 - l1) / (1 + (0.015 * light) / Math.sqrt(20 + light))
  const dc = (c2 - c1) / (1 + 0.045 * c)
  const dH = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad)) / (1 + 0.015 * c * t)
  const turn =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad)
  return Math.sqrt(dl ** 2 + dc ** 2 + dH ** 2 + turn * dc * dH)
}

function chip(hex, label) {
  const isKnown = /^#[0-9a-f]{6}$/i.test(text(hex))
  const made = element(
    'span',
    { className: isKnown ? 'chip' : 'chip unknown' },
    isKnown ? '' : 'no colour known',
  )
  if (isKnown) made.style.background = hex
  if (label) made.title = label
  return made
}

function nearestColor(hex) {
  const far = askedColors.map((color) => [color, distance(color, hex)])
  return far.sort((a, b) => a[1] - b[1])[0]
}

function choose({ name, collection, manufacturer, sku, colorHex }) {
  const facts = [sku, colorHex].filter(Boolean).join(', ')
  const words = `I choose ${name}, ${collection} by ${manufacturer}${facts ? ` (${facts})` : ''}.`
  const said = document.getElementById('said')
  ask('ui/message', { role: 'user', content: [{ type: 'text', text: words }] }).then(
    () => said.replaceChildren(`${name} is chosen.`),
    () => said.replaceChildren('Your assistant does not take choices from here. Tell it the name.'),
  )
}

function swatch(fabric) {
  const near = fabric.colorHex && askedColors.length > 0 ? nearestColor(fabric.colorHex) : undefined
  const lines = [fabric.collection, fabric.sku, near && `ΔE ${near[1].toFixed(1)}`].filter(Boolean)
  return element(
    'button',
    {
      type: 'button',
      onclick: () => choose(fabric),
      ariaLabel: `Choose ${[fabric.name, ...lines].join(', ')}`,
    },
    chip(fabric.colorHex),
    element('b', {}, text(fabric.name)),
    ...lines.map((line) => element('span', { className: 'quiet' }, text(line))),
  )
}

function grid(fabrics, columns) {
  const made = element('div', { className: 'grid' }, ...fabrics.slice(0, columns * ROWS).map(swatch))
  made.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`
  return made
}

/* One column for each colour asked for: the colour on top, and the fabrics nearest to it below. */
function palette(fabrics) {
  const columns = askedColors.map((color) => {
    const own = fabrics.filter(({ colorHex }) => colorHex && nearestColor(colorHex)[0] === color)
    const head = chip(color, `${color}, asked for`)
    head.style.height = '22px'
    return element('div', { className: 'column' }, head, ...own.slice(0, ROWS).map(swatch))
  })
  const made = element('div', { className: 'grid' }, ...columns)
  made.style.gridTemplateColumns = `repeat(${columns.length}, minmax(0, 1fr))`
  return made
}

function show({ isError, structuredContent }) {
  const root = document.getElementById('root')
  const fabrics = structuredContent?.fabrics
  if (isError || !Array.isArray(fabrics))
    return root.replaceChildren(element('p', {}, 'The search did not work this time.'))
  const columns = Math.max(2, Math.min(6, Math.floor(document.documentElement.clientWidth / CELL)))
  const found =
    fabrics.length === 0
      ? element('p', {}, 'No fabric was found.')
      : askedColors.length > 1
        ? palette(fabrics)
        : grid(fabrics, columns)
  root.replaceChildren(
    found,
    element(
      'p',
      { id: 'said', className: 'quiet', role: 'status' },
      'Colours are approximate. Choose one to tell your assistant.',
    ),
    link('Open the fabric library', structuredContent.libraryUrl),
  )
}

on('ui/notifications/tool-input', (params) => {
  askedColors = colorsIn(params?.arguments?.query)
})
on('ui/notifications/tool-result', show)
start('selvage-fabrics')
