import { createReadStream, statSync } from 'node:fs'
import { isTooDeep, MOST_LEVELS } from '../core/schema.ts'
import { type Headings, readCsv } from './csv.ts'
import { Report, type Row } from './import-report.ts'

/** Node holds texts up to 512 MiB. A catalog of a million fabrics has 75. */
const MOST_BYTES = 500 * 1024 * 1024

/** Reads a whole file (`-` is standard input) before a write begins: a slow input must block no writer. */
export async function readInput(file: string): Promise<Buffer> {
  if (file !== '-' && statSync(file).isDirectory()) throw new Error(`${file} is a folder, not a file.`)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of file === '-' ? process.stdin : createReadStream(file)) {
    pieces.push(piece)
    size += piece.length
    if (size > MOST_BYTES) throw new Error('The input is larger than 500 MiB. Split it.')
  }
  return Buffer.concat(pieces)
}

/** UTF-16 begins with a byte order mark, or with a Latin character: one of its two bytes is zero. */
function encodingOf([one, two]: Uint8Array) {
  if ((one === 0xff && two === 0xfe) || (two === 0 && one !== 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== undefined) ? 'utf-16be' : 'utf-8'
}

/** Without a byte order mark. */
function textOf(bytes: Buffer) {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error(
      `The input is not ${encoding.toUpperCase()} text. Save it as UTF-8 (in a spreadsheet: save the sheet as "CSV UTF-8").`,
      { cause: error },
    )
  }
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function readNdjson(text: string, report: Report, take: (row: Row<unknown>) => void) {
  let line = 0
  // Not `split`: a list of all lines could need much more memory than the text.
  for (const [written] of text.matchAll(/[^\n]*\n?/g)) {
    line += 1
    const json = written.trim()
    if (json === '') continue
    report.read += 1
    const value = parsedJson(json)
    if (value === undefined) report.refuse(line, { kind: 'not valid JSON', value: json })
    else if (!isTooDeep(value)) take({ line, value })
    else report.refuse(line, { kind: `is nested more than ${MOST_LEVELS} levels deep`, value: json })
  }
}

export interface FileFormat<Value> {
  /** `undefined` if the records are never CSV. */
  readonly headings?: Headings
  /** Reports what is wrong; `undefined` if that refuses the record. */
  readonly parse: (row: Row<unknown>, report: Report) => Value | undefined
}

/** Returns the good records, and reports on all. The first character tells NDJSON from CSV. */
export function readValues<Value>(
  input: Buffer,
  { headings, parse }: FileFormat<Value>,
  report: Report,
): readonly Row<Value>[] {
  const text = textOf(input)
  const rows: Row<Value>[] = []
  const take = (row: Row<unknown>) => {
    const value = parse(row, report)
    if (value !== undefined) rows.push({ line: row.line, value })
  }
  const [first] = text.trimStart()
  if (first === '[')
    throw new Error(
      'The input is a JSON array. Write each object on a line of its own, without commas between them (NDJSON), as with: jq -c ".[]" FILE',
    )
  if (first === '{' || headings === undefined) readNdjson(text, report, take)
  else if (first !== undefined) readCsv(text, headings, report, take)
  return rows
}

/** Throws if anything is wrong with the file. */
export function readShipped<Value>(text: string, format: FileFormat<Value>): Value[] {
  const report = new Report()
  const values = readValues(Buffer.from(text), format, report).map(({ value }) => value)
  const [finding] = [...report.refused.first, ...report.dropped.first]
  if (finding !== undefined) throw new Error(`line ${finding.line}: ${finding.kind}`)
  return values
}
