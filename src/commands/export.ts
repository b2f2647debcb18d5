import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { exportTo } from '../transfer/export.ts'
import { withDatabases } from './databases.ts'

/** Writes beside the file and moves it into place, so that an interruption leaves the file that was there. */
async function inPlaceOf(file: string, write: (output: Writable) => Promise<void>): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    await write(createWriteStream(unfinished))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** `selvage export`: fabrics as CSV, or as NDJSON when the file is named so; items as NDJSON. */
export async function exportFile(what: 'fabrics' | 'items', file: string | undefined): Promise<void> {
  const format = /\.(ndjson|jsonl)$/i.test(file ?? '') ? 'ndjson' : 'csv'
  await withDatabases((databases) =>
    file === undefined || file === '-'
      ? exportTo(databases, process.stdout, what, format)
      : inPlaceOf(file, (output) => exportTo(databases, output, what, format)),
  )
}
