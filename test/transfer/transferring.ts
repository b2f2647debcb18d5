import { Readable, Writable } from 'node:stream'
import { exportTo } from '../../src/transfer/export.ts'
import { importFabrics, importItems } from '../../src/transfer/import.ts'
import type { TestDatabase } from '../accounts/databases.ts'

type What = 'fabrics' | 'items'
interface Options {
  readonly skipBad?: boolean
  /** How the input arrives: in pieces of so many bytes. */
  readonly pieces?: number
}

function piecesOf(text: string | Buffer, size: number): Buffer[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

/** Imports a text; answers the result, and the problems by line. */
export async function importText(
  { accounts, catalog }: TestDatabase,
  what: What,
  text: string | Buffer,
  { skipBad = false, pieces = 65_536 }: Options = {},
) {
  const problems: [line: number, problem: string][] = []
  const unknown: string[] = []
  const input = Readable.from(piecesOf(text, pieces), { objectMode: false })
  const options = {
    skipBad,
    onProblem: (line: number, problem: string) => problems.push([line, problem]),
    onProgress: () => {},
    onUnknownField: (field: string) => unknown.push(field),
    onWait: () => {},
  }
  const result =
    what === 'fabrics'
      ? await importFabrics(catalog, input, options)
      : await importItems(accounts, input, options)
  return { ...result, problems, unknown }
}

export async function exportText(
  database: TestDatabase,
  what: What,
  format: 'csv' | 'ndjson' = 'csv',
): Promise<string> {
  const chunks: string[] = []
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  await exportTo(database, output, what, format)
  return chunks.join('')
}
