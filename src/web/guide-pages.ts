import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../core/rooms.ts'
import { inchesNumber } from '../design/index.ts'
import { PATHS } from './cloth.ts'
import { button, counted, facts, shopList, trail } from './frame.ts'
import { toScale } from './guide-drawings.ts'
import type { Asked, PublicPage, Sources } from './page-access.ts'

/** A guide as the tool answers it. */
type Guide = z.output<typeof tools.browseSupplies.output>['items'][number]

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

/** The most guides that one call returns. A category has fewer. */
const ALL_GUIDES = 25

/** The guides of a category, in editorial order. */
export const guidesOf = async ({ runner }: Sources, category: SupplyCategory) =>
  (await runner.run(tools.browseSupplies, { category, limit: ALL_GUIDES }, undefined)).data

function categoryIn({ path }: Asked): SupplyCategory {
  const category = SUPPLY_CATEGORIES.find((each) => each === path('category'))
  if (category === undefined) throw notFound()
  return category
}

const categoryPath = (category: SupplyCategory) => `/guides/${category}`
export const guidePath = (category: SupplyCategory, slug: string) =>
  `/guides/${category}/${encodeURIComponent(slug)}`

const GUIDES = ['/guides', 'Guides'] as const

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
export const guideIndexPage: PublicPage = ({ site: { root } }) => {
  return {
    title: 'Supply guides',
    description:
      'Short guides to quilting supplies: fabric, batting, precuts, cutters, rulers, mats and machines.',
    path: '/guides',
    print: 'Supply guides',
    main: html`<h1>Supply guides</h1><p class="lead">What it is, what it is best for, and about what it costs.</p>
<ul class="cards">${SUPPLY_CATEGORIES.map((category) => {
      const [name, question] = CATEGORIES[category]
      return html`<li><a href="${root}${categoryPath(category)}"><h2>${name}</h2><p>${question}</p></a></li>`
    })}</ul>`,
  }
}

const entry = (root: string, category: SupplyCategory, guide: Guide): Html =>
  html`<li>${toScale(category, guide, 'small')}<div><a href="${root}${guidePath(category, guide.slug)}"><h2>${spelled(guide.name)}</h2></a>
<p>${spelled(guide.summary)}</p><p class="sub">${spelled([guide.bestFor, guide.priceRange].filter(Boolean).join(' · '))}</p></div></li>`

/** `/guides/{category}`: its guides in editorial order. */
export const categoryPage: PublicPage = async (from, asked) => {
  const { root } = from.site
  const category = categoryIn(asked)
  const { items, totalMatching } = await guidesOf(from, category)
  const [name, question] = CATEGORIES[category]
  return {
    title: name,
    description: `${question} ${counted(totalMatching, 'short guide')} for quilters.`,
    path: categoryPath(category),
    print: 'Supply guides',
    main: html`${trail(root, GUIDES)}<h1>${name}</h1><p class="lead">${question}</p>
<ul class="entries">${items.map((guide) => entry(root, category, guide))}</ul>
${totalMatching > items.length && html`<p>These are the first ${items.length} of ${totalMatching}.</p>`}`,
  }
}

/** `/guides/{category}/{slug}`: one guide, with shops if it has any. */
export const guidePage: PublicPage = async (from, asked) => {
  const { root } = from.site
  const category = categoryIn(asked)
  const { items } = await guidesOf(from, category)
  const guide = items.find(({ slug }) => slug === asked.path('slug'))
  if (guide === undefined) throw notFound()
  const others = items.filter((each) => each !== guide)
  const [categoryName] = CATEGORIES[category]
  const { name, summary, bestFor, priceRange, retailers } = guide
  return {
    title: `${spelled(name)}: ${categoryName.toLowerCase()}`,
    description: spelled(summary),
    path: guidePath(category, guide.slug),
    print: categoryName,
    main: html`${trail(root, GUIDES, [categoryPath(category), categoryName])}
<article><h1>${spelled(name)}</h1><p class="lead">${spelled(summary)}</p>
${toScale(category, guide, 'large')}
${facts([
  ['Best for', bestFor && spelled(bestFor)],
  ['Price', priceRange && spelled(`${priceRange}, a rough band in the US`)],
])}
${category === 'fabric-brands' && html`<p>${button(`${root}${PATHS.search({ manufacturer: name })}`, 'See its fabrics in the library', 'second')}</p>`}
${shopList(name, retailers)}</article>
<aside><h2>More ${categoryName.toLowerCase()}</h2><ul class="pills">${others.map(
      (other) =>
        html`<li><a class="pill" href="${root}${guidePath(category, other.slug)}">${spelled(other.name)}</a></li>`,
    )}</ul></aside>`,
  }
}
