import { createWriteStream } from 'node:fs'
import { exportTo } from '../transfer/export.ts'
import { withDatabase } from './database.ts'

/** `selvage export`: fabrics as CSV, or as NDJSON when the file is named so; items as NDJSON. */
export async function exportFile(what: 'fabrics' | 'items', file: string | undefined): Promise<void> {
  const format = /\.(ndjson|jsonl)$/i.test(file ?? '') ? 'ndjson' : 'csv'
  await withDatabase(async (db) => {
    const output = file === undefined || file === '-' ? process.stdout : createWriteStream(file)
    await exportTo(db, output, what, format)
  })
}
