import { DISTANCES } from '../../core/color-notes.ts'
import type { MakerRecord } from '../../core/repositories.ts'
import { IN_ALL } from '../../core/search-notes.ts'
import type { Fabric, Gathered } from '../data.ts'
import { type Html, html } from '../html.ts'
import type { Page, Site } from '../layout.ts'
import { chip, counted, PATHS, swatchGrid } from '../parts.ts'

export interface LibraryQuery {
  readonly query: string | undefined
  readonly manufacturer: string | undefined
  readonly collection: string | undefined
}

/** Example searches, all with results, for people who do not know what to type. */
const EXAMPLES = ['mustard kona', '#5F8A8B', '#EBE4D1 #B54E23 #CA9520'] as const
/** The colour of the colour field before anyone has chosen one. */
const FIRST_COLOR = '#5f8a8b'
/** With more makers or collections than this, people would not see the fabrics. */
const MOST_FILTERS = 60

const COLOR = /#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])/gi
const MOST_COLORS = 5

/** The colours written in a query, as `#RRGGBB`. */
function colorsIn(query = ''): string[] {
  return [...query.matchAll(COLOR)].slice(0, MOST_COLORS).map(([color]) => {
    const [, red = '', green = '', blue = ''] = color
    return (color.length === 4 ? `#${red}${red}${green}${green}${blue}${blue}` : color).toUpperCase()
  })
}

