import type { ReadingListener } from './reading.ts'

/** How a file is put into a database. */
export interface ImportOptions extends ReadingListener {
  /** Leave bad records out instead of refusing the whole input. */
  readonly skipBad: boolean
  /** Say what would be done, and do nothing. */
  readonly isDryRun: boolean
  /** Called when another process is writing, and this import waits for it. */
  onWait(): void
}

/** What became of the records that were put in. */
export interface Put {
  readonly added: number
  readonly updated: number
  /** Those that were there already, just so; `undefined` where that is not looked at. */
  readonly unchanged?: number
  /** Those that stand in the input once more behind; the last counts. */
  readonly duplicate: number
}

/** All records read are added, updated, unchanged, duplicate, bad or skipped: the numbers add up. */
export interface ImportResult extends Put {
  readonly read: number
  readonly bad: number
  /** Rows of empty cells. */
  readonly skipped: number
  /** False when bad records kept everything out. */
  readonly isDone: boolean
}

export const NOTHING_PUT: Put = { added: 0, updated: 0, duplicate: 0 }

/** Another import may take a minute or two. */
export const IMPORT_PATIENCE_SECONDS = 600
