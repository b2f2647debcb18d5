import { CsvError, parse } from 'csv-parse/sync'
import { visibleText } from '../core/text.ts'
import { type Fields, fieldsOf, type Headings, reportNames } from './headings.ts'
import type { Report } from './report.ts'

/** The header is within this many lines. Titles and remarks may stand above it. */
const HEADER_WITHIN_LINES = 20
/** Real price lists have up to 60 columns. Matching the names of more takes quadratic time. */
const MOST_COLUMNS = 500
/** The longest row, in bytes. A longer one probably has a quote that is not closed. */
const MOST_ROW_BYTES = 1024 * 1024
const MOST_SHOWN = 200
const LINE_END = /\r\n|\n|\r/

/** Commas, semicolons (used where the comma is the decimal sign) and tabs. */
const DELIMITERS = [',', ';', '\t']

const OPTIONS = {
  relax_column_count: true,
  // A quote within a cell stays a quote: `6" strip`, and `="0012"`, which keeps the zeros in a spreadsheet.
  relax_quotes: true,
  skip_empty_lines: true,
  // Spreadsheets like to write rows of empty cells.
  skip_records_with_empty_values: true,
  max_record_size: MOST_ROW_BYTES,
} as const

/** What a spreadsheet would compute when it opens the file. Some read the wide signs too. */
const FORMULA = /^'*[=+\-@|＝＋－＠｜\t\r]/

const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
/** Undoes the apostrophe of `harmlessCell`. */
const plainCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
const quotedCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A record of a file with its line number, counted from 1, or what is wrong with that line. */
export type FileRecord =
  | { readonly line: number; readonly record: unknown }
  | { readonly line: number; readonly problem: string; readonly value?: string | undefined }

/** The cells of the first row of a text; the whole line if a quote is not closed, as in `6" strip`. */
function firstCells(lines: readonly string[], delimiter: string): readonly string[] {
  try {
    const [row = []] = parse(lines.join('\n'), { ...OPTIONS, delimiter, to: 1 })
    return row.map((name) => name.trim())
  } catch {
    return lines.slice(0, 1)
  }
}

interface Header {
  readonly line: number
  readonly delimiter: string
  readonly names: readonly string[]
  readonly fields: Fields
  /** The needed fields that it does not name. */
  readonly missing: readonly string[]
}

/** Each line, read with each delimiter. A row may begin on any of them, because a remark may have a quote. */
function* possibleHeaders(lines: readonly string[], headings: Headings): Generator<Header> {
  for (const delimiter of DELIMITERS) {
    for (const [above, text] of lines.entries()) {
      if (text.trim() === '') continue
      const names = firstCells(lines.slice(above), delimiter)
      if (names.length > MOST_COLUMNS)
        throw new Error(`Line ${above + 1} has more than ${MOST_COLUMNS} columns.`)
      const fields = fieldsOf(names, headings)
      const missing = headings.needed.filter((field) => !fields.includes(field))
      yield { line: above + 1, delimiter, names, fields, missing }
    }
  }
}

/** Throws if no row names all needed fields, or if the header has a name twice, so that no row is misread. */
function findHeader(lines: readonly string[], headings: Headings): Header {
  let closest: Header | undefined
  for (const header of possibleHeaders(lines, headings)) {
    if (closest === undefined || header.missing.length < closest.missing.length) closest = header
    if (closest.missing.length === 0) break
  }
  if (closest === undefined)
    throw new Error(`Not a file of ${headings.of}: its first ${HEADER_WITHIN_LINES} lines are empty.`)
  const { line, names, fields, missing } = closest
  const shown = visibleText(names.filter((name) => name !== '').join(', '))
  const found = `Line ${line} names: ${shown.slice(0, MOST_SHOWN)}.`
  if (missing.length > 0)
    throw new Error(
      `Not a file of ${headings.of}: there is no column ${missing.join(', ')}. ${found} Add the column, or rename the one that holds it.`,
    )
  const repeated = names.find((name, index) => fields[index] !== undefined && names.lastIndexOf(name) > index)
  if (repeated !== undefined)
    throw new Error(`There are two columns ${repeated}. ${found} Rename one, or remove it.`)
  return closest
}

interface Row {
  readonly cells: readonly string[]
  /** The line on which it ends. */
  readonly end: number
}

const lineEndsIn = (cells: readonly string[]): number => cells.join(' ').split(LINE_END).length - 1

/**
 * A row as a record. Spreadsheets omit empty cells at the end of a row, or write too many. They also print the
 * header again on each page.
 */
function recordOf({ cells, end }: Row, { names, fields }: Header): FileRecord {
  const line = end - lineEndsIn(cells)
  const unclosed = cells.find((cell) => cell.startsWith('"') && LINE_END.test(cell))
  if (unclosed !== undefined) return { line, problem: 'a quote is not closed', value: unclosed }
  const surplus = cells.slice(names.length).join(' ').trim()
  if (surplus !== '')
    return {
      line,
      problem: `has ${cells.length} cells, but the header has ${names.length}`,
      value: surplus,
    }
  if (names.every((name, index) => name === cells[index]?.trim()))
    return { line, problem: 'is the header again' }
  const record: Record<string, string> = {}
  for (const [index, field] of fields.entries())
    if (field !== undefined) record[field] = plainCell(cells[index] ?? '')
  return { line, record }
}

/** The records below the header. Throws if a row does not end. */
function recordsBelow(text: string, header: Header): readonly FileRecord[] {
  const { line, delimiter } = header
  const records: FileRecord[] = []
  let lastEnd = line
  try {
    parse(text, {
      ...OPTIONS,
      delimiter,
      from_line: line,
      on_record(cells: readonly string[], { lines: end }) {
        // Its cells are not kept: a row may have hundreds of thousands of empty ones.
        records.push(recordOf({ cells, end }, header))
        lastEnd = end
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`The row after line ${lastEnd} does not end. Is a quote not closed?`, { cause: error })
  }
  // The first row is the header.
  return records.slice(1)
}

/**
 * The records of CSV text: rows, as objects with the fields that the header names. Lines above the header are reported,
 * but for `sep=;`, which is for spreadsheets. Throws if there is no header, or if a row does not end.
 */
export function* csvRecords(text: string, headings: Headings, report: Report): Generator<FileRecord> {
  const lines = text.slice(0, MOST_ROW_BYTES).split(LINE_END, HEADER_WITHIN_LINES)
  const header = findHeader(lines, headings)
  for (const [index, above] of lines.slice(0, header.line - 1).entries()) {
    const value = above.replaceAll(header.delimiter, ' ').trim()
    if (value !== '' && !/^"?sep=/i.test(above))
      report.dropped.add(index + 1, [{ kind: 'is above the header, and is left out', value }])
  }
  reportNames(header.names, header.fields, headings, report)
  yield* recordsBelow(text, header)
}

/** A row of a CSV file (RFC 4180). A missing value is an empty cell. */
export const csvLine = (cells: ReadonlyArray<string | undefined>): string =>
  `${cells.map((cell = '') => quotedCell(harmlessCell(cell))).join(',')}\n`
