import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

function csvCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

type Rows<Row> = AsyncIterable<Row> | Iterable<Row>

/** Rows as CSV (RFC 4180) with a header. A missing value is an empty cell. */
export async function* asCsv<Column extends string>(
  columns: readonly Column[],
  rows: Rows<Partial<Readonly<Record<Column, string | undefined>>>>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`
  for await (const row of rows) yield `${columns.map((column) => csvCell(row[column] ?? '')).join(',')}\n`
}

/** Records as NDJSON. Fields without a value are left out. */
export async function* asNdjson(records: Rows<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}

/**
 * Writes lines as fast as the output accepts them. Standard output stays open, because it is not ours to
 * close.
 */
export async function writeLines(lines: AsyncIterable<string>, output: Writable): Promise<void> {
  await pipeline(Readable.from(lines), output, { end: output !== process.stdout })
}
