import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type * as z from 'zod'
import { isTooDeep, MAX_DEPTH } from '../core/depth.ts'
import { csvRecords, type FileRecord } from './csv.ts'
import type { Headings } from './headings.ts'
import { type Issue, issuesOf, type Report } from './report.ts'
import { textOf } from './text.ts'

/** The longest text that Node holds has 512 MiB. A catalog of a million fabrics has 75. */
const MOST_BYTES = 500 * 1024 * 1024

/** Reads a whole file, or standard input for `-`. So a slow input keeps nobody from writing. */
export async function readInput(file: string): Promise<Buffer> {
  if (file !== '-' && (await stat(file)).isDirectory()) throw new Error(`${file} is a folder, not a file.`)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of file === '-' ? process.stdin : createReadStream(file)) {
    pieces.push(piece)
    size += piece.length
    if (size > MOST_BYTES)
      throw new Error(`The input is larger than ${MOST_BYTES.toLocaleString('en')} bytes. Split it.`)
  }
  return Buffer.concat(pieces)
}

/** The record of a line, or what is wrong with the line. */
function parsed(json: string): { record: unknown } | { problem: string; value: string } {
  try {
    const record: unknown = JSON.parse(json)
    return isTooDeep(record)
      ? { problem: `is nested more than ${MAX_DEPTH} levels deep`, value: json }
      : { record }
  } catch {
    return { problem: 'not valid JSON', value: json }
  }
}

/** One line after the other: a list of all would need much memory for a file of empty lines. */
function* linesIn(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    yield text.slice(from, to)
    from = to + 1
  }
}

/** The records of NDJSON: one JSON value on each line. Empty lines are left out. */
function* ndjsonRecords(text: string): Generator<FileRecord> {
  let line = 0
  for (const json of linesIn(text)) {
    line += 1
    if (json.trim() === '') continue
    if (json.trim() === '{')
      throw new Error(`Line ${line} has only the beginning of an object. Write each object on one line.`)
    yield { line, ...parsed(json) }
  }
}

/** The records of a text: NDJSON, or CSV if headings are given. The first character shows which. */
function fileRecords(text: string, headings: Headings | undefined, report: Report): Iterable<FileRecord> {
  const [first] = text.trimStart()
  if (first === undefined) return []
  if (first === '[')
    throw new Error(
      'The input is a JSON array. Write each object on a line of its own, without commas between them (NDJSON), as with: jq -c ".[]" FILE',
    )
  return first === '{' || headings === undefined ? ndjsonRecords(text) : csvRecords(text, headings, report)
}

/** What a record says. Issues without a value keep it out; those beside a value say which fields are left out. */
export interface Parsed<Value> {
  readonly value?: Value
  readonly issues: readonly Issue[]
}

/** How records of one kind are read. */
export interface FileFormat<Value> {
  /** `undefined` if the records are JSON only and their fields are named exactly. */
  readonly headings?: Headings
  readonly parse: (record: unknown) => Parsed<Value>
}

/** Parses records with a schema. A record with an issue is left out as a whole. */
export function bySchema<Value>(schema: z.ZodType<Value>): FileFormat<Value>['parse'] {
  return (record) => {
    const { data, error } = schema.safeParse(record, { reportInput: true })
    return error === undefined ? { value: data, issues: [] } : { issues: issuesOf(error.issues) }
  }
}

/** The value of a record, and the line on which it is. */
export interface ReadValue<Value> {
  readonly line: number
  readonly value: Value
}

/**
 * The values of a file. All records are counted, and the report says what is wrong with the bad ones. Throws if the
 * input has neither format.
 */
export function* readValues<Value>(
  input: Buffer,
  { headings, parse }: FileFormat<Value>,
  report: Report,
): Generator<ReadValue<Value>> {
  for (const found of fileRecords(textOf(input), headings, report)) {
    const { line } = found
    report.read += 1
    const { value, issues } =
      'problem' in found ? { issues: [{ kind: found.problem, value: found.value }] } : parse(found.record)
    if (value === undefined) report.refuse(line, ...issues)
    else {
      report.dropped.add(line, issues)
      yield { line, value }
    }
  }
}
