import type { Readable } from 'node:stream'
import { csvRecords } from './csv.ts'
import type { Fields } from './fields.ts'
import { findHeader, HEADER_WITHIN, type Header } from './header.ts'
import { arrayElements } from './json-array.ts'
import { linesOf } from './lines.ts'
import { textOf } from './text.ts'

/**
 * A record of an input with its line number (counted from 1), or a description of what is wrong with it and the
 * part that is. A row of empty cells and a line above the header are no records, but are told.
 */
export type RawRecord =
  | { readonly line: number; readonly record: unknown }
  | { readonly line: number; readonly problem: string; readonly value?: string | undefined }
  | { readonly line: number; readonly isEmpty: true }
  | { readonly line: number; readonly above: string }

type RawRecords = AsyncGenerator<RawRecord>

function parsed(line: number, json: string): RawRecord {
  try {
    return { line, record: JSON.parse(json) }
  } catch {
    return { line, problem: 'not valid JSON', value: json || undefined }
  }
}

async function* ndjson(text: AsyncIterable<string>): RawRecords {
  let line = 0
  for await (const each of linesOf(text)) {
    line += 1
    if (each.trim() === '{')
      throw new Error(
        `Line ${line} has only the beginning of an object. Write each object on one line, or all of them as one list: [ … ].`,
      )
    if (each.trim() !== '') yield parsed(line, each)
  }
}

async function* jsonArray(text: AsyncIterable<string>): RawRecords {
  for await (const element of arrayElements(text))
    yield 'problem' in element ? element : parsed(element.line, element.text)
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/**
 * A row as a record. Spreadsheets omit empty cells at the end of a row, or write too many. They also print the
 * header again on each page.
 */
function rowRecord({ names }: Header, line: number, cells: readonly string[]): RawRecord {
  if (isBlank(cells)) return { line, isEmpty: true }
  const surplus = cells.slice(names.length)
  if (!isBlank(surplus))
    return {
      line,
      problem: `has ${cells.length} cells, but the header has ${names.length}`,
      value: surplus.join(' ').trim(),
    }
  if (names.every((name, index) => name === cells[index]?.trim()))
    return { line, problem: 'is the header again' }
  const values = names.map((name, index) => [name, cells[index] ?? ''] as const)
  // Columns without a name are often empty.
  return {
    line,
    record: Object.fromEntries(values.filter(([name, value]) => name !== '' || value.trim() !== '')),
  }
}

/** The lines above a header which say something to a person. `sep=;` is for spreadsheets. */
function* linesAbove({ line, separator }: Header, begin: readonly string[]): Generator<RawRecord> {
  for (const [index, text] of begin.slice(0, line - 1).entries()) {
    const above = text.replaceAll(separator, ' ').trim()
    if (above !== '' && !/^"?sep=/i.test(text)) yield { line: index + 1, above }
  }
}

async function* csv(text: AsyncIterable<string>, fields: Fields): RawRecords {
  const lines = linesOf(text)
  const begin: string[] = []
  while (begin.length < HEADER_WITHIN) {
    const { value, done } = await lines.next()
    if (done) break
    begin.push(value)
  }
  const header = await findHeader(begin, fields)
  yield* linesAbove(header, begin)
  const before = header.line - 1
  const rows = (async function* () {
    yield* begin.slice(before)
    yield* lines
  })()
  let isHeader = true
  for await (const row of csvRecords(rows, header.separator, before)) {
    if (!isHeader) yield 'problem' in row ? row : rowRecord(header, row.line, row.cells)
    isHeader = false
  }
}

/**
 * The records of an input: a JSON array, NDJSON, or CSV if fields are given. The first character shows which.
 * Throws if the input has none of these formats.
 */
export async function* readRecords(input: Readable, fields?: Fields): RawRecords {
  const text = textOf(input)
  let begin = ''
  for await (const piece of { [Symbol.asyncIterator]: () => ({ next: () => text.next() }) }) {
    begin += piece
    if (begin.trim() !== '') break
  }
  const all = (async function* () {
    yield begin
    yield* text
  })()
  const [first] = begin.trimStart()
  if (first === undefined) return
  if (first === '[') yield* jsonArray(all)
  else if (first === '{' || fields === undefined) yield* ndjson(all)
  else yield* csv(all, fields)
}
