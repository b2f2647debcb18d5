import { type Html, html } from '../core/html.ts'
import type { FabricFilter } from '../core/rooms.ts'
import { dot } from './cloth.ts'
import { FAMILIES, type Family, type Order } from './colours.ts'
import type { PublicPage } from './page-request.ts'
import { fieldForm, grouped, hidden, pill } from './parts.ts'
import { PATHS } from './paths.ts'

const EXAMPLES = ['mustard kona', 'navy, mustard and cream', '#5F8A8B', 'kona 1240'] as const

/** What the address of the library asks for. */
export interface LibraryQuery extends FabricFilter {
  readonly family: Family | undefined
  /** `undefined`: the best first, or by hue where nothing is searched for. */
  readonly order: Order | undefined
}

/** What the search box and the families keep of a question. */
type Searched = Partial<LibraryQuery>

/** The search box: one field for words, colours and lists, and a colour well. It needs no script. */
export function searchBox(asked: Searched, color?: string): Html {
  const { query, manufacturer, collection, family } = asked
  const kept = hidden(Object.entries({ manufacturer, collection, family }))
  const words = { name: 'query', label: 'Search by name, number or colour', submit: 'Search' }
  const well = { name: 'query', label: 'Or match a colour', submit: 'Match' }
  const examples = EXAMPLES.map(
    (example) => html`<a href="${PATHS.search({ query: example })}">${example}</a> · `,
  )
  return html`<search class="search">
${fieldForm(PATHS.fabrics, { ...words, value: query, most: 100, isFirst: true }, kept)}
${fieldForm(PATHS.fabrics, { ...well, value: color, kind: 'well' }, kept)}
${query === undefined && html`<p class="examples">Try ${examples}<a href="${PATHS.howToSearch}">more ways</a></p>`}
</search>`
}

/**
 * The families of colours as links, each with a sample.
 *
 * @param fabrics what each family would leave; if it is given, the families that would leave none are left out.
 */
export function familyLinks(
  { family: chosen, ...query }: Searched,
  fabrics?: ReadonlyMap<Family | undefined, readonly unknown[]>,
): Html {
  const shown = FAMILIES.filter(([name]) => fabrics === undefined || fabrics.has(name))
  const links = shown.map(([name, hex]) => {
    const isChosen = name === chosen
    const path = PATHS.search({ ...query, family: isChosen ? undefined : name })
    const count = isChosen ? '×' : fabrics && grouped(fabrics.get(name)?.length ?? 0)
    return html`<li><a href="${path}"${isChosen && html` aria-current="true"`}>${dot(hex)}<span>${name}</span>${
      count && html`<span class="count">${count}</span>`
    }</a></li>`
  })
  return html`<nav class="families" aria-label="Colour families"><ul class="row">${links}</ul></nav>`
}

const WAYS: ReadonlyArray<readonly [what: string, how: string, ...examples: string[]]> = [
  ['A name', 'Words of the name, the line or the maker, in any order.', 'kona curry', 'bella betty’s red'],
  ['A number', 'The maker’s number, whole or its last part beside the line.', 'K001-1240', 'kona 1240'],
  ['A colour', 'As drawing programs write it. The nearest cloth is first.', '#5F8A8B', 'rgb(217, 164, 65)'],
  ['A colour word', 'Also names that no fabric has, in seven languages.', 'tiffany blue', 'dusty rose moda'],
  ['Several colours', 'Two to twelve make a palette: a row for each.', '#EBE4D1 #B54E23 #CA9520'],
  ['A list', 'Each part between commas is answered.', 'navy, mustard and cream', 'kona snow, kona ash'],
  ['A maker or a line', 'Short names will do.', 'agf', 'moda bella', 'free spirit'],
]

/** `/fabrics/how-to-search`: the ways to ask, with examples that work when clicked. */
export const howToSearchPage: PublicPage = () => {
  const ways = WAYS.map(([what, how, ...examples]) => {
    const links = examples.map((example) => pill(PATHS.search({ query: example }), example))
    return html`<div><dt>${what}</dt><dd>${how} ${links}</dd></div>`
  })
  return {
    title: 'How to search',
    description:
      'Search quilting fabrics by name, number, colour, words for colours and lists, with examples.',
    path: PATHS.howToSearch,
    colors: ['#5F8A8B', '#D9A441', '#EBE4D1', '#B54E23', '#CA9520'],
    main: html`<h1>How to search</h1>
<p class="lead">One field takes all of it. Your assistant searches in the same way.</p>
${searchBox({})}
<dl class="ways ruled">${ways}</dl>
<p>Spelling is forgiven: <a href="${PATHS.search({ query: 'konna mustrad' })}">konna mustrad</a> finds what you meant, and the page says how it was read. Capitals, accents and hyphens make no difference. <i>Grey</i> is <i>gray</i>.</p>`,
  }
}
