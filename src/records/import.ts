import type { ReadingListener } from './reading.ts'

/** How a file is put into a database. */
export interface FileImportOptions extends ReadingListener {
  /** Leave bad records out instead of refusing the whole file. */
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
  /** Those that were there already, just so; `undefined` where nobody looks whether they were. */
  readonly unchanged: number | undefined
  /** Those that stand in the file once more behind; the last counts. */
  readonly duplicate: number
}

/** All records read are added, updated, unchanged, duplicate, bad or skipped: the numbers add up. */
export interface FileImport extends Put {
  readonly read: number
  readonly bad: number
  /** Rows of empty cells. */
  readonly skipped: number
  /** False when bad records kept everything out. */
  readonly isDone: boolean
}

/** Thrown within an import to undo it: what it did was only looked at, or it was refused. */
export class Undone extends Error {
  readonly put: Put | undefined

  /** @param put what would have been done; nothing when bad records kept everything out. */
  constructor(put?: Put) {
    super('The import is undone.')
    this.put = put
  }
}

/** Runs an import to its end, or until it is undone. */
export async function untilUndone(run: () => Promise<Put>): Promise<Put | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Undone) return error.put
    throw error
  }
}

/** The result of an import; without `put` it was refused. */
export function importResult(
  { read, bad, skipped }: { readonly read: number; readonly bad: number; readonly skipped: number },
  put: Put | undefined,
): FileImport {
  const nothing = { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }
  return { read, bad, skipped, ...(put ?? nothing), isDone: put !== undefined }
}

/** Another import may take a minute or two. */
export const patienceOf = ({ onWait }: FileImportOptions) => ({ seconds: 600, onWait })
