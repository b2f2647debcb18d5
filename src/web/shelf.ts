import type { FabricKey, FabricRecord, Fabrics, MakerRecord } from '../core/rooms.ts'
import { inOrder } from './colours.ts'
import { PATHS } from './paths.ts'

/** Of a larger catalog only the first are browsed by colour: to sort more would hold up other requests. */
const MOST_ON_SHELF = 30_000
/** The most fabrics of one line. A maker's card has a few hundred. */
const MOST_OF_A_LINE = 1_000
const AT_ONCE = 500

/** What a search of the whole catalog has beside its question and its limit. */
export const EVERYWHERE = { manufacturer: undefined, collection: undefined, after: undefined }

/** A line of a maker, as its page shows it. */
export type Line = MakerRecord['collections'][number] & { readonly manufacturer: string }

type LineName = Pick<Line, 'manufacturer' | 'collection'>

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
  /** By the addresses of their pages. */
  readonly lines: ReadonlyMap<string, Line>
  /** The fabrics of a line by hue, whether they are on the shelf or not. */
  colorCard(line: LineName): Promise<readonly FabricRecord[]>
}

const addressOf = ({ manufacturer, collection }: LineName) => PATHS.line(manufacturer, collection)

async function readShelf(catalog: Fabrics): Promise<Shelf> {
  const makers = await catalog.makers()
  const fabrics: FabricRecord[] = []
  let after: FabricKey | undefined
  do {
    const page = await catalog.search({ ...EVERYWHERE, query: undefined, limit: AT_ONCE, after })
    fabrics.push(...page.items)
    after = page.next ?? undefined
    // Other requests come in between.
    await new Promise((resolve) => setImmediate(resolve))
  } while (after !== undefined && fabrics.length < MOST_ON_SHELF)

  const byLine = Map.groupBy(fabrics, addressOf)
  const lines = makers.flatMap(({ manufacturer, collections }) =>
    collections.map((collection) => ({ manufacturer, ...collection })),
  )
  return {
    makers,
    fabrics,
    total: makers.reduce((sum, maker) => sum + maker.fabrics, 0),
    lines: new Map(lines.map((line) => [addressOf(line), line])),
    async colorCard({ manufacturer, collection }) {
      const address = PATHS.line(manufacturer, collection)
      if (after === undefined) return inOrder(byLine.get(address) ?? [], 'hue')
      const filter = { ...EVERYWHERE, manufacturer, collection, query: undefined }
      const { items } = await catalog.search({ ...filter, limit: MOST_OF_A_LINE })
      return inOrder(
        items.filter((each) => addressOf(each) === address),
        'hue',
      )
    },
  }
}

/** Gives the shelf of the catalog as it is now. Throws `catalog_unavailable`. */
export function createShelf(catalog: Fabrics): () => Promise<Shelf> {
  let known: { readonly version: string; readonly shelf: Promise<Shelf> } | undefined
  return async () => {
    // Read the version first: a newer catalog under an older version is only read once more.
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
