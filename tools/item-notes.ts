import { kindOfId, projectIdNote } from '../src/core/ids.ts'
import {
  ASSET_KINDS,
  ASSET_RESOURCES,
  type AssetRecord,
  type AssetResource,
  type ProjectRecord,
  type Store,
  type Total,
} from '../src/core/rooms.ts'
import { fold, foldWords } from '../src/core/text.ts'
import { countInWords, quoted, shortList, shortNotes } from './notes.ts'

export type ItemKind = AssetResource | 'projects'

/** What a note tells of an item: enough to read it with the next call. */
export interface NamedItem {
  readonly kind: ItemKind
  readonly id: string
  readonly name: string
}

/** Near matches for an empty list. */
export interface NearMisses {
  /** Of the same kind, with the words in notes, tags or layout. */
  readonly mentions: readonly NamedItem[]
  /** Of the same kind, with most of the words in their names. */
  readonly alike: readonly NamedItem[]
  /** Of other kinds, with the words in their names. */
  readonly otherKinds: readonly NamedItem[]
}

const KINDS = ['projects', ...ASSET_RESOURCES] as const
/** How many of each other kind are looked up. */
const MOST_OF_KIND = 2
/** How many items are looked through: as many as a page may have. */
const NEWEST = 50
/** Shorter words are in many names. */
const SHORTEST_WORD = 3

type Saved = ProjectRecord & Partial<Pick<AssetRecord, 'description' | 'tags' | 'layoutMode'>>

/** The items that have all words of a query in their notes, tags or layout. */
export function mentionsOf<Item extends Saved>(items: readonly Item[], query: string): readonly Item[] {
  const words = foldWords(query)
  return items.filter(({ description = '', tags = [], layoutMode = '' }) => {
    const text = fold([description, ...tags, layoutMode].join(' '))
    return words.length > 0 && words.every((word) => text.includes(word))
  })
}

/** The items that have some words of a query in their names; those with the most, if there is more than one word. */
export function alikeOf<Item extends Saved>(items: readonly Item[], query: string): readonly Item[] {
  const words = foldWords(query).filter((word) => word.length >= SHORTEST_WORD)
  const scored = items.map((item) => {
    const name = fold(item.name)
    return { item, score: words.filter((word) => name.includes(word)).length }
  })
  const best = Math.max(1, ...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score === best).map(({ item }) => item)
}

/** Where else the words of a query are, among the caller's items, newest first (D38). */
export async function nearMisses(
  { assets, projects }: Pick<Store, 'assets' | 'projects'>,
  owner: string,
  searched: { readonly kind: ItemKind; readonly projectId?: string | undefined },
  query: string,
): Promise<NearMisses> {
  const itemsOf = async (
    kind: ItemKind,
    request: { query: string | undefined; limit: number },
    projectId?: string,
  ) => {
    const page = { ...request, after: undefined }
    const { items }: { items: readonly Saved[] } = await (kind === 'projects'
      ? projects.list(owner, page)
      : assets.list(owner, { ...page, resource: kind, projectId }))
    return items.map((item) => ({ ...item, kind }))
  }
  const [newest, ...others] = await Promise.all([
    itemsOf(searched.kind, { query: undefined, limit: NEWEST }, searched.projectId),
    ...KINDS.filter((kind) => kind !== searched.kind).map((kind) =>
      itemsOf(kind, { query, limit: MOST_OF_KIND }),
    ),
  ])
  return { mentions: mentionsOf(newest, query), alike: alikeOf(newest, query), otherKinds: others.flat() }
}

/** The caller's projects that have a text in their names, where an id was expected. */
export async function projectsCalled(
  { projects }: Pick<Store, 'projects'>,
  owner: string,
  text: string,
): Promise<readonly NamedItem[]> {
  if (kindOfId(text) !== undefined) return []
  const { items } = await projects.list(owner, { query: text, limit: MOST_OF_KIND, after: undefined })
  return items.map((item) => ({ ...item, kind: 'projects' }))
}

/** How many items of other kinds the owner has in a project; kinds without any are left out. */
export async function otherKindsIn(
  { assets }: Pick<Store, 'assets'>,
  owner: string,
  listed: AssetResource,
  projectId: string,
): Promise<ReadonlyArray<{ readonly kind: AssetResource; readonly total: Total }>> {
  const others = ASSET_RESOURCES.filter((kind) => kind !== listed)
  const counts = await Promise.all(
    others.map(async (kind) => ({
      kind,
      total: await assets.count(owner, { resource: kind, projectId, query: undefined }),
    })),
  )
  return counts.filter(({ total }) => total.count > 0)
}

/**
 * The total for the note of a list: how many match, or for an empty list, how many there are without the query.
 * Not known on the last of several pages, where it helps nobody.
 */
