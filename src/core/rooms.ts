// What tools see of the rooms. Private methods find what the owner has, and projects that the owner is a member of.

import * as z from 'zod'

export const ASSET_RESOURCES = ['blocks', 'quilts', 'swatches', 'patterns'] as const
export type AssetResource = (typeof ASSET_RESOURCES)[number]

/** As outlines and item files name them. */
export const ASSET_KINDS = {
  blocks: 'block',
  quilts: 'quilt',
  swatches: 'swatch',
  patterns: 'pattern',
} as const

/** D20 */
export const LAYOUT_MODES = ['grid', 'sashing', 'on-point', 'strip', 'medallion', 'freeform'] as const

export const SUPPLY_CATEGORIES = [
  'fabric-brands',
  'fabric-types',
  'batting-materials',
  'batting-brands',
  'precuts',
  'rotary-cutters',
  'rulers',
  'cutting-mats',
  'quilting-machines',
  'machine-brands',
] as const
export type SupplyCategory = (typeof SUPPLY_CATEGORIES)[number]

/** A larger design is neither stored nor read. A block of 640 pieces has 48,000 bytes. */
export const MOST_DESIGN_BYTES = 1_048_576

/** `next` is the key of the last row when more rows follow. */
export interface ListPage<Item, Key> {
  readonly items: readonly Item[]
  readonly next: Key | null
}

export interface PageRequest<Key> {
  readonly limit: number
  readonly after: Key | undefined
}

/** `createdAt`, then id (D5). */
export const itemKey = z.tuple([z.number(), z.string()]).readonly()
export type ItemKey = z.output<typeof itemKey>

export interface ProjectRecord {
  readonly id: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly name: string
  readonly archived: boolean
}

export interface Projects {
  /** Newest first. */
  list(
    owner: string,
    request: PageRequest<ItemKey> & { query: string | undefined },
  ): Promise<ListPage<ProjectRecord, ItemKey>>
  /** On all pages, counted up to `most`. */
  count(owner: string, query: string | undefined, most: number): Promise<number>
  get(owner: string, id: string): Promise<ProjectRecord | undefined>
  /** Answers the id once the project is stored safely. */
  create(owner: string, project: { name: string; description: string | undefined }): Promise<string>
}

/** Lengths in finished inches (D2). */
export interface AssetRecord {
  readonly id: string
  readonly createdAt: number
  readonly resource: AssetResource
  readonly name: string
  readonly description?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly gridRows?: number | undefined
  readonly gridCols?: number | undefined
  readonly blockSize?: number | undefined
  readonly shapeCount?: number | undefined
  readonly projectId?: string | undefined
  readonly colorHex?: string | undefined
  readonly layoutMode?: string | undefined
  readonly tags: readonly string[]
  readonly archived: boolean
}

export interface AssetFilter {
  readonly resource: AssetResource
  readonly projectId: string | undefined
  readonly query: string | undefined
}

export interface Assets {
  /** Newest first; those of a project only while the owner belongs to it (D22). */
  list(owner: string, request: PageRequest<ItemKey> & AssetFilter): Promise<ListPage<AssetRecord, ItemKey>>
  count(owner: string, filter: AssetFilter, most: number): Promise<number>
  get(owner: string, resource: AssetResource, id: string): Promise<AssetRecord | undefined>
  /** As JSON text, unchecked. */
  design(owner: string, resource: AssetResource, id: string): Promise<string | undefined>
  /** Answers the id of a block without pieces. */
  createBlock(owner: string, block: { name: string; width: number; height: number }): Promise<string>
}

/** After a page of `navy, mustard` that ended with a mustard: `navy|mustard`, 1, the last navy and the last mustard. */
export const fabricKey = z.object({
  /** D16 */
  way: z.string(),
  /** Of the last fabric. Lists take turns (D17). */
  list: z.number(),
  /** Of each list: the rank (D15) or distance from the colour, and the sort values of D5. */
  last: z.array(z.tuple([z.number(), z.string(), z.string(), z.string(), z.string()]).nullable()),
})
export type FabricKey = z.output<typeof fabricKey>

export interface FabricRecord {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
  readonly collection: string
  readonly sku: string | undefined
  readonly colorHex: string | undefined
  readonly thumbnailUrl: string | undefined
}

export interface FabricFilter {
  readonly query?: string | undefined
  readonly manufacturer?: string | undefined
  readonly collection?: string | undefined
}

