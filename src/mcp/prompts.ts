import { readFileSync } from 'node:fs'
import type { GetPromptResult } from '@modelcontextprotocol/server'
import { parse } from 'yaml'
import * as z from 'zod'
import { type AnswerOf, tools } from '../../tools/index.ts'
import { distanceBetween, distanceInWords, MOST_COLORS } from '../core/color.ts'
import { ASSET_KINDS, type AssetResource } from '../core/rooms.ts'
import { filled, fold } from '../core/text.ts'
import { type CutAndBuy, cutAndBuy, sizeText } from '../design/index.ts'
import { asQuery, ifMissing, invalid, itemsOf, type McpReader } from './resources.ts'

type Values = Record<string, string>

/** What code adds to a prompt of `prompts/`. It only reads, through the tools' own handlers (D40). */
interface Writer {
  auth: 'public' | 'user'
  /** What its text says instead of `{names}`. Throws `AppError`. */
  write(given: Values, reader: McpReader): Promise<Values>
  complete(begun: string, reader: McpReader): Promise<readonly string[]>
}

type Fabric = AnswerOf<'searchFabricCatalog'>['fabrics'][number]

/** The most that one page of a search has. */
const MOST_ROWS = 25

/** Colour searches list only fabrics whose colour is known. */
const distanceTo = (color: string, { colorHex = color }: Fabric) => distanceBetween(color, colorHex)

/** A dash stands for what a fabric lacks, so that the columns stay in place. */
const row = ({ name, manufacturer, collection, sku = '-', colorHex = '-', libraryUrl }: Fabric) =>
  [name, `${manufacturer} ${collection}`, sku, colorHex, libraryUrl].join(' | ')

function comparedRow(found: Fabric, color: string) {
  const distance = distanceTo(color, found)
  return `${row(found)} | ${distance.toFixed(1)}, ${distanceInWords(distance)}`
}

