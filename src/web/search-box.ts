import { type Html, html } from '../core/html.ts'
import { dot, PATHS } from './cloth.ts'
import { FAMILIES, type Family } from './colours.ts'
import { grouped } from './frame.ts'
import type { PublicPage } from './page-access.ts'

const EXAMPLES = ['mustard kona', 'navy, mustard and cream', '#5F8A8B', 'kona 1240'] as const
/** The colour of the colour well before anyone has chosen one. */
const FIRST_COLOR = '#5f8a8b'

/** What the search box and the families keep of a question. */
interface Searched {
  readonly query?: string | undefined
  readonly manufacturer?: string | undefined
  readonly collection?: string | undefined
  readonly family?: Family | undefined
  readonly order?: string | undefined
}

/** A field in which a colour is picked. */
export const colorWell = (id: string, name: string, color = FIRST_COLOR): Html =>
  html`<input id="${id}" name="${name}" type="color" value="${color.toLowerCase()}">`

/** The search box: one field for words, colours and lists, and a colour well. It needs no script. */
export function searchBox(root: string, asked: Searched, color?: string): Html {
  const { query, family, manufacturer, collection } = asked
  const kept = Object.entries({ manufacturer, collection, family }).map(
    ([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<search class="search">
<form action="${root}/fabrics" method="get" class="field">
<label for="query">Search by name, number or colour</label>
<div class="line"><input id="query" name="query" type="search" maxlength="100" value="${query ?? ''}" autocomplete="off" spellcheck="false">${kept}<button type="submit">Search</button></div>
</form>
<form action="${root}/fabrics" method="get" class="field well">
<label for="color">Or match a colour</label>
<div class="line">${colorWell('color', 'query', color)}${kept}<button type="submit" class="second">Match</button></div>
</form>
${
  query === undefined &&
  html`<p class="examples">Try ${EXAMPLES.map(
    (example) => html`<a href="${root}${PATHS.search({ query: example })}">${example}</a> · `,
  )}<a href="${root}/fabrics/how-to-search">more ways</a></p>`
}
</search>`
}

/**
 * The families of colours as links, each with a sample.
 *
 * @param fabrics what each family would leave; if it is given, the families that would leave none are left out.
 */
export function familyLinks(
  root: string,
  { family: chosen, ...query }: Searched,
  fabrics?: ReadonlyMap<Family | undefined, readonly unknown[]>,
): Html {
  const shown = FAMILIES.filter(([name]) => fabrics === undefined || fabrics.has(name))
  return html`<nav class="families" aria-label="Colour families"><ul>${shown.map(([name, hex]) => {
    const isChosen = name === chosen
    const path = PATHS.search({ ...query, family: isChosen ? undefined : name })
    const count = isChosen ? '×' : fabrics && grouped(fabrics.get(name)?.length ?? 0)
    return html`<li><a href="${root}${path}"${isChosen && html` aria-current="true"`}>${dot(hex)}<span>${name}</span>${
      count && html`<span class="count">${count}</span>`
    }</a></li>`
  })}</ul></nav>`
}

const WAYS: ReadonlyArray<readonly [what: string, how: string, ...examples: string[]]> = [
  ['A name', 'Words of the name, the line or the maker, in any order.', 'kona curry', 'bella betty’s red'],
  ['A number', 'The maker’s number, whole or its last part beside the line.', 'K001-1240', 'kona 1240'],
  [
    'A colour',
    'As it stands in a drawing program. The nearest cloth comes first.',
    '#5F8A8B',
    'rgb(217, 164, 65)',
  ],
  [
    'A word for a colour',
    'Also names that no fabric has, in seven languages.',
    'tiffany blue',
    'dusty rose moda',
  ],
  ['Several colours', 'Two to twelve make a palette: a row for each.', '#EBE4D1 #B54E23 #CA9520'],
  [
    'A list',
    'Parts with commas or “and” are each answered.',
    'navy, mustard and cream',
    'kona snow, kona ash',
  ],
  ['A maker or a line', 'Short names will do.', 'agf', 'moda bella', 'free spirit'],
]

/** `/fabrics/how-to-search`: the ways to ask, with examples that work when clicked. */
export const howToSearchPage: PublicPage = ({ site: { root } }) => {
  return {
    title: 'How to search',
    description:
      'Search quilting fabrics by name, number, colour, words for colours and lists, with examples.',
    path: '/fabrics/how-to-search',
    colors: ['#5F8A8B', '#D9A441', '#EBE4D1', '#B54E23', '#CA9520'],
    main: html`<h1>How to search</h1>
<p class="lead">One field takes all of it. Your assistant searches in the same way.</p>
${searchBox(root, {})}
<dl class="ways">${WAYS.map(
      ([what, how, ...examples]) =>
        html`<div><dt>${what}</dt><dd>${how} ${examples.map((example) => html`<a class="pill" href="${root}${PATHS.search({ query: example })}">${example}</a>`)}</dd></div>`,
    )}</dl>
<p>Spelling is forgiven: <a href="${root}${PATHS.search({ query: 'konna mustrad' })}">konna mustrad</a> finds what you meant, and the page says how it was read. Capitals, accents and hyphens make no difference. <i>Grey</i> is <i>gray</i>.</p>`,
  }
}
