import { ASSET_RESOURCES, type AssetRecord, type AssetResource, type Store } from './repositories.ts'
import { fold, foldWords } from './text.ts'

/** What a note tells of an item: enough to read it with the next call. */
export interface NamedItem {
  readonly kind: AssetResource | 'projects'
  readonly id: string
  readonly name: string
}

const KINDS = ['projects', ...ASSET_RESOURCES] as const
/** How many of each kind are looked up. */
const MOST_OF_KIND = 2

/** What of the caller's has a query in its name, in all kinds but the one that was searched. */
export async function namedElsewhere(
  { assets, projects }: Pick<Store, 'assets' | 'projects'>,
  owner: string,
  searched: NamedItem['kind'],
  query: string,
): Promise<readonly NamedItem[]> {
  const asked = { query, limit: MOST_OF_KIND, after: undefined }
  const lists = await Promise.all(
    KINDS.filter((kind) => kind !== searched).map(async (kind) => {
      const { items } = await (kind === 'projects'
        ? projects.list(owner, asked)
        : assets.list(owner, { ...asked, resource: kind, projectId: undefined }))
      return items.map(({ id, name }) => ({ kind, id, name }))
    }),
  )
  return lists.flat()
}

/** The items that have all words of a query in their notes, tags or layout. */
export function mentionsOf(items: readonly AssetRecord[], query: string): readonly NamedItem[] {
  const words = foldWords(query)
  return items
    .filter(({ description = '', tags, layoutMode = '' }) => {
      const text = fold([description, ...tags, layoutMode].join(' '))
      return words.length > 0 && words.every((word) => text.includes(word))
    })
    .map(({ resource: kind, id, name }) => ({ kind, id, name }))
}
