import type { FabricRecord, Fabrics, MakerRecord } from '../core/rooms.ts'
import { inOrder } from './colours.ts'
import { PATHS } from './paths.ts'

/** Of a larger catalog only the first are browsed by colour: to sort more would hold up other requests. */
const MOST_ON_SHELF = 30_000
/** The most fabrics of one line. A maker's card has a few hundred. */
const MOST_OF_A_LINE = 1_000

/** What a search of the whole catalog has beside its question and its limit. */
export const EVERYWHERE = { manufacturer: undefined, collection: undefined, after: undefined }

/** A line of a maker, as its page shows it. */
export type Line = MakerRecord['collections'][number] & { readonly manufacturer: string }

type LineName = Pick<Line, 'manufacturer' | 'collection'>

/** The catalog as pages browse it: by maker, line and colour, which no question to the search tells. */
export interface Shelf {
  readonly makers: readonly MakerRecord[]
  /** By the addresses of their pages. */
  readonly lines: ReadonlyMap<string, Line>
  /** In the order of the catalog: maker, line, name. */
  readonly fabrics: readonly FabricRecord[]
  /** How many fabrics the catalog has, also those that are not on the shelf. */
  readonly total: number
}

const addressOf = ({ manufacturer, collection }: LineName) => PATHS.line(manufacturer, collection)

/** The fabrics of a line by hue, as the card of its maker shows them. */
export async function colorCard(catalog: Fabrics, line: LineName): Promise<readonly FabricRecord[]> {
  const { manufacturer, collection } = line
  const filter = { ...EVERYWHERE, manufacturer, collection, query: undefined }
  const { items } = await catalog.search({ ...filter, limit: MOST_OF_A_LINE })
  // A filter that is a short name of another line finds that one too.
  const own = items.filter((each) => addressOf(each) === addressOf(line))
  return inOrder(own, 'hue')
}

async function readShelf(catalog: Fabrics): Promise<Shelf> {
  const makers = await catalog.makers()
  const lines = makers.flatMap(({ manufacturer, collections }) =>
    collections.map((collection) => ({ manufacturer, ...collection })),
  )
  const page = await catalog.search({ ...EVERYWHERE, query: undefined, limit: MOST_ON_SHELF })
  return {
    makers,
    lines: new Map(lines.map((line) => [addressOf(line), line])),
    fabrics: page.items,
    total: makers.reduce((sum, { fabrics }) => sum + fabrics, 0),
  }
}

/** Gives the shelf, which is read once for each state of the catalog. Throws `catalog_unavailable`. */
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
