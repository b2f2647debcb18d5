import type { Connection } from '../database.ts'
import type { Matched } from './colors/color-search.ts'
import type { ColorCells } from './colors/color-table.ts'
import type { Lines } from './lines.ts'
import type { Lists } from './pages/lists.ts'
import type { Walks } from './pages/walks.ts'
import type { CatalogWords } from './readings/catalog-words.ts'
import type { Lexicon } from './readings/lexicon.ts'
import type { Fabric } from './rows.ts'

/** One state of the catalog, as searches see it. */
export interface Snapshot {
  readonly db: Connection
  readonly lines: Lines
  /** The fabric at a position. */
  fabricAt(position: number): Fabric
  readonly cells: ColorCells
  readonly catalogWords: CatalogWords
  readonly lexicon: Lexicon
  readonly lists: Lists
  /** Lists by colour that are being read. */
  readonly walks: Walks<Matched>
}