/** The search box: one field for words, colours and palettes, and a colour field. It needs no script. */
export function searchBox(root: string, { query, manufacturer, collection }: LibraryQuery): Html {
  const kept = Object.entries({ manufacturer, collection }).map(
    ([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const [color = FIRST_COLOR] = colorsIn(query)
  return html`<search class="search">
<form action="${root}/fabrics" method="get" class="field">
<label for="query">Search by name, number or colour</label>
<div class="row"><input id="query" name="query" type="search" maxlength="100" value="${query ?? ''}" autocomplete="off" spellcheck="false">${kept}<button type="submit">Search</button></div>
</form>
<form action="${root}/fabrics" method="get" class="field well">
<label for="color">Or match a colour</label>
<div class="row"><input id="color" name="query" type="color" value="${color.toLowerCase()}">${kept}<button type="submit" class="second">Match</button></div>
</form>
<p class="examples">Try ${EXAMPLES.map(
    (example, index) =>
      html`${index > 0 && ', '}<a href="${root}${PATHS.search({ query: example })}">${example}</a>`,
  )}</p>
</search>`
}

interface Choice {
  readonly label: string
  readonly count: number
  readonly query: Readonly<Record<string, string | undefined>>
}

function filter(
  root: string,
  label: string,
  chosen: string | undefined,
  all: Choice['query'],
  choices: readonly Choice[],
) {
  return html`<details class="filter"><summary>${label}: <b>${chosen ?? 'all'}</b></summary><ul>
${chosen !== undefined && html`<li><a href="${root}${PATHS.search(all)}">All</a></li>`}${choices
  .slice(0, MOST_FILTERS)
  .map(
    ({ label: name, count, query }) =>
      html`<li><a href="${root}${PATHS.search(query)}">${name} <span class="count">${count.toLocaleString('en-US')}</span></a></li>`,
  )}</ul></details>`
}

/** Filters as links that keep the rest of the query. */
function filters(root: string, asked: LibraryQuery, makers: readonly MakerRecord[]): Html {
  const { query, manufacturer, collection } = asked
  const chosen = makers.filter((maker) => manufacturer === undefined || maker.manufacturer === manufacturer)
  const collections = chosen.flatMap((maker) =>
    maker.collections.map((each) => ({ ...each, maker: maker.manufacturer })),
  )
  return html`<div class="filters">${filter(
    root,
    'Maker',
    manufacturer,
    { query, collection },
    makers.map((maker) => ({
      label: maker.manufacturer,
      count: maker.fabrics,
      query: { query, manufacturer: maker.manufacturer },
    })),
  )}${filter(
    root,
    'Collection',
    collection,
    { query, manufacturer },
    collections.map((each) => ({
      label: each.collection,
      count: each.fabrics,
      query: { query, manufacturer: each.maker, collection: each.collection },
    })),
  )}</div>`
}

/** The names in quotation marks in a note: the nearest to what was asked. */
function nearestIn(notes: readonly string[]): string[] {
  const named = notes.flatMap((note) => note.split('Nearest: ')[1] ?? [])
  return named.flatMap((names) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name))
}

function nothingFound(root: string, notes: readonly string[]): Html {
  const nearest = nearestIn(notes)
  return html`<div class="empty"><p><b>Nothing found.</b></p>
${nearest.length > 0 && html`<p>Perhaps: ${nearest.map((name) => html`<a class="pill" href="${root}${PATHS.search({ query: name })}">${name}</a>`)}</p>`}
<p>A colour always finds something: choose one above, or start from <a href="${root}/fabrics">the whole library</a>.</p></div>`
}

/** Makers and their collections as links, shown while nothing is searched for. */
function makerList(root: string, makers: readonly MakerRecord[]): Html {
  return html`<section><h2>Makers and collections</h2><ul class="makers">${makers
    .slice(0, MOST_FILTERS)
    .map(
      ({ manufacturer, collections }) =>
        html`<li><h3>${manufacturer}</h3><ul>${collections
          .slice(0, MOST_FILTERS)
          .map(
            ({ collection, fabrics }) =>
              html`<li><a href="${root}${PATHS.collection(manufacturer, collection)}">${collection}</a> <span class="count">${fabrics.toLocaleString('en-US')}</span></li>`,
          )}</ul></li>`,
    )}</ul></section>`
}

export interface LibraryContent {
  readonly asked: LibraryQuery
  readonly isFirstPage: boolean
  readonly found: Gathered<Fabric>
  readonly makers: readonly MakerRecord[]
}

/** `/fabrics`: search box, filters and results. */
export function libraryPage({ root }: Site, { asked, isFirstPage, found, makers }: LibraryContent): Page {
  const { query, manufacturer, collection } = asked
  const colors = colorsIn(query)
  const isPlain = query === undefined && manufacturer === undefined && collection === undefined
  const total = makers.reduce((sum, maker) => sum + maker.fabrics, 0)
  // Each swatch shows its own distance. A colour, or a search for nothing, matches every fabric.
  const isAll = isPlain || colors.length > 0
  const notes = found.notes.filter((note) => !note.startsWith(DISTANCES) && !(isAll && note.endsWith(IN_ALL)))
  const next = found.cursor && { ...asked, cursor: found.cursor }
  return {
    title: query === undefined ? 'Fabric library' : `“${query}” in the fabric library`,
    description: `Search ${counted(total, 'quilting fabric')} by name, number or colour, and see what is nearest across makers.`,
    ...(isPlain && isFirstPage ? { path: '/fabrics' } : {}),
    print: [manufacturer, collection].filter(Boolean).join('  ') || 'Fabric library',
    colors: colors.length > 0 ? colors : found.items.map(({ colorHex }) => colorHex),
    current: 'fabrics',
    main: html`<h1>${titleOf(query, colors)}</h1>
${searchBox(root, asked)}
${makers.length > 0 && filters(root, asked, makers)}
${notes.length > 0 && html`<p class="reading">${notes.join(' ')}</p>`}
${
  found.items.length === 0
    ? nothingFound(root, found.notes)
    : html`${askedColors(colors)}<h2 class="quiet">${heading(asked, found, colors)}</h2>${swatchGrid(found.items, { root, asked: colors, withCollection: collection === undefined })}`
}
${next && html`<p class="more"><a class="button second" href="${root}${PATHS.search(next)}">More fabrics</a></p>`}
${isPlain && isFirstPage && makers.length > 0 && makerList(root, makers)}`,
  }
}

function titleOf(query: string | undefined, colors: readonly string[]): string {
  if (query === undefined) return 'Fabric library'
  const isColorsOnly = query.replace(COLOR, '').trim() === ''
  if (!isColorsOnly || colors.length === 0) return `Fabrics for “${query}”`
  return colors.length === 1 ? `Fabrics near ${colors[0]}` : `Fabrics for your ${colors.length} colours`
}

/** The colours that were asked for, so that people can compare the results with them. */
function askedColors(colors: readonly string[]): Html | undefined {
  if (colors.length === 0) return undefined
  return html`<ul class="asked" aria-label="Colours asked for">${colors.map((color) => html`<li>${chip(color)}<code>${color}</code></li>`)}</ul>`
}

function heading(
  { query }: LibraryQuery,
  { items, cursor }: Gathered<Fabric>,
  colors: readonly string[],
): string {
  if (colors.length > 1) return 'Nearest to each of your colours, in turn'
  if (colors.length === 1) return 'Nearest first'
  if (query === undefined) return 'Fabrics'
  return cursor === null ? counted(items.length, 'fabric') : `The first ${items.length}`
}
