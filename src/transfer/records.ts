import type { Readable } from 'node:stream'
import type * as z from 'zod'
import { csvRecords } from './csv.ts'
import { linesOf } from './lines.ts'

/** A record of an input with its line number, counted from 1; or what is wrong with it. */
export type Parsed<Value> =
  | { readonly line: number; readonly value: Value }
  | { readonly line: number; readonly problem: string }

export type Records = AsyncGenerator<Parsed<unknown>>

async function* ndjson(lines: AsyncIterable<string>): Records {
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    try {
      yield { line, value: JSON.parse(text) }
    } catch {
      yield { line, problem: 'not valid JSON' }
    }
  }
}

/** Throws when the columns are not what is needed, so that no row is taken for another. */
function checkHeader(header: readonly string[], needed: readonly string[]): void {
  const found = `The first line names: ${header.join(', ').slice(0, 200)}.`
  const missing = needed.filter((column) => !header.includes(column))
  if (missing.length > 0) {
    throw new Error(`Not a file of fabrics: there is no column ${missing.join(', ')}. ${found}`)
  }
  const repeated = header.find((column, index) => header.indexOf(column) !== index)
  if (repeated !== undefined) throw new Error(`There are two columns ${repeated}. ${found}`)
}

async function* csv(lines: AsyncIterable<string>, needed: readonly string[]): Records {
  let header: readonly string[] | undefined
  for await (const record of csvRecords(lines)) {
    if ('problem' in record) yield record
    else if (header === undefined) {
      header = record.cells.map((cell) => cell.trim())
      checkHeader(header, needed)
    } else {
      const { line, cells } = record
      if (cells.length !== header.length)
        yield { line, problem: `has ${cells.length} cells, but the header has ${header.length}` }
      else yield { line, value: Object.fromEntries(header.map((column, index) => [column, cells[index]])) }
    }
  }
}

/**
 * The records of an NDJSON input, or of a CSV one with the columns needed where such are named; it is
 * told by its first character. Throws when the input is in no such format.
 */
export async function* readRecords(input: Readable, needed?: readonly string[]): Records {
  const lines = linesOf(input)
  const begin: string[] = []
  while ((begin.at(-1) ?? '').trim() === '') {
    const { value, done } = await lines.next()
    if (done) return
    begin.push(value)
  }
  const all = (async function* () {
    yield* begin
    yield* lines
  })()
  const isNdjson = needed === undefined || begin.at(-1)?.trim().startsWith('{')
  yield* isNdjson ? ndjson(all) : csv(all, needed)
}

function problemOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')
}

/** Records as the schema reads them. */
export async function* validated<Value>(
  records: AsyncIterable<Parsed<unknown>>,
  schema: z.ZodType<Value>,
): AsyncGenerator<Parsed<Value>> {
  for await (const parsed of records) {
    if ('problem' in parsed) {
      yield parsed
      continue
    }
    const result = schema.safeParse(parsed.value)
    yield result.success
      ? { line: parsed.line, value: result.data }
      : { line: parsed.line, problem: problemOf(result.error) }
  }
}

/** All values of a trusted input; throws at the first record that is wrong. */
export async function readAll<Value>(records: Records, schema: z.ZodType<Value>): Promise<Value[]> {
  const values: Value[] = []
  for await (const parsed of validated(records, schema)) {
    if ('problem' in parsed) throw new Error(`line ${parsed.line}: ${parsed.problem}`)
    values.push(parsed.value)
  }
  return values
}
