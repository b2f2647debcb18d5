import type * as z from 'zod'
import type { tools } from '../../tools/index.ts'
import { html } from '../core/html.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../core/rooms.ts'
import { inchesNumber } from '../design/index.ts'
import { PATHS } from './cloth.ts'
import { counted, facts, type Page, type Site, trail } from './frame.ts'
import { toScale } from './guide-drawings.ts'

/** A guide as the tool answers it. */
export type Guide = z.output<typeof tools.browseSupplies.output>['items'][number]

/** The name of a category on a page, and the question that it answers. */
const CATEGORIES: Readonly<Record<SupplyCategory, readonly [name: string, question: string]>> = {
  'fabric-brands': ['Fabric brands', 'Who makes it, and where is it sold?'],
  'fabric-types': ['Fabric types', 'Quilting cotton, lawn, flannel: which for what?'],
  'batting-materials': ['Batting materials', 'What goes into the middle?'],
  'batting-brands': ['Batting brands', 'Which batting, by whom?'],
  precuts: ['Precuts', 'Jelly roll or honey bun?'],
  'rotary-cutters': ['Rotary cutters', 'Which cutter suits your hand?'],
  rulers: ['Rulers', 'Which ruler for which cut?'],
  'cutting-mats': ['Cutting mats', 'How large, and of what?'],
  'quilting-machines': ['Quilting machines', 'Domestic, midarm or longarm?'],
  'machine-brands': ['Machine brands', 'Who builds them?'],
}

export const isCategory = (text: string): text is SupplyCategory =>
  SUPPLY_CATEGORIES.some((each) => each === text)

const categoryPath = (category: SupplyCategory) => `/guides/${category}`
const guidePath = (category: SupplyCategory, slug: string) =>
  `/guides/${category}/${encodeURIComponent(slug)}`

const SPELLINGS: ReadonlyArray<readonly [pattern: RegExp, text: string]> = [
  [/\bcolor/g, 'colour'],
  [/\bColor/g, 'Colour'],
  [/\b1\/8(?=[- ])/g, '⅛'],
  [/(?<=[\d½¼¾⅛⅜⅝⅞]) x (?=\d)/g, ' × '],
  [/(?<=\d)-(?=\$?\d)/g, '–'],
]

/** A text of a guide as the pages write: `2½ × 2½`, `18–20`, colour. */
function spelled(text: string): string {
  const whole = text.replace(/(?<![\d.$])\d{1,3}\.\d{1,3}(?![\d.])/g, (number) =>
    inchesNumber(Number(number)),
  )
  return SPELLINGS.reduce((before, [pattern, written]) => before.replace(pattern, written), whole)
}

/** `/guides`: the ten categories. */
export function guideIndexPage({ root }: Site): Page {
  return {
    title: 'Supply guides',
    description:
      'Short guides to quilting supplies: fabric, batting, precuts, cutters, rulers, mats and machines.',
    path: '/guides',
    print: 'Supply guides',
    colors: [],
    current: 'guides',
    main: html`<h1>Supply guides</h1><p class="lead">What it is, what it is best for, and about what it costs.</p>
<ul class="cards">${SUPPLY_CATEGORIES.map((category) => {
      const [name, question] = CATEGORIES[category]
      return html`<li><a href="${root}${categoryPath(category)}"><h2>${name}</h2><p>${question}</p></a></li>`
    })}</ul>`,
  }
}

/** `/guides/{category}`: its guides in editorial order. */
export function categoryPage(
  { root }: Site,
  category: SupplyCategory,
  guides: readonly Guide[],
  total: number,
): Page {
  const [name, question] = CATEGORIES[category]
  return {
    title: name,
    description: `${question} ${counted(total, 'short guide')} for quilters.`,
    path: categoryPath(category),
    print: 'Supply guides',
    colors: [],
    current: 'guides',
    main: html`${trail(root, [['/guides', 'Guides']])}<h1>${name}</h1><p class="lead">${question}</p>
<ul class="entries">${guides.map(
      (
        guide,
      ) => html`<li>${toScale(category, guide, 'small')}<div><a href="${root}${guidePath(category, guide.slug)}"><h2>${spelled(guide.name)}</h2></a>
<p>${spelled(guide.summary)}</p><p class="sub">${spelled([guide.bestFor, guide.priceRange].filter(Boolean).join(' · '))}</p></div></li>`,
    )}</ul>
${total > guides.length && html`<p>These are the first ${guides.length} of ${total}.</p>`}`,
  }
}

/** `/guides/{category}/{slug}`: one guide, with shops if it has any. */
export function guidePage(
  { root }: Site,
  category: SupplyCategory,
  guide: Guide,
  others: readonly Guide[],
): Page {
  const [categoryName] = CATEGORIES[category]
  const { name, summary, bestFor, priceRange, retailers = [] } = guide
  return {
    title: `${spelled(name)}: ${categoryName.toLowerCase()}`,
    description: spelled(summary),
    path: guidePath(category, guide.slug),
    print: categoryName,
    colors: [],
    current: 'guides',
    main: html`${trail(root, [
      ['/guides', 'Guides'],
      [categoryPath(category), categoryName],
    ])}
<article><h1>${spelled(name)}</h1><p class="lead">${spelled(summary)}</p>
${toScale(category, guide, 'large')}
${facts([
  ['Best for', bestFor && spelled(bestFor)],
  ['Price', priceRange && spelled(`${priceRange}, a rough band in the US`)],
])}
${category === 'fabric-brands' && html`<p><a class="button second" href="${root}${PATHS.search({ manufacturer: name })}">See its fabrics in the library</a></p>`}
${
  retailers.length > 0 &&
  html`<h2>Where to buy</h2><ul class="plain-list">${retailers.map((shop) =>
    /^https?:\/\//.test(shop.url)
      ? html`<li><a href="${shop.url}" rel="noopener nofollow">${shop.name}</a></li>`
      : html`<li>${shop.name}</li>`,
  )}</ul><p class="sub">Other people’s shops: prices and stock are theirs.</p>`
}</article>
<aside><h2>More ${categoryName.toLowerCase()}</h2><ul class="pills">${others.map(
      (other) =>
        html`<li><a class="pill" href="${root}${guidePath(category, other.slug)}">${spelled(other.name)}</a></li>`,
    )}</ul></aside>`,
  }
}
