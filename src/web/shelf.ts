import type { FabricRecord, Fabrics, MakerRecord } from '../core/rooms.ts'

/**
 * Of a larger catalog only the first are browsed by colour, because sorting more would delay other requests.
 */
const MOST_ON_SHELF = 30_000

/** The catalog for pages that show it without a search. */
export interface Shelf {
  readonly makers: readonly MakerRecord[]
  /** In the order of the catalog: maker, line, name. */
  readonly fabrics: readonly FabricRecord[]
  /** Also those that are not on the shelf. */
  readonly total: number
}

async function readShelf(catalog: Fabrics): Promise<Shelf> {
  const makers = await catalog.makers()
  const total = makers.reduce((sum, { fabrics }) => sum + fabrics, 0)
  const { items } = await catalog.search({ limit: MOST_ON_SHELF, after: undefined })
  return { makers, fabrics: items, total }
}

/** The shelf is read once for each state of the catalog. Throws `catalog_unavailable`. */
export function createShelf(catalog: Fabrics): () => Promise<Shelf> {
  let known: { readonly version: string; readonly shelf: Promise<Shelf> } | undefined
  return async () => {
    // Read the version first: caching a newer catalog under an older version is harmless.
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
