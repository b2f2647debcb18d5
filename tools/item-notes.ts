import { ASSET_KINDS, type AssetResource, type Assets } from '../src/core/rooms.ts'
import { cutAndBuy, type Drawing, type GeometryStatus, type Outline } from '../src/design/index.ts'
import { quoted, shortList, shortNotes } from './notes.ts'

const SINGULAR = { projects: 'project', ...ASSET_KINDS } as const

export interface ItemPage {
  kind: keyof typeof SINGULAR
  items: ReadonlyArray<{ readonly createdAt: number }>
  next: unknown
  isFirst: boolean
  query: string | undefined
  /** How many items have such names, or how many there are, counted up to `most`. */
  count(query: string | undefined, most: number): Promise<number>
}

/** Beyond a thousand, the exact number helps nobody to choose. */
const MOST_COUNTED = 1_000

/** `Created, by row: 1–3=2026-11-20, 4=2026-03-02.` Without spaces it is one word a day. */
function createdNote(items: ItemPage['items']) {
  const days = [...Map.groupBy(items, ({ createdAt }) => new Date(createdAt).toISOString().slice(0, 10))]
  const [newest] = days
  if (days.length === 1) return `Created on ${newest?.[0]}.`
  let row = 0
  const named = days.map(([day, { length }]) => {
    row += length
    return `${length === 1 ? '' : `${row - length + 1}–`}${row}=${day}`
  })
  return `Created, by row: ${named.join(', ')}.`
}

/** The total on the first page, and days of creation (D38); for an empty list, what would find something. */
export async function listNotes(page: ItemPage): Promise<string[]> {
  const { kind, items, next, isFirst, query, count } = page
  const totalOf = async (words: string | undefined) => {
    const total = await count(words, MOST_COUNTED + 1)
    return total > MOST_COUNTED ? 'more than 1,000' : String(total)
  }
  if (items.length === 0) {
    if (query === undefined) return [`There are no ${kind} here.`]
    return [`No name has ${quoted(query)}. Without query there are ${await totalOf(undefined)}.`]
  }
  const created = createdNote(items)
  if (!isFirst) return [created]
  const total = next === null ? String(items.length) : await totalOf(query)
  return [`${total} ${total === '1' ? SINGULAR[kind] : kind} in all.`, created]
}

const NEWEST = 50

/** The caller's other blocks of this name, newest first (D38). */
export async function newBlockNotes(
  assets: Assets,
  owner: string,
  { name, blockId }: { name: string; blockId: string },
): Promise<string[]> {
  const { items } = await assets.list(owner, {
    resource: 'blocks',
    projectId: undefined,
    query: name,
    limit: NEWEST,
    after: undefined,
  })
  const taken = items.filter((item) => item.name === name && item.id !== blockId).map(({ id }) => id)
  return taken.length > 0 ? [`You have another block of this name: ${shortList(taken)}.`] : []
}

const OUTLINE_NOTES: Record<GeometryStatus, string | undefined> = {
  complete: undefined,
  truncated: 'The outline is cut short. counts has the true totals, and cutting counts every piece.',
  empty: 'It has no pieces yet; they are drawn in the quilting application.',
  unavailable: 'It has no outline: it is a photo, or its design cannot be read.',
}

/** D38 */
export function outlineNotes({ geometry, geometryStatus }: Outline): string[] {
  return shortNotes([OUTLINE_NOTES[geometryStatus], geometry && cutAndBuy(geometry).notCounted])
}

/** Why an item has no picture, or which cells are plain in it (D39). What an outline says is not repeated. */
export function pictureNotes({ lacks, plainCells = 0 }: Omit<Drawing, 'svg'>, hasOutline: boolean): string[] {
  const cells = plainCells === 1 ? '1 cell is' : `${plainCells} cells are`
  return shortNotes([
    lacks === 'bounds' && 'It has no picture: it is too large to draw.',
    lacks === 'pieces' && !hasOutline && OUTLINE_NOTES.empty,
    lacks === 'design' && !hasOutline && OUTLINE_NOTES.unavailable,
    plainCells > 0 && `${cells} plain in the picture: the block is gone, or cannot be read.`,
  ])
}

/** The prefix of an id tells the kind of item (D3), whether the item exists or not. */
const MEANINGS = new Map([
  ['blk_', 'a block: ask with resource=blocks'],
  ['qlt_', 'a quilt: ask with resource=quilts'],
  ['swt_', 'a swatch: ask with resource=swatches'],
  ['pat_', 'a pattern: ask with resource=patterns'],
  ['prj_', 'a project: list_my_assets takes it as projectId'],
  ['fab_', 'a fabric of the catalog: search_fabric_catalog shows fabrics'],
])

/** What to do if no item of this resource has the id (D10.2). */
export function itemHint(resource: AssetResource, id: string): string {
  const meaning = MEANINGS.get(id.slice(0, 4))
  return meaning === undefined || meaning.endsWith(`=${resource}`)
    ? `list_my_assets with resource=${resource} lists the ids.`
    : `This id is of ${meaning}.`
}
