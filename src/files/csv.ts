import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { visibleText } from '../core/text.ts'
import type { RawRecord } from './findings.ts'
import { fieldsIn, type Headings } from './headings.ts'

/** The header is within so many lines. Titles and remarks may stand above it. */
const HEADER_WITHIN_LINES = 20
/** Real price lists have up to 60 columns. Matching the names of more takes quadratic time. */
export const MOST_COLUMNS = 500
/** The longest row, in bytes. A longer one has probably a quote that is not closed. */
const MOST_ROW_BYTES = 1024 * 1024
const MOST_SHOWN = 200
const LINE_END = /\r\n|\n|\r/

/** Commas, semicolons (used where the comma is the decimal sign) and tabs. */
const DELIMITERS = [',', ';', '\t']

/** A row as csv-parse tells it, with the number of its last line. */
interface CsvRow {
  readonly info: Info
  readonly record: readonly string[]
}

const lineEndsIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split(LINE_END).length - 1, 0)

const OPTIONS = {
  relax_column_count: true,
  // A quote within a cell stays a quote: `6" strip`, and `="0012"`, which keeps the zeros in a spreadsheet.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MOST_ROW_BYTES,
} as const

/** The cells of the first row of a text; the whole line if a quote is not closed, as in `6" strip`. */
function firstCells(lines: readonly string[], delimiter: string): readonly string[] {
  try {
    const [row = []] = parseNow(lines.join('\n'), { ...OPTIONS, delimiter, to: 1 })
    return row.map((name) => name.trim())
  } catch {
    return lines.slice(0, 1)
  }
}

interface Header {
  readonly line: number
  readonly cells: readonly string[]
  readonly delimiter: string
}

/**
 * Finds the header and the delimiter together: the first row that names all needed fields, when it is read
 * with the right delimiter. Throws if there is none, with the row that comes closest, and if it names a field twice,
 * so that no row is misread.
 *
 * @param lines the first lines of the input. A row may begin on any of them, because a remark may have a quote.
 */
function findHeader(lines: readonly string[], headings: Headings): Header {
  let best: (Header & { readonly missing: readonly string[] }) | undefined
  for (const delimiter of DELIMITERS) {
    for (const [above, text] of lines.entries()) {
      if (text.trim() === '') continue
      const cells = firstCells(lines.slice(above), delimiter)
      if (cells.length > MOST_COLUMNS)
        throw new Error(`Line ${above + 1} has more than ${MOST_COLUMNS} columns.`)
      const named = [...fieldsIn(cells, headings).values()]
      const missing = headings.needed.filter((field) => !named.includes(field))
      if (best === undefined || missing.length < best.missing.length)
        best = { line: above + 1, delimiter, cells, missing }
    }
  }
  if (best === undefined)
    throw new Error(`Not a file of ${headings.of}: its first ${HEADER_WITHIN_LINES} lines are empty.`)
  const { line, cells, missing } = best
  const shown = visibleText(cells.filter((name) => name !== '').join(', '))
  const found = `Line ${line} names: ${shown.slice(0, MOST_SHOWN)}.`
  if (missing.length > 0)
    throw new Error(
      `Not a file of ${headings.of}: there is no column ${missing.join(', ')}. ${found} Add the column, or rename the one that holds it.`,
    )
  const fields = fieldsIn(cells, headings)
  const repeated = cells.find((name, index) => fields.has(name) && cells.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new Error(`There are two columns ${repeated}. ${found} Rename one, or remove it.`)
  return best
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Undoes what `safeCell` does. */
const plainCell = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/**
 * A row as a record. Spreadsheets omit empty cells at the end of a row, or write too many. They also print the
 * header again on each page.
 */
function recordOf(line: number, cells: readonly string[], names: readonly string[]): RawRecord {
  if (isBlank(cells)) return { line, isEmpty: true }
  const unclosed = cells.find((cell) => /^".*[\n\r]/s.test(cell))
  if (unclosed !== undefined) return { line, problem: 'a quote is not closed', value: unclosed }
  const surplus = cells.slice(names.length)
  if (!isBlank(surplus))
    return {
      line,
      problem: `has ${cells.length} cells, but the header has ${names.length}`,
      value: surplus.join(' ').trim(),
    }
  if (names.every((name, index) => name === cells[index]?.trim()))
    return { line, problem: 'is the header again' }
  const values = names.map((name, index) => [name, plainCell(cells[index] ?? '')] as const)
  // Columns without a name are often empty.
  return {
    line,
    record: Object.fromEntries(values.filter(([name, value]) => name !== '' || value.trim() !== '')),
  }
}

/**
 * The records of CSV text: rows, as objects with the header's names. Lines above the header are told, but for
 * `sep=;`, which is for spreadsheets. Throws if there is no header, or if a row does not end.
 */
export async function* csvRecords(
  text: AsyncGenerator<string>,
  headings: Headings,
): AsyncGenerator<RawRecord> {
  let begin = ''
  let lines: string[] = []
  while (lines.length <= HEADER_WITHIN_LINES && begin.length < MOST_ROW_BYTES) {
    const { value, done } = await text.next()
    if (done) break
    begin += value
    lines = begin.split(LINE_END, HEADER_WITHIN_LINES + 1)
  }
  const header = findHeader(lines.slice(0, HEADER_WITHIN_LINES), headings)
  const before = header.line - 1
  for (const [index, above] of lines.slice(0, before).entries()) {
    const said = above.replaceAll(header.delimiter, ' ').trim()
    if (said !== '' && !/^"?sep=/i.test(above)) yield { line: index + 1, above: said }
  }
  const aboveHeader = new RegExp(`^(?:[^\\r\\n]*(?:\\r\\n|\\n|\\r)){${before}}`)
  const table = Readable.from(
    (async function* () {
      yield begin.replace(aboveHeader, '')
      yield* text
    })(),
  )
  let end = 0
  const parser = parse({
    ...OPTIONS,
    delimiter: header.delimiter,
    info: true,
    on_record(row, { lines }) {
      end = lines
      return row
    },
  })
  // It hands a failure of the table on to the parser, where the loop below meets it.
  const rows: AsyncIterable<CsvRow> = pipeline(table, parser, () => {})
  let isHeader = true
  try {
    for await (const { info, record: cells } of rows) {
      if (!isHeader) yield recordOf(before + info.lines - lineEndsIn(cells), cells, header.cells)
      isHeader = false
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`The row after line ${before + end} does not end. Is a quote not closed?`, {
      cause: error,
    })
  }
}

/** A quote before what a spreadsheet would take for a formula, and compute when it opens the file. */
const safeCell = (value: string): string => (/^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value)

const quotedCell = (value: string): string =>
  /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/**
 * Rows as CSV (RFC 4180) with a header. A missing value is an empty cell. A value that begins like a formula
 * gets an apostrophe before it, which an import takes away.
 */
export async function* asCsv<Column extends string>(
  columns: readonly Column[],
  rows:
    | Iterable<Partial<Readonly<Record<Column, string | undefined>>>>
    | AsyncIterable<Partial<Readonly<Record<Column, string | undefined>>>>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`
  for await (const row of rows)
    yield `${columns.map((column) => quotedCell(safeCell(row[column] ?? ''))).join(',')}\n`
}
