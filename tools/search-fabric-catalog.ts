import * as z from 'zod'
import { fabricKey } from '../src/core/rooms.ts'
import { defineTool, READS } from '../src/core/tool.ts'
import { fabricNotes } from './fabric-notes.ts'
import { continuation, cursor, pageSize, text } from './fields.ts'

const IN_QUERY = 'Words, SKUs and colours as #RRGGBB go into query.'
const IS_MAKER = 'The maker goes into manufacturer.'

const fabric = z.object({
  id: z.string().describe('Stable fabric id.'),
  name: z.string().describe('Colour or print.'),
  manufacturer: z.string().describe('Maker.'),
  collection: z.string().describe('Line or collection.'),
  sku: z.string().optional().describe("Maker's item number."),
  colorHex: z.string().optional().describe('Approximate colour, #RRGGBB.'),
  thumbnailUrl: z.string().optional().describe('Small picture.'),
  libraryUrl: z.string().describe('Opens the collection.'),
})

/** §4.2 */
export default defineTool({
  name: 'search_fabric_catalog',
  title: 'Search the fabric catalog',
  icon: 'fabric',
  description:
    'Searches the catalog of quilting fabrics, mostly solids. Returns name, maker, collection, SKU, ' +
    'approximate colorHex. Words are sought in name, collection, maker and SKU ("kona mustard"); commas part ' +
    'several. #RRGGBB lists the nearest first ("kona #5F8A8B"), up to twelve a palette: each fabric once, under ' +
    'its nearest colour. So do colours that name no fabric ("warm white kona"), plurals ("pinks") and "kona curry ' +
    'in bella". Notes give totals, differences; a picture, the swatches. It does not cover prices, stock or own ' +
    'fabrics. No account needed.',
  auth: 'public',
  annotations: READS,
  input: z.object({
    query: text({ min: 1, max: 100 }).optional().describe('Words to find. Leave out to browse.'),
    manufacturer: text({ min: 1, max: 120 }).optional().describe('Such as Moda or AGF.'),
    collection: text({ min: 1, max: 120 }).optional().describe('Such as Bella Solids.'),
    limit: pageSize(25),
    cursor,
  }),
  instead: {
    color: IN_QUERY,
    colour: IN_QUERY,
    colors: IN_QUERY,
    colorHex: IN_QUERY,
    hex: IN_QUERY,
    sku: IN_QUERY,
    name: IN_QUERY,
    brand: IS_MAKER,
    maker: IS_MAKER,
  },
  output: z.object({
    fabrics: z.array(fabric).describe('Empty when nothing matches.'),
    ...continuation,
    libraryUrl: z.string().describe('Opens the fabric library.'),
  }),
  rest: [{ path: '/fabrics', operationId: 'searchFabricCatalog' }],
  async handler({ limit, cursor, ...asked }, { store, links, cursors }) {
    const scope = cursors('fabrics', null, asked, fabricKey)
    const page = await store.fabrics.search({ ...asked, limit, after: scope.open(cursor) })
    return {
      data: {
        fabrics: page.items.map((item) => ({
          ...item,
          libraryUrl: links.fabricCollection(item.manufacturer, item.collection),
        })),
        ...scope.seal(page.next),
        libraryUrl: links.fabrics,
      },
      colors: page.items.map(({ colorHex }) => colorHex),
      notes: () => fabricNotes(store.supplies, asked, { ...page, isFirst: cursor === undefined }),
    }
  },
})
