import type { FabricPage, Fabrics } from '../core/rooms.ts'

/**
 * Of a larger catalog only the first are browsed by colour, because sorting more would delay other requests.
 */
const MOST_ON_SHELF = 30_000

async function readShelf(catalog: Fabrics): Promise<FabricPage> {
  const page = await catalog.search({ limit: MOST_ON_SHELF, after: undefined })
  // Made now, because the way to make it holds the whole index in memory.
  const report = page.report()
  return { ...page, report: () => report }
}

/**
 * The catalog in its order for pages that show it without a search: read once for each state of the catalog.
 * Throws `catalog_unavailable`.
 */
export function createShelf(catalog: Fabrics): () => Promise<FabricPage> {
  let known: { readonly version: string; readonly page: Promise<FabricPage> } | undefined
  return async () => {
    // Read the version first: caching a newer catalog under an older version is harmless.
    const version = await catalog.version()
    if (known?.version !== version) {
      const page = readShelf(catalog)
      known = { version, page }
      page.catch(() => {
        known = undefined
      })
    }
    return known.page
  }
}
