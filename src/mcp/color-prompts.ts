import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { ciede2000, distanceInWords, labOf } from '../core/color.ts'
import { AppError } from '../core/errors.ts'
import { codePointLength, startingWith, visibleText } from '../core/text.ts'
import type { Prompt } from './prompts.ts'
import type { McpReader } from './resources.ts'

type Fabric = z.output<typeof tools.searchFabricCatalog.output>['fabrics'][number]

const HEX = /#[0-9a-f]{6}\b/gi
/** As many as one search reads (D17), and what one page of it holds. */
const MAX_COLORS = 12
const MAX_ROWS = 25
const CANDIDATES = 5
/** How many pages of a colour search are read to find other makers. */
const MAX_PAGES = 4

const invalid = (message: string) => new AppError('invalid_argument', message)

/** A row of a table; what a fabric lacks is a dash, so that the columns stay in place. */
const line = ({ name, manufacturer, collection, sku = '-', colorHex = '-', libraryUrl }: Fabric) =>
  [name, `${manufacturer} ${collection}`, sku, colorHex, libraryUrl].map(visibleText).join(' | ')

const differenceOf = (distance: number) => `${distance.toFixed(1)}, ${distanceInWords(distance)}`

const APPROXIMATE = 'Colours are approximate: cloth differs from the screen.'

/** Completes an argument that names a maker or a collection. */
async function linesOf({ fabrics }: McpReader, begun: string): Promise<string[]> {
  const makers = await fabrics.makers()
  const names = makers.flatMap(({ manufacturer, collections }) => [
    manufacturer,
    ...collections.map(({ collection }) => collection),
  ])
  return startingWith([...new Set(names)], begun)
}

/** The longest name of a fabric that is looked for. */
const MAX_ASKED = 100

/** Completes an argument that names a fabric, in words that find this fabric first. */
async function fabricsLike(begun: string, reader: McpReader): Promise<string[]> {
  const query = begun.trim() === '' ? undefined : begun
  const { data } = await reader.run(tools.searchFabricCatalog, { query, limit: MAX_ROWS })
  return data.fabrics
    .filter(({ colorHex }) => colorHex !== undefined)
    .map(({ collection, name, sku }) => [collection, name, ...(sku === undefined ? [] : [sku])].join(' '))
    .filter((value) => codePointLength(value) <= MAX_ASKED)
}

/** A row that ends with the nearest of the wanted colours and how far it is. */
const matchOf = (wanted: readonly string[]) => (found: Fabric) => {
  const lab = found.colorHex === undefined ? undefined : labOf(found.colorHex)
  if (lab === undefined) return line(found)
  const [nearest] = wanted
    .map((color) => ({ color, distance: ciede2000(labOf(color), lab) }))
    .sort((one, other) => one.distance - other.distance)
  return nearest === undefined
    ? line(found)
    : `${line(found)} | ${nearest.color} | ${differenceOf(nearest.distance)}`
}

/** The nearest fabrics for one to twelve colours, found in one search (D17). */
const matchPalette: Prompt = {
  name: 'match-palette',
  title: 'Match a palette to fabrics',
  description: 'The nearest fabrics of the catalog for up to twelve colours.',
  auth: 'public',
  arguments: [
    { name: 'colors', description: 'One to twelve colours as #RRGGBB.', required: true },
    {
      name: 'line',
      description: 'A maker or collection to stay within, such as Kona Cotton.',
      required: false,
    },
  ],
  async write({ colors = '', line: within = '' }, reader) {
    const wanted = [...new Set((colors.match(HEX) ?? []).map((color) => color.toUpperCase()))]
    if (wanted.length === 0 || wanted.length > MAX_COLORS) {
      throw invalid(`colors must be 1 to ${MAX_COLORS} colours as #RRGGBB.`)
    }
    const { data } = await reader.run(tools.searchFabricCatalog, {
      query: wanted.join(' '),
      // A filter that is no collection is read as a maker (D18).
      collection: within === '' ? undefined : within,
      limit: Math.min(MAX_ROWS, wanted.length * 3),
    })
    const rows = data.fabrics.map(matchOf(wanted)).join('\n')
    return `Match this palette to fabrics: ${wanted.join(', ')}${within === '' ? '' : `, within ${within}`}.
For each colour, name the best fabric with maker, collection, SKU and link, and a second choice. ${APPROXIMATE}
These are the nearest fabrics of the catalog, the nearest of each colour in turn:
name | maker and collection | SKU | colour | link | for | difference (CIEDE2000)
${rows === '' ? 'No fabric was found.' : rows}`
  },
  complete: async ({ name, begun }, reader) => (name === 'line' ? linesOf(reader, begun) : []),
}

/** The nearest fabric of each other maker, nearest first. */
async function candidatesFor(wanted: Fabric & { colorHex: string }, reader: McpReader) {
  const byMaker = new Map<string, Fabric>()
  let cursor: string | undefined
  for (let pages = 0; pages < MAX_PAGES && byMaker.size < CANDIDATES; pages += 1) {
    const asked = { query: wanted.colorHex, limit: 25, cursor }
    const { data } = await reader.run(tools.searchFabricCatalog, asked)
    for (const found of data.fabrics) {
      if (found.manufacturer === wanted.manufacturer || byMaker.has(found.manufacturer)) continue
      byMaker.set(found.manufacturer, found)
    }
    if (data.cursor === null) break
    cursor = data.cursor
  }
  const target = labOf(wanted.colorHex)
  return [...byMaker.values()].slice(0, CANDIDATES).map((found) => {
    const distance = found.colorHex === undefined ? undefined : ciede2000(target, labOf(found.colorHex))
    return { found, distance }
  })
}

/** Substitutes for a fabric that is sold out: five of other makers, with their colour distance. */
const substituteFabric: Prompt = {
  name: 'substitute-fabric',
  title: 'Find a substitute for a fabric',
  description: 'Five fabrics of other makers nearest in colour, with the difference.',
  auth: 'public',
  arguments: [
    {
      name: 'fabric',
      description: 'Name or SKU of the fabric, such as Kona Curry or K001-1677.',
      required: true,
    },
  ],
  async write({ fabric: asked = '' }, reader) {
    if (codePointLength(asked) > MAX_ASKED)
      throw invalid(`fabric must be text of at most ${MAX_ASKED} characters.`)
    const { data } = await reader.run(tools.searchFabricCatalog, { query: asked, limit: 1 })
    const [wanted] = data.fabrics
    if (wanted === undefined) throw invalid('fabric: the catalog has no such fabric. Give its name or SKU.')
    const { colorHex } = wanted
    if (colorHex === undefined) throw invalid('fabric: the catalog does not know the colour of this fabric.')
    const candidates = await candidatesFor({ ...wanted, colorHex }, reader)
    const rows = candidates.map(({ found, distance = 0 }) => `${line(found)} | ${differenceOf(distance)}`)
    return `Suggest a substitute for this fabric, which cannot be had:
${line(wanted)}
Say which of these comes nearest and how visible the difference is. ${APPROXIMATE}
The nearest of each other maker, nearest first:
name | maker and collection | SKU | colour | link | difference (CIEDE2000)
${rows.join('\n')}`
  },
  complete: ({ begun }, reader) => fabricsLike(begun, reader),
}

/** The two prompts that only read the catalog. */
export const colorPrompts: readonly Prompt[] = [matchPalette, substituteFabric]
