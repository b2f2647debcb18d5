import { type AnswerOf, tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../core/rooms.ts'
import { inchesNumber, sizeText } from '../design/index.ts'
import type { PublicPage, Sources, WebRequest } from './handlers.ts'
import {
  button,
  capitalized,
  counted,
  facts,
  fragmentOf,
  type Html,
  html,
  list,
  section,
  squared,
  withFractions,
} from './html.ts'
import { PATHS } from './paths.ts'

type Guide = AnswerOf<'browseSupplies'>['items'][number]

/** The most that one call returns; a category has fewer. */
const ALL_GUIDES = 25

export async function guidesOf({ runner }: Sources, category: SupplyCategory): Promise<readonly Guide[]> {
  return (await runner.run(tools.browseSupplies, { category, limit: ALL_GUIDES }, undefined)).data.items
}

export function shopList({ name, retailers }: Guide): Html | undefined {
  const links = retailers?.map((shop) => html`<a href="${shop.url}" rel="noopener nofollow">${shop.name}</a>`)
  const note = html`<p class="sub">Other people’s shops: prices and stock are theirs.</p>`
  return links && section(`Where to buy ${name}`, list('plain-list', links), note)
}

async function categoryAt(request: WebRequest) {
  const category = SUPPLY_CATEGORIES.find((each) => each === request.path('category'))
  if (category === undefined) throw notFound()
  return { category, name: category.replace('-', ' '), guides: await guidesOf(request, category) }
}

/** Text of a guide in the spelling of the pages: `2½ × 2½`, `18–20`, colour. */
const spelled = (text: string) =>
  withFractions(text)
    .replace(/(?<![\d.$])\d{1,3}\.\d{1,3}(?![\d.])/g, (number) => inchesNumber(Number(number)))
    .replace(/\b([Cc])olor/g, '$1olour')
    .replace(/(?<=[\d½¼¾⅛⅜⅝⅞]) x (?=\d)/g, ' × ')
    .replace(/(?<=\d)-(?=\$?\d)/g, '–')

/** The longest side in inches of what a category draws, so that all of it compare. */
const ROOM: Partial<Record<SupplyCategory, number>> = { precuts: 44, rulers: 25, 'cutting-mats': 70 }
/** Strips are cut across the fabric; this is its usable width in inches. */
const FABRIC_WIDTH = 40

/** Two sides, the side of squares, or the width of strips. */
const SIZE = /(\d+(?:\.\d+)?)(?:(?:-\d+)? ?x ?(\d+(?:\.\d+)?)|-inch strips| in square| inches)/

/** In one scale for its category; `undefined` without a size. */
function toScale(category: SupplyCategory, { name, summary }: Guide) {
  const room = ROOM[category]
  const found = SIZE.exec(name) ?? SIZE.exec(summary)
  if (room === undefined || found === null) return undefined
  const [, one, other = found.input.includes('strips') ? FABRIC_WIDTH : one] = found
  const [height = 0, width = 0] = [Number(one), Number(other)].sort((a, b) => a - b)
  if (width > room) return undefined
  const words = `${sizeText({ width: height, height: width })}″`
  // About twelve squares on the longer side.
  return squared({ width, height }, Math.max(1, Math.ceil(width / 12)), `${name}, ${words}`, words, room)
}

export const guideIndexPage: PublicPage = () => ({
  title: 'Supply guides',
  path: '/guides',
  lead: 'Quilting supplies: what each is, what it is best for, and about what it costs.',
  main: fragmentOf('guides.html'),
})

export const categoryPage: PublicPage = async (request) => {
  const { category, name, guides } = await categoryAt(request)
  const entries = guides.map((guide) => {
    const { slug, name, summary, bestFor, priceRange } = guide
    return html`${toScale(category, guide)}<div><a href="${PATHS.guide(category, slug)}"><h2>${spelled(name)}</h2></a>
<p>${spelled(summary)}</p><p class="sub">${spelled([bestFor, priceRange].filter(Boolean).join(' · '))}</p></div>`
  })
  return {
    title: capitalized(name),
    path: PATHS.guides(category),
    trail: [],
    lead: `${counted(guides.length, 'short guide')} to ${name} for quilters.`,
    main: list('entries ruled', entries),
  }
}

export const guidePage: PublicPage = async (request) => {
  const { category, name: categoryName, guides } = await categoryAt(request)
  const guide = guides.find(({ slug }) => slug === request.path('slug'))
  if (guide === undefined) throw notFound()
  const { name, slug, summary, bestFor, priceRange } = guide
  return {
    title: `${spelled(name)}: ${categoryName}`,
    path: PATHS.guide(category, slug),
    trail: [[PATHS.guides(category), capitalized(categoryName)]],
    heading: spelled(name),
    lead: spelled(summary),
    main: html`${toScale(category, guide)}
${facts([
  ['Best for', bestFor && spelled(bestFor)],
  ['Price', priceRange && spelled(`${priceRange}, a rough band in the US`)],
])}
${category === 'fabric-brands' && html`<p>${button(PATHS.search({ manufacturer: name }), 'See its fabrics in the library', 'second')}</p>`}
${shopList(guide)}`,
  }
}
