import * as z from 'zod'
import { pageSize, text } from '../src/kit/fields.ts'
import { defineTool, READS } from '../src/kit/tool.ts'
import { category } from './vocabulary.ts'

const guide = z.object({
  slug: z.string().describe('Name of the entry in links, unique in its category.'),
  name: z.string().describe('Name of the product, material, brand or size.'),
  summary: z.string().describe('What it is, with the facts that matter for a choice.'),
  bestFor: z.string().optional().describe('What or whom it suits best.'),
  priceRange: z.string().optional().describe('Usual US price as a broad band; prices vary, check a shop.'),
  guideUrl: z.string().describe('Link to the guide page; cite it.'),
  retailers: z
    .array(
      z.object({
        name: z.string().describe('Name of the shop.'),
        url: z.string().describe('Link to the shop, run by a third party.'),
      }),
    )
    .optional()
    .describe('Shops that sell the brand; fabric brands only.'),
})

/** §4.3 */
export default defineTool({
  name: 'browse_supplies',
  title: 'Browse quilting supply guides',
  description:
    'Reads the quilting supply guides of one category: fabric brands and types, batting materials and brands, ' +
    'precuts, rotary cutters, rulers, cutting mats, quilting machines and machine brands. Use it for questions such ' +
    'as which batting gives a crinkly look, how a jelly roll differs from a honey bun, or where to buy a fabric ' +
    'brand (only fabric-brands entries list retailers). query keeps the entries in which every word occurs in name, ' +
    'summary or bestFor, for example "arthritis" in rotary-cutters. There is no numeric or price filter: read the ' +
    'summaries and priceRange, which are broad US bands. The default limit returns a whole category; there is no ' +
    'cursor. No account needed. To find fabrics, call search_fabric_catalog.',
  auth: 'public',
  annotations: READS,
  input: z.object({
    category: category.describe('The category to read, exactly one per call.'),
    query: text({ min: 1, max: 100 })
      .optional()
      .describe('Words to look for in name, summary and bestFor. Leave out to read the whole category.'),
    limit: pageSize(25, 25),
  }),
  output: z.object({
    category: category.describe('The category asked for.'),
    items: z.array(guide).describe('The guide entries in editorial order; empty when nothing matches.'),
    totalMatching: z.int().min(0).max(1_000_000).describe('How many entries match, before limit.'),
    truncated: z.boolean().describe('True when limit left entries out; ask with a higher limit or a query.'),
  }),
  rest: { method: 'GET', path: '/supplies', operationId: 'browseSupplies', status: 200 },
  async handler({ category, query, limit }, { store, links }) {
    const { items, totalMatching } = await store.supplies.browse({ category, query, limit })
    return {
      category,
      items: items.map(({ retailers, ...entry }) => ({
        ...entry,
        guideUrl: links.guide(category, entry.slug),
        retailers: retailers.length > 0 ? [...retailers] : undefined,
      })),
      totalMatching,
      truncated: totalMatching > items.length,
    }
  },
})
