import type { CollectionRecord, FabricKey, FabricRecord, Fabrics, MakerRecord } from '../core/rooms.ts'
import { addressOf } from './cloth.ts'

/** Of a larger catalog only the first are browsed by colour: to sort more would hold up other requests. */
const MOST_ON_SHELF = 30_000
/** The most fabrics of one line. A maker's card has a few hundred. */
const MOST_OF_A_LINE = 1_000
const AT_ONCE = 500

/** A line of a maker, as its page shows it. */
export interface Line extends CollectionRecord {
  readonly manufacturer: string
}

/**
 * The catalog as pages browse it: by maker, line and colour, which no question to the search tells. It is read once
 * for each state of the catalog.
 */
export interface Shelf {
  readonly makers: readonly MakerRecord[]
  /** In the order of the catalog: maker, line, name. */
  readonly fabrics: readonly FabricRecord[]
  /** How many fabrics the catalog has, also those that are not on the shelf. */
  readonly total: number
  maker(slug: string): MakerRecord | undefined
  line(makerSlug: string, lineSlug: string): Line | undefined
  /** The fabrics of a line, whether they are on the shelf or not. */
  fabricsOf(line: Pick<Line, 'manufacturer' | 'collection'>): Promise<readonly FabricRecord[]>
}

const lineKey = ({ manufacturer, collection }: Pick<Line, 'manufacturer' | 'collection'>) =>
  `${addressOf(manufacturer)}/${addressOf(collection)}`

async function readShelf(catalog: Fabrics): Promise<Shelf> {
  const makers = await catalog.makers()
  const fabrics: FabricRecord[] = []
  const filter = { query: undefined, manufacturer: undefined, collection: undefined }
  let after: FabricKey | undefined
  do {
    const page = await catalog.search({ ...filter, limit: AT_ONCE, after })
    fabrics.push(...page.items)
    after = page.next ?? undefined
    // Other requests come in between.
    await new Promise((resolve) => setImmediate(resolve))
  } while (after !== undefined && fabrics.length < MOST_ON_SHELF)

  const total = makers.reduce((sum, maker) => sum + maker.fabrics, 0)
  const lines = new Map<string, Line>()
  for (const { manufacturer, collections } of makers) {
    for (const each of collections)
      lines.set(lineKey({ manufacturer, ...each }), { manufacturer, ...each })
  }
  const byLine = Map.groupBy(fabrics, lineKey)
  return {
    makers,
    fabrics,
    total,
    maker: (slug) => makers.find(({ manufacturer }) => addressOf(manufacturer) === slug),
    line: (makerSlug, lineSlug) => lines.get(`${makerSlug}/${lineSlug}`),
    async fabricsOf(line) {
      const key = lineKey(line)
      if (fabrics.length === total) return byLine.get(key) ?? []
      const { manufacturer, collection } = line
      const page = { manufacturer, collection, query: undefined, limit: MOST_OF_A_LINE, after: undefined }
      return (await catalog.search(page)).items.filter((each) => lineKey(each) === key)
    },
  }
}

/** Gives the shelf of the catalog as it is now. Throws `catalog_unavailable`. */
export function createShelf(catalog: Fabrics): () => Promise<Shelf> {
  let known: { readonly version: string; readonly shelf: Promise<Shelf> } | undefined
  return async () => {
    // Read first: a newer catalog under an older version is only read once more.
    const version = await catalog.version()
    if (known?.version !== version) {
      const shelf = readShelf(catalog)
      known = { version, shelf }
      shelf.catch(() => {
        known = undefined
      })
    }
    return known.shelf
  }
}
