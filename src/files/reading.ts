import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type * as z from 'zod'
import { isTooDeep, MOST_LEVELS } from '../core/depth.ts'
import { csvRecords, type FileRecord, type Headings } from './csv.ts'
import { type Issue, Report, shownValue } from './findings.ts'

/** The longest text that Node holds has 512 MiB. A catalog of a million fabrics has 75. */
const MOST_BYTES = 500 * 1024 * 1024

/** Reads a whole file (`-` is standard input) before anything is written: a slow input must block no writer. */
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

/** A workbook is a ZIP file. */
const ZIP = '504b0304'

/** UTF-16 begins with a byte order mark, or else with a Latin character, one of whose two bytes is zero. */
function encodingOf([one, two]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((one === 0xff && two === 0xfe) || (two === 0 && one !== 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== undefined) ? 'utf-16be' : 'utf-8'
}

/** Without a byte order mark. If it is not text, the error says what to do. */
function textOf(bytes: Buffer): string {
  if (bytes.toString('hex', 0, 4) === ZIP)
    throw new Error(
      'The input is a workbook or a ZIP file, not text. Open it in a spreadsheet, and save the sheet as "CSV UTF-8".',
    )
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)
    const line = before.length - before.replaceAll('\n', '').length + 1
    throw new Error(
      `The input is not ${encoding.toUpperCase()} text, on line ${line} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
      { cause: error },
    )
  }
}

function readLine(json: string): Omit<FileRecord, 'line'> {
  try {
    const record: unknown = JSON.parse(json)
    if (!isTooDeep(record)) return { record }
    return { issue: { kind: `is nested more than ${MOST_LEVELS} levels deep`, value: json } }
  } catch {
    return { issue: { kind: 'not valid JSON', value: json } }
  }
}

/** One JSON value on each line. Empty lines are left out. */
function* ndjsonRecords(text: string): Generator<FileRecord> {
  let line = 0
  // A list of all lines would need much memory for a file of empty ones.
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const json = text.slice(from, end === -1 ? undefined : end).trim()
    from = end === -1 ? text.length : end + 1
    line += 1
    if (json === '{')
      throw new Error(`Line ${line} has only the beginning of an object. Write each object on one line.`)
    if (json !== '') yield { line, ...readLine(json) }
  }
}

/** NDJSON, or CSV if headings are given. The first character shows which. */
function fileRecords(text: string, headings: Headings | undefined, report: Report): Iterable<FileRecord> {
  const [first] = text.trimStart()
  if (first === undefined) return []
  if (first === '[')
    throw new Error(
      'The input is a JSON array. Write each object on a line of its own, without commas between them (NDJSON), as with: jq -c ".[]" FILE',
    )
  return first === '{' || headings === undefined ? ndjsonRecords(text) : csvRecords(text, headings, report)
}

/** Without a value, the issues say why the record is refused; with one, which fields are left out. */
export interface Parsed<Value> {
  readonly value?: Value
  readonly issues: readonly Issue[]
}

export interface FileFormat<Value> {
  /** `undefined` if the records are JSON only and their fields are named exactly. */
  readonly headings?: Headings
  readonly parse: (record: unknown) => Parsed<Value>
}

/** Refuses a record as a whole if it has an issue. */
export function bySchema<Value>(schema: z.ZodType<Value>): FileFormat<Value>['parse'] {
  return (record) => {
    const { data, error } = schema.safeParse(record, { reportInput: true })
    if (error === undefined) return { value: data, issues: [] }
    const issues = error.issues.map(({ path, message, input }) => ({
      kind: path.length === 0 ? message : `${path.join('.')}: ${message}`,
      value: shownValue(input),
    }))
    return { issues }
  }
}

export interface ReadValue<Value> {
  readonly line: number
  readonly value: Value
}

/** Yields the good values, and reports on all records. Throws if the file has neither format. */
export function* readValues<Value>(
  input: Buffer,
  { headings, parse }: FileFormat<Value>,
  report: Report,
): Generator<ReadValue<Value>> {
  for (const { line, record, issue } of fileRecords(textOf(input), headings, report)) {
    report.read += 1
    const { value, issues } = issue === undefined ? parse(record) : { issues: [issue] }
    if (value === undefined) report.refuse(line, ...issues)
    else {
      report.dropped.add(line, issues)
      yield { line, value }
    }
  }
}

/** Throws if anything is wrong with the file. */
export function readShipped<Value>(text: string, format: FileFormat<Value>): Value[] {
  const report = new Report()
  const values = [...readValues(Buffer.from(text), format, report)].map(({ value }) => value)
  const [finding] = [...report.refused.first, ...report.dropped.first]
  if (finding !== undefined) throw new Error(`line ${finding.line}: ${finding.kind}`)
  return values
}
