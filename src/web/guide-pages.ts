import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../core/rooms.ts'
import { inchesNumber } from '../design/index.ts'
import { toScale } from './guide-drawings.ts'
import type { PageRequest, PublicPage, Sources } from './page-request.ts'
import { button, counted, facts, pill, shopList, trail } from './parts.ts'
import { PATHS } from './paths.ts'

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

/** The guides of the category in an address. Throws `not_found`. */
async function categoryAt(request: PageRequest) {
  const category = SUPPLY_CATEGORIES.find((each) => each === request.path('category'))
  if (category === undefined) throw notFound()
  const [categoryName, question] = CATEGORIES[category]
  return { ...(await guidesOf(request, category)), category, categoryName, question }
}

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
export const guideIndexPage: PublicPage = () => {
  const cards = SUPPLY_CATEGORIES.map((category) => {
    const [name, question] = CATEGORIES[category]
    return html`<li><a href="${PATHS.guides(category)}"><h2>${name}</h2><p>${question}</p></a></li>`
  })
  return {
    title: 'Supply guides',
    description:
      'Short guides to quilting supplies: fabric, batting, precuts, cutters, rulers, mats and machines.',
    path: '/guides',
    main: html`<h1>Supply guides</h1><p class="lead">What it is, what it is best for, and about what it costs.</p>
<ul class="cards grid ruled">${cards}</ul>`,
  }
}

function entry(category: SupplyCategory, guide: Guide): Html {
  const { slug, name, summary, bestFor, priceRange } = guide
  return html`<li>${toScale(category, guide, 'small')}<div><a href="${PATHS.guide(category, slug)}"><h2>${spelled(name)}</h2></a>
<p>${spelled(summary)}</p><p class="sub">${spelled([bestFor, priceRange].filter(Boolean).join(' · '))}</p></div></li>`
}

/** `/guides/{category}`: its guides in editorial order. */
export const categoryPage: PublicPage = async (request) => {
  const { category, categoryName, question, items, totalMatching } = await categoryAt(request)
  return {
    title: categoryName,
    description: `${question} ${counted(totalMatching, 'short guide')} for quilters.`,
    path: PATHS.guides(category),
    main: html`${trail(GUIDES)}<h1>${categoryName}</h1><p class="lead">${question}</p>
<ul class="entries ruled">${items.map((guide) => entry(category, guide))}</ul>
${totalMatching > items.length && html`<p>These are the first ${items.length} of ${totalMatching}.</p>`}`,
  }
}

/** `/guides/{category}/{slug}`: one guide, with shops if it has any. */
export const guidePage: PublicPage = async (request) => {
  const { category, categoryName, items } = await categoryAt(request)
  const guide = items.find(({ slug }) => slug === request.path('slug'))
  if (guide === undefined) throw notFound()
  const { name, slug, summary, bestFor, priceRange, retailers } = guide
  const others = items
    .filter((each) => each !== guide)
    .map((each) => html`<li>${pill(PATHS.guide(category, each.slug), spelled(each.name))}</li>`)
  return {
    title: `${spelled(name)}: ${categoryName.toLowerCase()}`,
    description: spelled(summary),
    path: PATHS.guide(category, slug),
    main: html`${trail(GUIDES, [PATHS.guides(category), categoryName])}
<article><h1>${spelled(name)}</h1><p class="lead">${spelled(summary)}</p>
${toScale(category, guide, 'large')}
${facts([
  ['Best for', bestFor && spelled(bestFor)],
  ['Price', priceRange && spelled(`${priceRange}, a rough band in the US`)],
])}
${category === 'fabric-brands' && html`<p>${button(PATHS.search({ manufacturer: name }), 'See its fabrics in the library', 'second')}</p>`}
${shopList(name, retailers)}</article>
<aside><h2>More ${categoryName.toLowerCase()}</h2><ul class="pills row">${others}</ul></aside>`,
  }
}