/** The nearest fabrics for one to twelve colours, found in one search (D17). */
const matchPalette: Writer = {
  auth: 'public',
  async write({ colors = '', line }, { runner, caller }) {
    const wanted = [...new Set(colors.toUpperCase().match(/#[0-9A-F]{6}\b/g))]
    if (wanted.length === 0 || wanted.length > MOST_COLORS) {
      throw invalid(`colors must be 1 to ${MOST_COLORS} colours as #RRGGBB.`)
    }
    const asked = {
      query: wanted.join(' '),
      // A filter that is no collection is read as a maker (D18).
      collection: line || undefined,
      limit: Math.min(MOST_ROWS, wanted.length * 3),
    }
    const { data, notes } = await runner.run(tools.searchFabricCatalog, asked, caller)
    if (data.fabrics.length === 0)
      throw invalid(['No fabric was found.', ...((await notes?.()) ?? [])].join(' '))
    const rows = data.fabrics.map((fabric) => {
      const [nearest = ''] = wanted.toSorted((a, b) => distanceTo(a, fabric) - distanceTo(b, fabric))
      return `${comparedRow(fabric, nearest)} | ${nearest}`
    })
    return {
      palette: `${wanted.join(', ')}${line ? `, within ${line}` : ''}`,
      rows: rows.join('\n'),
    }
  },
  complete: async () => [],
}

const SUBSTITUTES = 5

const substituteFabric: Writer = {
  auth: 'public',
  async write({ fabric = '' }, { runner, caller }) {
    const search = (query: string, limit: number) =>
      runner.run(tools.searchFabricCatalog, { query, limit }, caller)
    const { data } = await search(fabric, 1)
    const [wanted] = data.fabrics
    if (wanted === undefined) throw invalid('fabric: the catalog has no such fabric. Give its name or SKU.')
    const { colorHex, manufacturer } = wanted
    if (colorHex === undefined) throw invalid('fabric: the catalog does not know the colour of this fabric.')
    const near = await search(colorHex, MOST_ROWS)
    const others = near.data.fabrics.filter((found) => found.manufacturer !== manufacturer)
    const rows = others.slice(0, SUBSTITUTES).map((found) => comparedRow(found, colorHex))
    return {
      fabric: row(wanted),
      others: data.truncated ? ' Other fabrics match these words too: say which one this is.' : '',
      rows: rows.join('\n') || `none among the ${MOST_ROWS} nearest fabrics`,
    }
  },
  /** In words that find the fabric first. */
  async complete(begun, { runner, caller }) {
    const asked = { query: begun.trim() || undefined, limit: MOST_ROWS }
    const { data } = await runner.run(tools.searchFabricCatalog, asked, caller)
    return data.fabrics.map(({ collection, name, sku = '' }) => `${collection} ${name} ${sku}`.trim())
  },
}

/** The slot, and the nearest cloth of the catalog, because people buy cloth (D21). */
function clothOf({ slots }: CutAndBuy, slot: string) {
  const { hex = 'no colour', closest } = slots.get(slot) ?? {}
  if (closest === undefined) return `slot ${slot} (${hex})`
  const { manufacturer, collection, name, sku = '', difference } = closest
  const cloth = `${manufacturer} ${collection} ${name} ${sku}`.trim()
  return `slot ${slot} (${hex}, nearest: ${cloth}, difference ${difference})`
}

const cuttingLines = (amounts: CutAndBuy) =>
  [...Map.groupBy(amounts.cuts, ({ slot }) => slot)].flatMap(([slot, cuts]) => [
    `${slot === undefined ? 'fabric not chosen' : clothOf(amounts, slot)}:`,
    ...cuts.map(({ what, cut, finished }) => `- ${what}, ${finished} finished: cut ${cut}`),
  ])

const shoppingLines = (amounts: CutAndBuy) =>
  amounts.purchases.map(
    ({ slot, what, amount }) => `${slot === undefined ? what : clothOf(amounts, slot)}: ${amount}`,
  )

/** The newest item of this name that has pieces, or else the item of this id, with its outline. */
async function findItem(asked: string, kinds: readonly AssetResource[], reader: McpReader) {
  const query = asQuery(asked)
  const found = await itemsOf(kinds, query, reader)
  const rank = ({ name, shapeCount }: (typeof found)[number]) =>
    (fold(name) === fold(asked) ? 2 : 0) + (shapeCount === 0 ? 0 : 1)
  const [best] = found.toSorted((one, other) => rank(other) - rank(one))
  for (const { resource, id } of best ? [best] : kinds.map((resource) => ({ resource, id: query }))) {
    const wanted = { resource, id, includeGeometry: true }
    const read = await reader.runner.run(tools.getAsset, wanted, reader.caller).catch(ifMissing)
    if (read !== undefined) return read
  }
  throw invalid(`item: none of your ${kinds.join(' or ')} has this name or id.`)
}

const itemPrompt = (kinds: readonly AssetResource[], linesOf: (amounts: CutAndBuy) => string[]): Writer => ({
  auth: 'user',
  async write({ item = '' }, reader) {
    const { data, notes } = await findItem(item, kinds, reader)
    const { name, width, height, geometry } = data.asset
    const amounts = geometry && cutAndBuy(geometry)
    const listed = amounts ? linesOf(amounts) : []
    const lines = [...listed, listed.length > 0 && amounts?.assumed, amounts?.notCounted].filter(Boolean)
    if (lines.length === 0) {
      const [why = 'it has no size to calculate from.'] = (await notes?.()) ?? []
      throw invalid(`item: ${why}`)
    }
    const hasSize = width !== undefined && height !== undefined
    const size = hasSize ? `, ${sizeText({ width, height })} inches finished` : ''
    return {
      item: `${ASSET_KINDS[data.resource]} ${JSON.stringify(name)}${size}`,
      lines: lines.join('\n'),
    }
  },
  async complete(begun, reader) {
    const items = await itemsOf(kinds, begun.trim() || undefined, reader)
    return [...new Set(items.map(({ name }) => name))]
  },
})

const WRITERS = {
  'match-palette': matchPalette,
  'substitute-fabric': substituteFabric,
  'cutting-list': itemPrompt(['blocks', 'quilts', 'patterns'], cuttingLines),
  'shopping-list': itemPrompt(['quilts', 'patterns'], shoppingLines),
}

const head = z.object({
  title: z.string(),
  description: z.string(),
  arguments: z.array(
    z.object({ name: z.string(), description: z.string(), required: z.boolean().default(false) }),
  ),
})

/** Each has a Markdown file: its text, headed by what clients list. */
export const PROMPTS = new Map(
  Object.entries<Writer>(WRITERS).map(([name, writer]) => {
    const file = readFileSync(new URL(`prompts/${name}.md`, import.meta.url), 'utf8')
    const [, front = '', text = ''] = file.split('---\n')
    return [name, { ...writer, text: text.trim(), listed: { name, ...head.parse(parse(front)) } }]
  }),
)

/** Throws `AppError` if there is none. */
export function promptCalled(name: string) {
  const prompt = PROMPTS.get(name)
  if (prompt === undefined) throw invalid('Unknown prompt. Call prompts/list for the names.')
  return prompt
}

/** Throws `AppError`, also if an argument is missing. The tools say how long one may be. */
export async function writePrompt(name: string, given: Values, reader: McpReader): Promise<GetPromptResult> {
  const { listed, text, write } = promptCalled(name)
  const trimmed = listed.arguments.map((argument) => [argument.name, given[argument.name]?.trim() ?? ''])
  const values = Object.fromEntries(trimmed)
  const missing = listed.arguments.find((argument) => argument.required && values[argument.name] === '')
  if (missing !== undefined) throw invalid(`${missing.name} is required.`)
  const written = filled(text, await write(values, reader))
  return {
    description: listed.description,
    messages: [{ role: 'user', content: { type: 'text', text: written } }],
  }
}
