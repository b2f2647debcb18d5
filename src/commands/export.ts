import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { exportTo } from '../transfer/export.ts'
import { withDatabases } from './databases.ts'

/** Writes a temporary file and then renames it, so that an interrupted export leaves the old file. */
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

/** `selvage export`: fabrics as CSV, or as NDJSON if the file name ends so; items as NDJSON. */
export async function exportFile(what: 'fabrics' | 'items', file: string | undefined): Promise<void> {
  const format = /\.(ndjson|jsonl)$/i.test(file ?? '') ? 'ndjson' : 'csv'
  await withDatabases((databases) =>
    file === undefined || file === '-'
      ? exportTo(databases, process.stdout, what, format)
      : inPlaceOf(file, (output) => exportTo(databases, output, what, format)),
  )
}
