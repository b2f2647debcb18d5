/** Search results. The chosen ones go back to the conversation. */
import type { AnswerOf } from '../../../tools/index.ts'
import { distanceBetween, MOST_COLORS } from '../../core/color.ts'
import {
  ask,
  button,
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

type Found = AnswerOf<'searchFabricCatalog'>
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

function nearestOf(asked: readonly string[], hex: string) {
  const nearest = asked.map((color) => ({ color, distance: distanceBetween(color, hex) }))
  return nearest.sort((a, b) => a.distance - b.distance)[0]
}

const said = element('p', { id: 'said', className: 'quiet', role: 'status' })

function described({ name, collection, manufacturer, sku, colorHex }: Fabric): string {
  const facts = [sku, colorHex].filter(Boolean).join(', ')
  return `${name}, ${collection} by ${manufacturer}${facts ? ` (${facts})` : ''}`
}

const chosen = new Map<string, Fabric>()
const tell = button('', async () => {
  const fabrics = [...chosen.values()]
  const text = `I choose ${fabrics.map(described).join('; ')}.`
  const { error } = await ask('ui/message', { role: 'user', content: [{ type: 'text', text }] })
  said.textContent = error
    ? 'Your assistant does not take choices from here. Tell it the names.'
    : `${fabrics.map(({ name }) => name).join(', ')}: your assistant knows.`
})
tell.hidden = true

function swatch(fabric: Fabric, asked: readonly string[]): HTMLElement {
  const { id, name, collection, sku, colorHex } = fabric
  const near = colorHex === undefined ? undefined : nearestOf(asked, colorHex)
  const fill = near ? `linear-gradient(90deg, ${near.color} 34%, ${colorHex} 34%)` : colorHex
  const chip =
    fill === undefined
      ? element('span', { className: 'chip unknown' }, 'no colour known')
      : colored(fill, {
          className: 'chip',
          title: near ? `${near.color}, asked for, beside ${colorHex}` : '',
        })
  const lines = [collection, sku, near && `difference ${near.distance.toFixed(1)}`].filter(
    (line) => line !== undefined,
  )
  const made = element(
    'button',
    { type: 'button', ariaPressed: 'false', ariaLabel: `Choose ${[name, ...lines].join(', ')}` },
    chip,
    element('b', {}, name),
    ...lines.map(quiet),
  )
  made.onclick = () => {
    if (!chosen.delete(id)) chosen.set(id, fabric)
    made.ariaPressed = String(chosen.has(id))
    tell.hidden = chosen.size === 0
    tell.textContent = `Tell your assistant about ${chosen.size === 1 ? 'this fabric' : `these ${chosen.size}`}`
  }
  return made
}

function searchAddress(libraryUrl: string, input: Record<string, unknown>): string {
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
  const grid = element('div', { className: 'grid' }, ...swatches)
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`
  said.textContent = 'Colours are approximate. Choose what you like, then tell your assistant.'
  show(
    swatches.length === 0 ? element('p', {}, 'No fabric was found.') : grid,
    showMore(`Show all ${swatches.length}`, swatches.slice(columns * ROWS)),
    swatches.length > 0 && said,
    tell,
    link('Open this search in the library', searchAddress(found.libraryUrl, input)),
    fullScreen(),
  )
})
