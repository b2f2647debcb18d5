import { visibleText } from '../core/text.ts'
import { csvRecords, SEPARATORS, type Separator } from './csv.ts'
import { type Fields, fieldsIn } from './fields.ts'

/** The header is within so many lines. Titles and remarks may stand above it. */
export const HEADER_WITHIN = 20
const MOST_SHOWN = 200

/** The row of a table that names its columns. */
export interface Header {
  readonly line: number
  readonly separator: Separator
  readonly names: readonly string[]
}

interface Candidate extends Header {
  /** The fields that it names. */
  readonly present: ReadonlyMap<string, string>
}

const missingIn = ({ present }: Candidate, { needed }: Fields): readonly string[] =>
  needed.filter((field) => ![...present.values()].includes(field))

/** Throws if a header lacks a needed field or names one twice, so that no row is misread. */
function check(header: Candidate, fields: Fields): void {
  const { line, names, present } = header
  const shown = visibleText(names.filter((name) => name !== '').join(', '))
  const found = `Line ${line} names: ${shown.slice(0, MOST_SHOWN)}.`
  const missing = missingIn(header, fields).join(', ')
  if (missing !== '')
    throw new Error(
      `Not a file of ${fields.of}: there is no column ${missing}. ${found} Add the column, or rename the one that holds it.`,
    )
  const repeated = names.find((name, index) => present.has(name) && names.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new Error(`There are two columns ${repeated}. ${found} Rename one, or remove it.`)
}

/**
 * Finds the header and the separator together: the first row that names all needed fields, when it is read
 * with the right separator. Throws if there is none, with the row that comes closest.
 *
 * @param lines the first lines of the input.
 */
export async function findHeader(lines: readonly string[], fields: Fields): Promise<Header> {
  const rows: Candidate[] = []
  for (const separator of SEPARATORS) {
    for await (const record of csvRecords(lines, separator)) {
      const names = 'problem' in record ? [record.value] : record.cells.map((cell) => cell.trim())
      rows.push({ line: record.line, separator, names, present: fieldsIn(names, fields) })
    }
  }
  const [best] = rows.sort(
    (one, other) =>
      missingIn(one, fields).length - missingIn(other, fields).length ||
      one.line - other.line ||
      other.names.length - one.names.length,
  )
  if (best === undefined)
    throw new Error(`Not a file of ${fields.of}: its first ${HEADER_WITHIN} lines are empty.`)
  check(best, fields)
  return best
}
