import type { Connection } from '../database.ts'
import type { Matched } from './color-search.ts'
import type { ColorCells } from './colors.ts'
import type { Lexicon } from './lexicon.ts'
import type { Lines } from './lines.ts'
import type { Lists } from './lists.ts'
import type { Fabric } from './rows.ts'
import type { WordList } from './spelling.ts'
import type { Walks } from './walks.ts'

/** One state of the catalog, as searches see it. */
export interface Snapshot {
  readonly db: Connection
  readonly lines: Lines
  /** The fabric at a position. */
  fabricAt(position: number): Fabric
  readonly cells: ColorCells
  readonly spellings: WordList
  readonly lexicon: Lexicon
  readonly lists: Lists
  /** Lists by colour that are being read. */
  readonly walks: Walks<Matched>
}
