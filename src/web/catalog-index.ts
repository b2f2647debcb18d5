import { slugOf } from '../core/links.ts'
import type { Fabrics, MakerRecord } from '../core/repositories.ts'

/** Makers and collections by the slugs of their pages. It is read again when the catalog changes. */
export interface CatalogIndex {
  makers(): Promise<readonly MakerRecord[]>
  /** `undefined` if the catalog has no such collection. */
  collection(
    makerSlug: string,
    collectionSlug: string,
  ): Promise<{ manufacturer: string; collection: string; fabrics: number } | undefined>
}

export function createCatalogIndex(fabrics: Fabrics): CatalogIndex {
  let known: { readonly version: string; readonly makers: readonly MakerRecord[] } | undefined
  const makers = async () => {
    const version = await fabrics.version()
    if (known?.version !== version) known = { version, makers: await fabrics.makers() }
    return known.makers
  }
  return {
    makers,
    async collection(makerSlug, collectionSlug) {
      for (const maker of await makers()) {
        if ((slugOf(maker.manufacturer) || '-') !== makerSlug) continue
        const found = maker.collections.find(
          ({ collection }) => (slugOf(collection) || '-') === collectionSlug,
        )
        if (found !== undefined) return { manufacturer: maker.manufacturer, ...found }
      }
      return undefined
    },
  }
}
