import type { ReadingListener } from './reading.ts'

/** How a file is imported into a database. */
export interface FileImportOptions extends ReadingListener {
  /** Leave bad records out instead of refusing the whole file. */
  readonly skipBad: boolean
  /** Report what would be done, but change nothing. */
  readonly isDryRun: boolean
  /** Called when another process is writing, and this import waits for it. */
  onWait(): void
}

/** What happened to the records that were written. */
export interface Put {
  readonly added: number
  readonly updated: number
  /** Records that were already there with the same content; `undefined` if that is not looked at. */
  readonly unchanged: number | undefined
  /** Records that occur again later in the file. The last one counts. */
  readonly duplicate: number
}

/** The counts of an import. Added, updated, unchanged, duplicate, bad and skipped add up to `read`. */
export interface FileImport extends Put {
  readonly read: number
  readonly bad: number
  /** Rows of empty cells. */
  readonly skipped: number
  /** False if nothing was written because of bad records. */
  readonly isDone: boolean
}

/** Thrown during an import to undo it, because it was a dry run or because it was refused. */
export class Undone extends Error {
  readonly put: Put | undefined

  /** @param put what would have been written; `undefined` if bad records kept everything out. */
  constructor(put?: Put) {
    super('The import is undone.')
    this.put = put
  }
}

/** Runs an import until it ends or is undone. */
export async function untilUndone(run: () => Promise<Put>): Promise<Put | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Undone) return error.put
    throw error
  }
}

/** The result of an import. Without `put`, it was refused. */
export function importResult(
  { read, bad, skipped }: { readonly read: number; readonly bad: number; readonly skipped: number },
  put: Put | undefined,
): FileImport {
  const nothing = { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }
  return { read, bad, skipped, ...(put ?? nothing), isDone: put !== undefined }
}

/** Another import may take a minute or two. */
export const patienceOf = ({ onWait }: FileImportOptions) => ({ seconds: 600, onWait })