/** The report costs extra, so it is made on request. */
export type FabricPage = ListPage<FabricRecord, FabricKey> & { report(): SearchReport }

export type FilterName = 'manufacturer' | 'collection'

/** A corrected spelling, or a short name. */
type Reading = Readonly<Record<'written' | 'meant', string>>

/** D14–D18, D38 */
export interface SearchReport {
  readonly readings: readonly Reading[]
  /** The colour of each list, the words that named it, and the fabric that they named, if any. */
  readonly colors: ReadonlyArray<
    { readonly hex: string; readonly name: string; readonly of: string | undefined } | undefined
  >
  /** Words that filter beside colours, as they were typed. */
  readonly besideColors: readonly string[]
  /** Parts of a list, which take turns (D17.8). */
  readonly parts: readonly string[]
  /** Parts of it for which nothing was found. */
  readonly unmatched: readonly string[]
  readonly filters: ReadonlyArray<{
    readonly filter: FilterName
    readonly text: string
    readonly readAs: FilterName
    readonly names: readonly string[]
  }>
  readonly isCut: boolean
  /** Words that no fabric on the page has. */
  readonly missing: readonly string[]
  /** One of them is a tone, and the fabrics were found by their names. */
  readonly lacksTone: boolean
  /** On all pages. */
  readonly total: number
  /** Of each fabric: its list, and its CIEDE2000 distance if that has a colour. Empty without colours. */
  readonly distances: ReadonlyArray<{ readonly list: number; readonly distance: number | undefined }>
  /** The fabric nearest to a written colour, if a colour's name beside it keeps it out, and the words of that. */
  readonly nearer:
    | { readonly words: readonly string[]; readonly name: string; readonly distance: number }
    | undefined
  readonly fault: SearchFault | undefined
}

/** Why nothing was found, and what would find something. */
export interface SearchFault {
  readonly isEmpty: boolean
  /** It says what is not wanted, which a search cannot leave out (D16.8). */
  readonly refuses: boolean
  readonly hasOnlyColors: boolean
  readonly unknown: readonly string[]
  /** What a search without these words, or without this filter, finds. */
  readonly without: ReadonlyArray<{ readonly words: readonly string[]; readonly total: number }>
  readonly withoutFilter: ReadonlyArray<{ readonly filter: FilterName; readonly total: number }>
}

/** In the order of D5, with numbers of fabrics. */
export interface MakerRecord {
  readonly manufacturer: string
  readonly fabrics: number
  readonly collections: ReadonlyArray<{ readonly collection: string; readonly fabrics: number }>
}

/** Every method throws `catalog_unavailable` when the catalog is empty or cannot be read. */
export interface Fabrics {
  search(request: PageRequest<FabricKey> & FabricFilter): Promise<FabricPage>
  makers(): Promise<readonly MakerRecord[]>
  get(id: string): Promise<FabricRecord | undefined>
  /** Changes with the catalog. */
  version(): Promise<string>
  changedAt(): Promise<Date | undefined>
  /** As an import reads it, in the order of D5. Throws too if the catalog changes meanwhile. */
  file(format: 'csv' | 'ndjson'): AsyncIterable<string>
}

export interface SupplyRecord {
  readonly slug: string
  readonly name: string
  readonly summary: string
  readonly bestFor?: string | undefined
  readonly priceRange?: string | undefined
  readonly retailers?: { name: string; url: string }[] | undefined
}

/** D38 */
export interface GuidesReport {
  readonly readings: readonly Reading[]
  /** Words that no found guide has. */
  readonly missing: readonly string[]
  /** Those of them that other guides of the category have. */
  readonly elsewhere: ReadonlyArray<{ readonly name: string; readonly words: readonly string[] }>
  /** Otherwise the guides with the most and rarest words are listed, best first. */
  readonly hasAll: boolean
}

export interface Supplies {
  /** Throws `catalog_unavailable` without guides. */
  browse(request: { category: SupplyCategory; query: string | undefined; limit: number }): Promise<{
    items: readonly SupplyRecord[]
    totalMatching: number
    report: GuidesReport
  }>
  /** Guides whose names have all words of a text, or else the categories that it names. */
  called(text: string): Promise<ReadonlyArray<{ readonly category: SupplyCategory; readonly name?: string }>>
}

export interface Store {
  readonly projects: Projects
  readonly assets: Assets
  readonly fabrics: Fabrics
  readonly supplies: Supplies
}
