/** Shows search results as swatches. The chosen ones go back to the conversation. */
import type * as z from 'zod'
import type { tools } from '../../../tools/index.ts'
import { ciede2000, labOf, MOST_COLORS } from '../../core/color.ts'
import { ask, button, element, fullScreen, type HostResult, isHex, link, show, start } from './bridge.ts'

type Found = z.output<typeof tools.searchFabricCatalog.output>
type Fabric = Found['fabrics'][number]

/** Pixels. */
const CELL = 118
/** Hosts give a view 500 pixels. */
const ROWS = 2

function colorsIn(query: string): string[] {
  return (query.match(/#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])/gi) ?? [])
    .slice(0, MOST_COLORS)
    .map((hex) => (hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex).toUpperCase())
}

function nearestOf(asked: readonly string[], hex: string | undefined) {
  if (!isHex(hex)) return undefined
  const lab = labOf(hex)
  return asked
    .map((color) => ({ color, distance: ciede2000(labOf(color), lab) }))
    .sort((a, b) => a.distance - b.distance)[0]
}

/** A colour field, beside the colour that was asked for. */
function chip(hex: string | undefined, asked?: string): HTMLElement {
  if (!isHex(hex)) return element('span', { className: 'chip unknown' }, 'no colour known')
  const made = element('span', { className: 'chip' })
  made.style.background = asked === undefined ? hex : `linear-gradient(90deg, ${asked} 34%, ${hex} 34%)`
  if (asked !== undefined) made.title = `${asked}, asked for, beside ${hex}`
  return made
}

const said = element('p', { id: 'said', className: 'quiet', role: 'status' })

function described({ name, collection, manufacturer, sku, colorHex }: Fabric): string {
  const facts = [sku, colorHex].filter(Boolean).join(', ')
  return `${name}, ${collection} by ${manufacturer}${facts ? ` (${facts})` : ''}`
}

/** In the order of choosing. */
const chosen = new Map<string, Fabric>()
const tell = button('', () => {
  const fabrics = [...chosen.values()]
  const text = `I choose ${fabrics.map(described).join('; ')}.`
  ask('ui/message', { role: 'user', content: [{ type: 'text', text }] }).then(
    () => said.replaceChildren(`${fabrics.map(({ name }) => name).join(', ')}: your assistant knows.`),
    () => said.replaceChildren('Your assistant does not take choices from here. Tell it the names.'),
  )
})
tell.hidden = true

function swatch(fabric: Fabric, asked: readonly string[]): HTMLElement {
  const near = nearestOf(asked, fabric.colorHex)
  const { collection, sku } = fabric
  const lines = [collection, sku, near && `ΔE ${near.distance.toFixed(1)}`].filter((line) => line)
  const made = element(
    'button',
    { type: 'button', ariaPressed: 'false', ariaLabel: `Choose ${[fabric.name, ...lines].join(', ')}` },
    chip(fabric.colorHex, near?.color),
    element('b', {}, fabric.name),
    ...lines.map((line) => element('span', { className: 'quiet' }, line)),
  )
  made.onclick = () => {
    if (!chosen.delete(fabric.id)) chosen.set(fabric.id, fabric)
    made.ariaPressed = String(chosen.has(fabric.id))
    tell.hidden = chosen.size === 0
    tell.textContent = `Tell your assistant about ${chosen.size === 1 ? 'this fabric' : `these ${chosen.size}`}`
  }
  return made
}

/** A button shows the swatches that have no room at first. */
function grid(swatches: readonly HTMLElement[], columns: number): HTMLElement {
  const made = element('div', { className: 'grid' }, ...swatches.slice(0, columns * ROWS))
  made.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`
  if (swatches.length <= columns * ROWS) return made
  const all = button(`Show all ${swatches.length}`, () => {
    made.replaceChildren(...swatches)
    all.remove()
  })
  return element('div', {}, made, all)
}

/** The same search in the library. */
function searchAddress(libraryUrl: string, input: Readonly<Record<string, unknown>>): string {
  const url = new URL(libraryUrl)
  for (const name of ['query', 'manufacturer', 'collection']) {
    const value = input[name]
    if (typeof value === 'string') url.searchParams.set(name, value)
  }
  return url.href
}

start('selvage-fabrics', ({ isError, structuredContent: found }: HostResult<Found>, input) => {
  if (isError || found === undefined) return show(element('p', {}, 'The search did not work this time.'))
  const asked = colorsIn(String(input['query'] ?? ''))
  const room = Math.max(2, Math.min(6, Math.floor(document.documentElement.clientWidth / CELL)))
  // The nearest of each colour come in turn, so each colour gets a column where there is room.
  const columns = asked.length > 1 && asked.length <= room ? asked.length : room
  const swatches = found.fabrics.map((fabric) => swatch(fabric, asked))
  said.textContent = 'Colours are approximate. Choose what you like, then tell your assistant.'
  show(
    swatches.length === 0 ? element('p', {}, 'No fabric was found.') : grid(swatches, columns),
    said,
    tell,
    link('Open this search in the library', searchAddress(found.libraryUrl, input)),
    fullScreen(),
  )
})
