import * as z from 'zod'
import { SUPPLY_CATEGORIES, type Supplies, type SupplyCategory } from '../src/core/rooms.ts'
import { defineTool, READS } from '../src/core/tool.ts'
import { category, pageSize, text } from './fields.ts'
import { about, asksPrice, quoted, quotedList, readingNote, shortNotes } from './notes.ts'

const guide = z.object({
  slug: z.string().describe('Key.'),
  name: z.string().describe('Name.'),
  summary: z.string().describe('Facts for the choice.'),
  bestFor: z.string().optional().describe('What it suits best.'),
  priceRange: z.string().optional().describe('US price band.'),
  guideUrl: z.string().describe('The page to cite.'),
  retailers: z
    .array(
      z.object({
        name: z.string().describe('Shop.'),
        url: z.string().describe('Third-party shop.'),
      }),
    )
    .optional()
    .describe('Fabric brands only.'),
})

async function emptyNotes(supplies: Supplies, category: SupplyCategory, query: string) {
  const { totalMatching: all } = await supplies.browse({ category, query: undefined, limit: 1 })
  const having = SUPPLY_CATEGORIES.map(async (other) => {
    const { totalMatching, report } = await supplies.browse({ category: other, query, limit: 1 })
    const hasIt = totalMatching > 0 && report.hasAll && report.readings.length === 0
    return hasIt ? `${other} ${totalMatching}` : []
  })
  const others = (await Promise.all(having)).flat()
  return shortNotes([
    `No entry of ${category} matches ${quoted(query)}; without query there are ${all}.`,
    about(others, (have) => `Other categories have guides for it: ${have}.`),
  ])
}

/** The notes on a list of guides (D38). None without a query. */
async function guidesNotes(
  supplies: Supplies,
  { category, query }: { category: SupplyCategory; query: string | undefined },
  { totalMatching, report }: Awaited<ReturnType<Supplies['browse']>>,
) {
  if (query === undefined) return []
  if (totalMatching === 0) return emptyNotes(supplies, category, query)
  const { readings, missing, elsewhere, hasAll } = report
  const others = elsewhere.map(({ name, words }) => `${quotedList(words)} (${name})`)
  return shortNotes([
    readingNote(readings),
    asksPrice(query) && 'Prices are not searched; priceRange is a US band.',
    about(missing.map(quoted), (words) => `None of these has ${words}; the best matches come first.`),
    missing.length === 0 && !hasAll && 'No entry has all of it; the best matches come first.',
    about(others, (have) => `Others have ${have}.`),
  ])
}

/** §4.3 */
export default defineTool({
  name: 'browse_supplies',
  title: 'Browse quilting supply guides',
  icon: 'guide',
  description:
    'Browses quilting supply guides. Returns facts, best use, US price band, a page to cite; ' +
    'fabric-brands add shops. batting-materials compares fibres, batting-brands ' +
    'products, precuts sizes (jelly roll). query keeps entries with every word in name, summary or ' +
    'bestFor, else those with most. It does not cover needles or thread, or filter prices. ' +
    'No account needed.',
  auth: 'public',
  annotations: READS,
  input: z.object({
    category: category.describe('One per call.'),
    query: text({ min: 1, max: 100 }).optional().describe('Words to find.'),
    limit: pageSize(25),
  }),
  output: z.object({
    category: category.describe('As asked.'),
    items: z.array(guide).describe('Empty when nothing matches.'),
    totalMatching: z.int().min(0).max(1000).describe('Matches before limit.'),
    truncated: z.boolean().describe('True when limit left some out.'),
  }),
  rest: [{ path: '/supplies', operationId: 'browseSupplies' }],
  async handler({ category, query, limit }, { store, links }) {
    const found = await store.supplies.browse({ category, query, limit })
    const { items, totalMatching } = found
    return {
      data: {
        category,
        items: items.map((entry) => ({ ...entry, guideUrl: links.guide(category, entry.slug) })),
        totalMatching,
        truncated: totalMatching > items.length,
      },
      notes: () => guidesNotes(store.supplies, { category, query }, found),
    }
  },
})
