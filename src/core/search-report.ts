import type { FabricRecord, ForgivenessLevel, Total } from './repositories.ts'

/** How a query was read where that was not as written (D38). */
export interface QueryReading {
  /** Words that did not have to be found. */
  readonly leftOut: readonly string[]
  /** Words that were read as something else: a corrected spelling, or a short name. */
  readonly readAs: ReadonlyArray<{ readonly written: string; readonly meant: string }>
}

/** How a search read its question and what it found (D14–D18). Notes (D38) and pages say it; REST has no field for it. */
export interface SearchReport extends QueryReading {
  /** The level that found something; `undefined` if none did. */
  readonly level: ForgivenessLevel | undefined
  /** What the filters stand for in the catalog; empty when there was no such filter. */
  readonly manufacturers: readonly string[]
  readonly collections: readonly string[]
  /** How many more collections have in their names what was asked for, where one is called so. */
  readonly furtherCollections: number
  /** The colours asked for, as `#RRGGBB`, in their order (D17). */
  readonly colors: readonly string[]
  /** The colours beyond the most that a search reads. */
  readonly furtherColors: readonly string[]
  /** The words that filter beside the colours. Empty without colours. */
  readonly besideColors: readonly string[]
  /** For each fabric of the page: the colour it belongs to and its CIEDE2000 distance. Empty without colours. */
  readonly distances: ReadonlyArray<{ readonly color: string; readonly distance: number }>
  /** How many fabrics match in all. */
  readonly total: Total
  /** Words for colours, such as "green", that only names were searched for. Empty beside a colour. */
  readonly colorWords: readonly string[]
  /** What a search as written would find without words that may be missing in a search that finds nothing (D16). */
  readonly without: { readonly words: readonly string[]; readonly total: Total } | undefined
  /** Why nothing was found, and what would find something. */
  readonly fault: SearchFault | undefined
}

export type SearchFault =
  /** A filter that stands for nothing in the catalog. */
  | {
      readonly is: 'unknownFilter'
      readonly part: Filter
      readonly text: string
      readonly nearest: readonly string[]
      /** What the name stands for in the other filter, if it was given to the wrong one. */
      readonly inOtherFilter: readonly string[]
    }
  /** The collections are not of these makers, but of others. */
  | { readonly is: 'otherMaker'; readonly makers: readonly string[] }
  | {
      readonly is: 'words'
      readonly hasColor: boolean
      /** How many words the question has; a SKU of several parts is one. */
      readonly words: number
      /** Words that find nothing, not even alone. */
      readonly unknown: readonly string[]
      /** The fabrics that SKUs in the question name, whatever else it asks for. */
      readonly skus: ReadonlyArray<{ readonly sku: string; readonly fabric: FabricRecord }>
      /** The fabrics of a list such as "Kona Snow, Kona Ash", and how many each finds. Empty if one finds nothing. */
      readonly listed: ReadonlyArray<{ readonly text: string; readonly total: Total }>
      /** Similar words that would find something in place of the only unknown one. */
      readonly nearest: readonly string[]
      /** What the search would find without some of its words, or without a filter. */
      readonly without: ReadonlyArray<{
        readonly left: 'words' | Filter
        readonly words: readonly string[]
        readonly total: Total
      }>
    }

type Filter = 'manufacturer' | 'collection'
