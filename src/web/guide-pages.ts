import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../core/rooms.ts'
import { inchesNumber } from '../design/index.ts'
import type { PublicPage, Sources, Visit } from './handlers.ts'
import { button, facts, pill, shopList, trail } from './parts.ts'
import { PATHS } from './paths.ts'
import { counted, sizeText } from './words.ts'

type Guide = z.output<typeof tools.browseSupplies.output>['items'][number]

/** The question is the one that the category answers. */
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

/** The most that one call returns. A category has fewer. */
const ALL_GUIDES = 25

export async function guidesOf({ runner }: Sources, category: SupplyCategory): Promise<readonly Guide[]> {
  return (await runner.run(tools.browseSupplies, { category, limit: ALL_GUIDES }, undefined)).data.items
}

/** Throws `not_found`. */
async function categoryAt(request: Visit) {
  const category = SUPPLY_CATEGORIES.find((each) => each === request.path('category'))
  if (category === undefined) throw notFound()
  const [name, question] = CATEGORIES[category]
  return { category, name, question, guides: await guidesOf(request, category) }
}

const GUIDES = ['/guides', 'Guides'] as const

/** Text of a guide in the spelling of the pages: `2½ × 2½`, `18–20`, colour. */
const spelled = (text: string): string =>
  text
    .replace(/(?<![\d.$])\d{1,3}\.\d{1,3}(?![\d.])/g, (number) => inchesNumber(Number(number)))
    .replace(/\b([Cc])olor/g, '$1olour')
    .replace(/\b1\/8(?=[- ])/g, '⅛')
    .replace(/(?<=[\d½¼¾⅛⅜⅝⅞]) x (?=\d)/g, ' × ')
    .replace(/(?<=\d)-(?=\$?\d)/g, '–')

type Size = Readonly<Record<'width' | 'height', number>>

/**
 * A rectangle with a grid, to scale, in inches: `step` is between two lines of the grid, `room` is the width
 * of the drawing.
 */
export function squared({ width, height }: Size, step: number, label: string, room = width): Html {
  const lines = (end: number) => Array.from({ length: Math.ceil(end / step) - 1 }, (_, at) => (at + 1) * step)
  const d = [...lines(width).map((x) => `M${x} 0V${height}`), ...lines(height).map((y) => `M0 ${y}H${width}`)]
  return html`<svg viewBox="0 0 ${room} ${height}" role="img" aria-label="${label}"><rect width="${width}" height="${height}"/><path d="${d.join('')}"/></svg>`
}

/**
 * The longest side in inches of what a category draws, so that all of it compare. Other categories have no
 * drawings.
 */
const ROOM: Partial<Record<SupplyCategory, number>> = { precuts: 44, rulers: 25, 'cutting-mats': 70 }
/** Strips are cut across the fabric; this is its usable width in inches. */
const FABRIC_WIDTH = 40

const NUMBER = String.raw`(\d{1,3}(?:\.\d{1,3})?)`
const TWO_SIDES = new RegExp(String.raw`${NUMBER}(?:-\d+)? ?x ?${NUMBER}`)
const SQUARE = new RegExp(`${NUMBER} in square|squares?, each ${NUMBER} inches`)
const STRIP = new RegExp(`${NUMBER}-inch strips|strips, each ${NUMBER} inches wide`)

/** The size that a guide states: two sides, the side of squares, or the width of strips. */
function sizeIn(text: string): Size | undefined {
  const numbers = (form: RegExp) => (form.exec(text) ?? []).slice(1).filter(Boolean).map(Number)
  const [[a, b], [side], [strip]] = [numbers(TWO_SIDES), numbers(SQUARE), numbers(STRIP)]
  if (a !== undefined && b !== undefined) return { width: Math.max(a, b), height: Math.min(a, b) }
  if (side !== undefined) return { width: side, height: side }
  return strip === undefined ? undefined : { width: FABRIC_WIDTH, height: strip }
}

/** A precut, ruler or mat, in one scale for its category; `undefined` without a size. */
function toScale(category: SupplyCategory, { name, summary }: Guide, kind: 'small' | 'large') {
  const room = ROOM[category] ?? 0
  const size = sizeIn(name) ?? sizeIn(summary)
  if (size === undefined || size.width > room) return undefined
  const words = sizeText(size.height, size.width)
  // About twelve squares on the longer side.
  const step = Math.max(1, Math.ceil(size.width / 12))
  return html`<figure class="scale ${kind}">${squared(size, step, `${name}, ${words}`, room)}<figcaption>${words}</figcaption></figure>`
}

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

/** In editorial order. */
export const categoryPage: PublicPage = async (request) => {
  const { category, name, question, guides } = await categoryAt(request)
  const entries = guides.map((guide) => {
    const { slug, name, summary, bestFor, priceRange } = guide
    return html`<li>${toScale(category, guide, 'small')}<div><a href="${PATHS.guide(category, slug)}"><h2>${spelled(name)}</h2></a>
<p>${spelled(summary)}</p><p class="sub">${spelled([bestFor, priceRange].filter(Boolean).join(' · '))}</p></div></li>`
  })
  return {
    title: name,
    description: `${question} ${counted(guides.length, 'short guide')} for quilters.`,
    path: PATHS.guides(category),
    main: html`${trail(GUIDES)}<h1>${name}</h1><p class="lead">${question}</p>
<ul class="entries ruled">${entries}</ul>`,
  }
}

export const guidePage: PublicPage = async (request) => {
  const { category, name: categoryName, guides } = await categoryAt(request)
  const guide = guides.find(({ slug }) => slug === request.path('slug'))
  if (guide === undefined) throw notFound()
  const { name, slug, summary, bestFor, priceRange, retailers } = guide
  const others = guides
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
