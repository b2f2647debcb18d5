import * as z from 'zod'
import { defineTool, READS } from '../src/core/tool.ts'
import { category, pageSize, text } from './fields.ts'
import { guidesNotes } from './guide-notes.ts'

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
    const { items, totalMatching, report } = await store.supplies.browse({ category, query, limit })
    return {
      data: {
        category,
        items: items.map(({ retailers, ...entry }) => ({
          ...entry,
          guideUrl: links.guide(category, entry.slug),
          retailers: retailers.length > 0 ? [...retailers] : undefined,
        })),
        totalMatching,
        truncated: totalMatching > items.length,
      },
      notes: () => guidesNotes(store.supplies, { category, query }, { totalMatching, report }),
    }
  },
})
