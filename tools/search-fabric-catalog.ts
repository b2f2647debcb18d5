import * as z from 'zod'
import { continuation, cursorInput, pageSize, text } from '../src/kit/fields.ts'
import type { FabricKey } from '../src/kit/repositories.ts'
import { defineTool, READS } from '../src/kit/tool.ts'

const fabricKey: z.ZodType<FabricKey> = z.tuple([z.string(), z.string(), z.string(), z.string()])

const fabric = z.object({
  id: z.string().describe('Opaque fabric id, stable over catalog updates.'),
  name: z.string().describe('Colour or print name, as the maker gives it.'),
  manufacturer: z.string().describe('Maker, such as Robert Kaufman.'),
  collection: z.string().describe('Line or collection, such as Kona Cotton.'),
  sku: z.string().optional().describe("Maker's item number, when known."),
  colorHex: z
    .string()
    .optional()
    .describe('Approximate colour as #RRGGBB, when known; cloth and screens differ.'),
  thumbnailUrl: z.string().optional().describe('Small picture of the fabric, when there is one.'),
  libraryUrl: z.string().describe('Link to this collection in the fabric library.'),
})

/** §4.2 */
export default defineTool({
  name: 'search_fabric_catalog',
  title: 'Search the fabric catalog',
  description:
    'Finds fabrics in the shared catalog of quilting solids and prints by name, manufacturer or collection. ' +
    'Use it whenever a fabric, colour name, maker or item number is wanted, and take names, SKUs and colours from ' +
    'its answer instead of memory. Every word of query must occur in name, collection or manufacturer, in any ' +
    'order: "kona mustard", "bella gray". Narrow with manufacturer ("Robert Kaufman") or collection ("Kona ' +
    'Cotton"). Each fabric comes with its approximate colorHex, so compare that to match a colour across makers. ' +
    "It does not search a user's own fabrics, prices or stock. When truncated is true, call again with cursor and " +
    'the same filters. No account needed.',
  auth: 'public',
  annotations: READS,
  input: z.object({
    query: text({ min: 1, max: 100 })
      .optional()
      .describe(
        'Words of the fabric name, manufacturer or collection, for example "kona mustard". Leave out to browse.',
      ),
    manufacturer: text({ min: 1, max: 120 })
      .optional()
      .describe(
        'Only this maker: whole name, beginning of a word or a usual short form, for example "Moda" or "AGF".',
      ),
    collection: text({ min: 1, max: 120 })
      .optional()
      .describe(
        'Only this collection: whole name or beginning of a word, for example "Kona Cotton" or "bella".',
      ),
    limit: pageSize(25, 25),
    cursor: cursorInput(),
  }),
  output: z.object({
    fabrics: z.array(fabric).describe('The fabrics found; empty when nothing matches.'),
    ...continuation,
    libraryUrl: z.string().describe('Link to the fabric library in the web application.'),
  }),
  rest: { method: 'GET', path: '/fabrics', operationId: 'searchFabricCatalog', status: 200 },
  async handler({ limit, cursor, ...filter }, { store, links, cursors }) {
    const { query, manufacturer, collection } = filter
    const scope = cursors.scope('fabrics', null, { query, manufacturer, collection }, fabricKey)
    const page = await store.fabrics.search({
      query,
      manufacturer,
      collection,
      limit,
      after: scope.open(cursor),
    })
    return {
      fabrics: page.items.map((item) => ({
        ...item,
        libraryUrl: links.fabricCollection(item.manufacturer, item.collection),
      })),
      ...scope.seal(page.next),
      libraryUrl: links.fabrics,
    }
  },
})
