import { CsvError, parse } from 'csv-parse/sync'
import { visibleText } from '../core/text.ts'
import { type Issue, MOST_FINDINGS, quotedValue, type Report } from './findings.ts'

/** Titles and remarks may stand above the header. */
const HEADER_WITHIN_LINES = 20
/** Real price lists have up to 60 columns. Matching the names of more takes quadratic time. */
const MOST_COLUMNS = 500
/** The longest row, in bytes. A longer one probably has a quote that is not closed. */
const MOST_ROW_BYTES = 1024 * 1024
const MOST_NAMES_CHARACTERS = 200
const LINE_END = /\r\n|\n|\r/

/** Semicolons are used where the comma is the decimal sign. */
const DELIMITERS = [',', ';', '\t']

const OPTIONS = {
  relax_column_count: true,
  // A quote within a cell stays a quote: `6" strip`, and `="0012"`, which keeps the zeros in a spreadsheet.
  relax_quotes: true,
  skip_empty_lines: true,
  // Spreadsheets write rows of empty cells.
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

/** A row of a CSV file (RFC 4180). */
export const csvLine = (cells: ReadonlyArray<string | undefined>): string =>
  `${cells.map((cell = '') => quotedCell(harmlessCell(cell))).join(',')}\n`

/** The fields of a record, and the headings that people give them. */
export interface Headings {
  /** For messages: "fabrics". */
  readonly of: string
  /** The names of each field, the most certain first: lower case, letters and digits only. */
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly needed: readonly string[]
}

/** A record with its line number, counted from 1, or what is wrong with that line. */
export interface FileRecord {
  readonly line: number
  readonly record?: unknown
  readonly issue?: Issue
}

/** As names are compared: `Item #` is `item`, and `Référence` is `reference`. */
export const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A whole name, or else without the remark behind it: `Hex (sRGB)` and `SKU / Item`. */
const FORMS = [plainName, (name: string) => plainName(name.split(/[([/]/, 1)[0] ?? '')]

interface Header {
  readonly line: number
  readonly delimiter: string
  readonly names: readonly string[]
  /** The field of each column, if it has one. */
  readonly fields: ReadonlyArray<string | undefined>
  /** The needed fields without a column. */
  readonly missing: readonly string[]
}

/**
 * One name may fit several fields ("Color" can be the name of a fabric or its colour). The first field that has no
 * better name takes it.
 */
function fieldsOf(names: readonly string[], { names: known }: Headings): Header['fields'] {
  const fields: (string | undefined)[] = names.map(() => undefined)
  for (const form of FORMS) {
    const formed = names.map(form)
    for (const [field, wanted] of known) {
      if (fields.includes(field)) continue
      const column = wanted
        .map((each) => formed.findIndex((name, index) => name === each && fields[index] === undefined))
        .find((index) => index >= 0)
      if (column !== undefined) fields[column] = field
    }
  }
  return fields
}

/** The cells of the first row; the whole line if a quote is not closed, as in `6" strip`. */
function firstCells(lines: readonly string[], delimiter: string): readonly string[] {
  try {
    const [row = []] = parse(lines.join('\n'), { ...OPTIONS, delimiter, to: 1 })
    return row.slice(0, MOST_COLUMNS + 1).map((name) => name.trim())
  } catch {
    return lines.slice(0, 1)
  }
}

/** Throws if no row names all needed fields, or if the header names a field twice. */
function findHeader(lines: readonly string[], headings: Headings): Header {
  // A row may begin on any line, because a remark may have a quote.
  const rows = DELIMITERS.flatMap((delimiter) =>
    lines.map((_, above) => ({
      delimiter,
      line: above + 1,
      names: firstCells(lines.slice(above), delimiter),
    })),
  )
  const headers = rows.map((row): Header => {
    const fields = fieldsOf(row.names, headings)
    return { ...row, fields, missing: headings.needed.filter((field) => !fields.includes(field)) }
  })
  const closest = headers.reduce((one, other) => (other.missing.length < one.missing.length ? other : one))
  const { line, names, fields, missing } = closest
  const shown = visibleText(names.filter((name) => name !== '').join(', '))
  const found = `Line ${line} names: ${shown.slice(0, MOST_NAMES_CHARACTERS)}.`
  if (names.length > MOST_COLUMNS) throw new Error(`Line ${line} has more than ${MOST_COLUMNS} columns.`)
  if (missing.length > 0)
    throw new Error(
      `Not a file of ${headings.of}: there is no column ${missing.join(', ')}. ${found} Add the column, or rename the one that holds it.`,
    )
  const repeated = names.find((name, index) => fields[index] !== undefined && names.lastIndexOf(name) > index)
  if (repeated !== undefined)
    throw new Error(`There are two columns ${repeated}. ${found} Rename one, or remove it.`)
  return closest
}

/** Reports what is left out and how columns are read, so that a wrong guess is seen. */
function reportHeader(lines: readonly string[], { names, fields, ...header }: Header, report: Report): void {
  for (const [index, above] of lines.slice(0, header.line - 1).entries()) {
    const value = above.replaceAll(header.delimiter, ' ').trim()
    // `sep=;` is for spreadsheets.
    if (value !== '' && !/^"?sep=/i.test(above))
      report.dropped.add(index + 1, [{ kind: 'is above the header, and is left out', value }])
  }
  const columns = names.map((name, index) => ({ name, field: fields[index] }))
  const leftOut = columns.filter(({ name, field }) => name !== '' && field === undefined)
  const renamed = columns.filter(({ name, field = name }) => plainName(name) !== plainName(field))
  const list = (told: readonly string[]) =>
    told.slice(0, MOST_FINDINGS).join(', ') + (told.length > MOST_FINDINGS ? ', …' : '.')
  if (leftOut.length > 0)
    report.warnings.push(`Columns left out: ${list(leftOut.map(({ name }) => quotedValue(name)))}`)
  if (renamed.length > 0)
    report.warnings.push(`Read ${list(renamed.map(({ name, field }) => `${quotedValue(name)} as ${field}`))}`)
}

/** Spreadsheets omit empty cells at the end of a row, or write too many. */
function readRow(cells: readonly string[], { names, fields }: Header): Omit<FileRecord, 'line'> {
  const unclosed = cells.find((cell) => cell.startsWith('"') && LINE_END.test(cell))
  if (unclosed !== undefined) return { issue: { kind: 'a quote is not closed', value: unclosed } }
  const value = cells.slice(names.length).join(' ').trim()
  if (value !== '')
    return { issue: { kind: `has ${cells.length} cells, but the header has ${names.length}`, value } }
  // Spreadsheets print it again on each page.
  if (names.every((name, index) => name === cells[index]?.trim()))
    return { issue: { kind: 'is the header again' } }
  const record: Record<string, string> = {}
  for (const [index, field] of fields.entries())
    if (field !== undefined) record[field] = plainCell(cells[index] ?? '')
  return { record }
}

/** Throws if there is no header, or if a row does not end. */
export function csvRecords(text: string, headings: Headings, report: Report): readonly FileRecord[] {
  const lines = text.slice(0, MOST_ROW_BYTES).split(LINE_END, HEADER_WITHIN_LINES)
  const header = findHeader(lines, headings)
  reportHeader(lines, header, report)
  const { delimiter, line: from_line } = header
  const records: FileRecord[] = []
  let lastEnd = from_line
  try {
    parse(text, {
      ...OPTIONS,
      delimiter,
      from_line,
      on_record(cells: readonly string[], { lines: end }) {
        const line = end - (cells.join(' ').split(LINE_END).length - 1)
        // Its cells are not kept: a row may have hundreds of thousands of empty ones.
        records.push({ line, ...readRow(cells, header) })
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