export async function totalFor(
  page: { readonly items: readonly unknown[]; readonly next: unknown; readonly isFirst: boolean },
  query: string | undefined,
  count: (query: string | undefined) => Promise<Total>,
): Promise<Total | undefined> {
  if (page.next !== null) return count(query)
  if (page.items.length === 0) return query === undefined ? undefined : count(undefined)
  return page.isFirst ? { count: page.items.length, isExact: true } : undefined
}

const A_KIND: Readonly<Record<ItemKind, string>> = { projects: 'project', ...ASSET_KINDS }

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** When the first and the last item of a page were created. */
function createdNote(items: ReadonlyArray<{ readonly createdAt: number }>): string | undefined {
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) return undefined
  if (items.length === 1) return `Created on ${dayOf(first.createdAt)}.`
  return `The first was created on ${dayOf(first.createdAt)}, the last on ${dayOf(last.createdAt)}.`
}

const withIds = (items: readonly NamedItem[]): string =>
  shortList(items.map(({ name, id }) => `${quoted(name)} ${id}`))

function nearMissNotes({ mentions, alike, otherKinds }: NearMisses): string[] {
  const others = otherKinds.map(({ kind, name, id }) => `${kind} ${quoted(name)} ${id}`)
  return [
    ...(mentions.length > 0 ? [`Found in notes, tags or layout of ${withIds(mentions)}.`] : []),
    ...(alike.length > 0 ? [`Nearest names: ${withIds(alike)}.`] : []),
    ...(others.length > 0 ? [`Also found in ${shortList(others)}.`] : []),
  ]
}

/** The notes of a list of projects or items (D38). */
export function listNotes(page: {
  readonly what: ItemKind
  readonly items: ReadonlyArray<{ readonly createdAt: number }>
  readonly query: string | undefined
  /** A filter by project, and whether the caller belongs to that project. */
  readonly project?:
    | { readonly id: string; readonly isOwn: boolean; readonly called?: readonly NamedItem[] }
    | undefined
  /** How many match in all, or for an empty list, how many there are without the query. */
  readonly total: Total | undefined
  /** For an empty list. */
  readonly nearMisses?: NearMisses | undefined
  /** For a list of one project: how many items of other kinds it has. */
  readonly alsoThere?: ReadonlyArray<{ readonly kind: ItemKind; readonly total: Total }>
}): string[] {
  const { what, items, query, project, total, nearMisses, alsoThere = [] } = page
  const count = total === undefined ? undefined : countInWords(total)
  const others = alsoThere.map((each) => `${each.kind} ${countInWords(each.total)}`)
  const also = others.length > 0 ? `Also in this project: ${shortList(others)}.` : undefined
  if (items.length > 0) {
    const all = count === undefined ? undefined : `${count} ${count === '1' ? A_KIND[what] : what} in all.`
    return shortNotes([all, createdNote(items), also])
  }
  if (project !== undefined && !project.isOwn) {
    const { called = [] } = project
    return shortNotes([
      projectIdNote(project.id) ?? 'You have no project with this id.',
      called.length > 0 ? `Of this name: ${withIds(called)}.` : 'list_my_projects lists the ids of projects.',
    ])
  }
  const near = nearMisses === undefined ? [] : nearMissNotes(nearMisses)
  return shortNotes([
    query === undefined
      ? `The caller has no ${what}${project === undefined ? '' : ' in this project'}.`
      : `No name has ${quoted(query)}; ${what === 'projects' ? 'descriptions' : 'notes and tags'} are not searched.`,
    ...near,
    query === undefined || count === undefined || near.length > 0
      ? undefined
      : `Without query there are ${count}.`,
    also,
  ])
}

/** The ids of the caller's other blocks of this name, newest first. */
export async function blocksCalled(
  { assets }: Pick<Store, 'assets'>,
  owner: string,
  { name, blockId }: { readonly name: string; readonly blockId: string },
): Promise<readonly string[]> {
  const alike = { resource: 'blocks', projectId: undefined, query: name } as const
  const { items } = await assets.list(owner, { ...alike, limit: NEWEST, after: undefined })
  return items.filter((item) => item.name === name && item.id !== blockId).map(({ id }) => id)
}

/**
 * The notes of a new block (D38): whether its name is taken, where it is, and how a size that looks unfinished was
 * understood.
 */
export function newBlockNotes(width: number, height: number, called: readonly string[]): string[] {
  const looksUnfinished = [width, height].every((side) => side % 1 === 0.5)
  return shortNotes([
    called.length > 0 ? `You have another block of this name: ${shortList(called)}.` : undefined,
    looksUnfinished
      ? `${width} by ${height} inches is taken as the finished size, without seam allowance.`
      : undefined,
    'The block is in no project; it is placed in one in the editor.',
  ])
}
