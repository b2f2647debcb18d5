import { CsvError, type Options, parse } from 'csv-parse/sync'
import { type Issue, MOST_FINDINGS, quotedValue, type Report, type Row } from './import-report.ts'

/** Titles and remarks may stand above it. */
const HEADER_WITHIN_LINES = 20
/** Real price lists have up to 60 columns. Matching the names of more takes quadratic time. */
const MOST_COLUMNS = 500
/** A longer row probably has a quote that is not closed. */
const MOST_ROW_BYTES = 1024 * 1024
const LINE_END = /\r\n|\n|\r/

/** Semicolons are used where the comma is the decimal sign. */
const DELIMITERS = [',', ';', '\t']

/** What a spreadsheet would compute when it opens the file. Some read the wide signs too. */
const FORMULA = /^'*[=+\-@|＝＋－＠｜\t\r]/

/** Before a formula, `csvLine` writes an apostrophe. */
const withoutApostrophe = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/** RFC 4180 */
export function csvLine(cells: ReadonlyArray<string | undefined>): string {
  const written = cells.map((cell = '') => {
    const text = FORMULA.test(cell) ? `'${cell}` : cell
    return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\n`
}

/** The names of each field as `plainName` writes them, the most certain first. */
export interface Headings {
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly needed: readonly string[]
}

/** `Item #` is `item`, and `Référence` is `reference`. A remark is left out: `Hex (sRGB)` and `SKU / Item`. */
export const plainName = (name: string) =>
  name
    .replace(/[([/].*/s, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

interface Header {
  line: number
  delimiter: string
  names: readonly string[]
  fields: ReadonlyArray<string | undefined>
  missing: readonly string[]
}

/** Passes on each row with the line on which it begins. Throws if a row does not end. */
function eachRow(text: string, options: Options, take: (cells: readonly string[], line: number) => void) {
  let lastEnd = 0
  try {
    parse(text, {
      ...options,
      relax_column_count: true,
      // A quote within a cell stays a quote: `6" strip` and `="0012"`.
      relax_quotes: true,
      skip_empty_lines: true,
      // Spreadsheets write rows of empty cells.
      skip_records_with_empty_values: true,
      max_record_size: MOST_ROW_BYTES,
      on_record(cells: readonly string[], { lines: end }) {
        take(cells, end - (cells.join(' ').split(LINE_END).length - 1))
        lastEnd = end
        // The cells are not kept: a row may have hundreds of thousands of empty ones.
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`The row after line ${lastEnd} does not end. Is a quote not closed?`, { cause: error })
  }
}

/** "Color" can be the name of a fabric or its colour: the first field that has no better name takes it. */
function fieldsOf(names: readonly string[], { names: known }: Headings): Header['fields'] {
  const fields: (string | undefined)[] = names.map(() => undefined)
  const plainNames = names.map(plainName)
  for (const [field, wanted] of known) {
    const columns = wanted.map((name) => plainNames.indexOf(name))
    const column = columns.find((index) => index >= 0 && fields[index] === undefined)
    if (column !== undefined) fields[column] = field
  }
  return fields
}

/** The row that names most of the needed fields, with any delimiter. Throws if one of them has no column. */
function findHeader(text: string, headings: Headings) {
  const { needed } = headings
  let header: Header = { line: 1, delimiter: ',', names: [], fields: [], missing: needed }
  for (const delimiter of DELIMITERS) {
    try {
      const options = { delimiter, to_line: HEADER_WITHIN_LINES }
      eachRow(text.slice(0, MOST_ROW_BYTES), options, (cells, line) => {
        const names = cells.slice(0, MOST_COLUMNS + 1).map((name) => name.trim())
        const fields = fieldsOf(names, headings)
        const missing = needed.filter((field) => !fields.includes(field))
        if (header.names.length === 0 || missing.length < header.missing.length)
          header = { line, delimiter, names, fields, missing }
      })
    } catch {
      // With this delimiter a row does not end. The rows before it count.
    }
  }
  const { line, names, missing } = header
  if (names.length > MOST_COLUMNS) throw new Error(`Line ${line} has more than ${MOST_COLUMNS} columns.`)
  if (missing.length === 0) return header
  const shown = listed(names.filter((name) => name !== '').map(quotedValue))
  throw new Error(
    `There is no column ${missing.join(', ')}. Line ${line} names: ${shown} Add the column, or rename the one that holds it.`,
  )
}

const listed = (told: readonly string[]) =>
  told.slice(0, MOST_FINDINGS).join(', ') + (told.length > MOST_FINDINGS ? ', …' : '.')

/** So that a wrong guess is seen. */
function warn({ names, fields }: Header, { warnings }: Report) {
  const leftOut = names.filter((name, index) => name !== '' && fields[index] === undefined).map(quotedValue)
  const renamed = names.flatMap((name, index) => {
    const field = fields[index] ?? name
    return plainName(name) === plainName(field) ? [] : `${quotedValue(name)} as ${field}`
  })
  if (leftOut.length > 0) warnings.push(`Columns left out: ${listed(leftOut)}`)
  if (renamed.length > 0) warnings.push(`Read ${listed(renamed)}`)
}

/** Spreadsheets omit empty cells at the end of a row, or write too many: neither is an issue. */
function issueOf(cells: readonly string[], { names }: Header): Issue | undefined {
  const unclosed = cells.find((cell) => cell.startsWith('"') && LINE_END.test(cell))
  if (unclosed !== undefined) return { kind: 'a quote is not closed', value: unclosed }
  const value = cells.slice(names.length).join(' ').trim()
  if (value !== '') return { kind: `has ${cells.length} cells, but the header has ${names.length}`, value }
  // Spreadsheets print it again on each page.
  const isHeader = names.every((name, index) => name === cells[index]?.trim())
  return isHeader ? { kind: 'is the header again' } : undefined
}

/** Passes on the records by the names of their fields. Throws without a header, or if a row does not end. */
export function readCsv(
  text: string,
  headings: Headings,
  report: Report,
  take: (row: Row<unknown>) => void,
): void {
  const header = findHeader(text, headings)
  warn(header, report)
  eachRow(text, { delimiter: header.delimiter }, (cells, line) => {
    if (line === header.line) return
    if (line < header.line) {
      const value = cells.join(' ').trim()
      return report.dropped.add(line, { kind: 'is above the header, and is left out', value })
    }
    report.read += 1
    const issue = issueOf(cells, header)
    if (issue !== undefined) return report.refuse(line, issue)
    const record: Record<string, string> = {}
    for (const [index, field] of header.fields.entries())
      if (field !== undefined) record[field] = withoutApostrophe(cells[index] ?? '')
    take({ line, value: record })
  })
}
