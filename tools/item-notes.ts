import { ASSET_KINDS, type Assets, type Total } from '../src/core/rooms.ts'
import { countInWords, quoted, shortList } from './notes.ts'

const A_KIND = { projects: 'project', ...ASSET_KINDS } as const

/** A page of projects or items, and how it was asked for. */
export interface ItemPage {
  readonly kind: keyof typeof A_KIND
  readonly items: ReadonlyArray<{ readonly createdAt: number }>
  readonly next: unknown
  readonly isFirst: boolean
  readonly query: string | undefined
  /** How many there are with these words in their names, or in all, whatever the page. */
  count(query: string | undefined): Promise<Total>
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** When the items of a page were created. */
function createdNote(items: ItemPage['items']): string[] {
  const [newest, oldest] = [items[0], items.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  if (items.length === 1) return [`Created on ${dayOf(newest.createdAt)}.`]
  return [`Newest first: created on ${dayOf(newest.createdAt)}, and back to ${dayOf(oldest.createdAt)}.`]
}

/** How many match. Not said on the last of several pages, where it helps nobody. */
async function totalNote({ kind, items, next, isFirst, query, count }: ItemPage): Promise<string[]> {
  if (next === null && !isFirst) return []
  const total = next === null ? { count: items.length, isExact: true } : await count(query)
  const words = countInWords(total)
  return [`${words} ${words === '1' ? A_KIND[kind] : kind} in all.`]
}

/**
 * The notes of a list of projects or items (D38): how many there are and when they were created, or for an empty
 * list what nothing has and how many there are without that.
 */
export async function listNotes(page: ItemPage): Promise<string[]> {
  const { kind, items, query, count } = page
  if (items.length > 0) return [...(await totalNote(page)), ...createdNote(items)]
  if (query === undefined) return [`There are no ${kind} here.`]
  return [`No name has ${quoted(query)}. Without query there are ${countInWords(await count(undefined))}.`]
}

/** How many items are looked through for a name that is taken. */
const NEWEST = 50

/** The note of a new block (D38): the caller's other blocks of this name, newest first. */
export async function newBlockNotes(
  assets: Assets,
  owner: string,
  { name, blockId }: { readonly name: string; readonly blockId: string },
): Promise<string[]> {
  const alike = { resource: 'blocks', projectId: undefined, query: name } as const
  const { items } = await assets.list(owner, { ...alike, limit: NEWEST, after: undefined })
  const taken = items.filter((item) => item.name === name && item.id !== blockId).map(({ id }) => id)
  return taken.length > 0 ? [`You have another block of this name: ${shortList(taken)}.`] : []
}
