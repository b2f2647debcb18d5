import type { Readable } from 'node:stream'
import { csvRecords, separatorOf } from './csv.ts'
import { checkHeader, type Fields } from './fields.ts'
import { arrayElements } from './json-array.ts'
import { linesOf } from './lines.ts'
import { textOf } from './text.ts'

/**
 * A record of an input with its line number (counted from 1), a description of what is wrong with it, or a
 * row of empty cells.
 */
export type RawRecord =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string }
  | { readonly line: number; readonly isEmpty: true }

type RawRecords = AsyncGenerator<RawRecord>

function parsed(line: number, json: string): RawRecord {
  try {
    return { line, value: JSON.parse(json) }
  } catch {
    return { line, problem: 'not valid JSON' }
  }
}

async function* ndjson(text: AsyncIterable<string>): RawRecords {
  let line = 0
  for await (const each of linesOf(text)) {
    line += 1
    if (each.trim() !== '') yield parsed(line, each)
  }
}

async function* jsonArray(text: AsyncIterable<string>): RawRecords {
  for await (const element of arrayElements(text))
    yield 'problem' in element ? element : parsed(element.line, element.text)
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** A row as a record. Spreadsheets omit empty cells at the end of a row, or write too many. */
function rowRecord(header: readonly string[], line: number, cells: readonly string[]): RawRecord {
  if (isBlank(cells)) return { line, isEmpty: true }
  if (!isBlank(cells.slice(header.length)))
    return { line, problem: `has ${cells.length} cells, but the header has ${header.length}` }
  return { line, value: Object.fromEntries(header.map((column, index) => [column, cells[index] ?? ''])) }
}

async function* csv(text: AsyncIterable<string>, fields: Fields): RawRecords {
  const lines = linesOf(text)
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
  let header: readonly string[] | undefined
  for await (const record of csvRecords(all, separatorOf(begin.at(-1) ?? ''))) {
    if ('problem' in record) yield record
    else if (header === undefined) {
      header = record.cells.map((cell) => cell.trim())
      checkHeader(header, fields)
    } else yield rowRecord(header, record.line, record.cells)
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
