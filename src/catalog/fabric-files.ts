import { setImmediate } from 'node:timers/promises'
import { inBatches } from '../core/batches.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { codePointLength, isStorable } from '../core/text.ts'
import {
  csvLine,
  type FileFormat,
  type Issue,
  plainName,
  type Report,
  type Row,
  readShipped,
} from '../files/index.ts'
import { wordTable } from './search/vocabulary.ts'
import { splitColors } from './written-colors.ts'

/** For a field that is left out, the catalog keeps its value; `null` removes it. */
export interface FileFabric {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku?: string | null | undefined
  /** `#RRGGBB`, upper case. */
  readonly colorHex?: string | null | undefined
  readonly thumbnailUrl?: string | null | undefined
}

/** In the order of an export. */
const COLUMNS = ['manufacturer', 'collection', 'name', 'sku', 'colorHex', 'thumbnailUrl'] as const
type Column = (typeof COLUMNS)[number]

const NEEDED: readonly Column[] = ['manufacturer', 'collection', 'name']
const DISPENSABLE: readonly Column[] = ['colorHex', 'thumbnailUrl']

const MOST_CHARACTERS = 200
/** Links to pictures in shops are long. */
const MOST_URL_CHARACTERS = 2_000

const FAILED = /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/
/** A spreadsheet has dropped digits of a long number. */
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i
/** Programs write `="0012"` so that spreadsheets keep the zeros. */
const TEXT_FORMULA = /^="([^"]*)"$/

/** Text that looks the same has to be the same fabric. */
const plain = (text: string) =>
  text.trim().replace(TEXT_FORMULA, '$1').normalize().replace(/\s+/g, ' ').trim()

/** `#RRGGBB` if a cell is one colour, written as in a search, or as `5F8`, `# 5F8A8B`, `(95, 138, 139)`. */
function hexOf(cell: string) {
  const text = cell
    .replaceAll(';', ',')
    .replace(/^#\s+/, '#')
    .replace(/^[0-9a-f]{3}$/i, '#$&')
    .replace(/^\(?(\d+[\s,]+\d+[\s,]+\d+)\)?$/, 'rgb($1)')
  const { colors, rest } = splitColors(text, () => true)
  return rest.trim() === '' && colors.length === 1 ? colors[0] : undefined
}

function problemOf(column: Column, text: string) {
  if (text === '') return NEEDED.includes(column) ? 'is required' : undefined
  const most = column === 'thumbnailUrl' ? MOST_URL_CHARACTERS : MOST_CHARACTERS
  if (codePointLength(text) > most) return `must be at most ${most} characters`
  if (!isStorable(text)) return 'must be text without NUL and unpaired surrogates'
  if (FAILED.test(text)) return 'must be a value; the spreadsheet failed to compute it'
  if (column === 'sku' && SHORTENED.test(text))
    return 'was shortened by a spreadsheet; format the column as text, and enter it again'
  if (column === 'colorHex' && hexOf(text) === undefined) return 'is not a colour such as #5F8A8B'
  if (column === 'thumbnailUrl' && !/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    return 'is not an http(s) URL'
  return undefined
}

/** A bad colour or link is left out. Any other bad value refuses the record, because it identifies the fabric (D3). */
function parse({ line, value: record }: Row<unknown>, report: Report): FileFabric | undefined {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    const kind = 'must be an object with the fields manufacturer, collection and name'
    return void report.refuse(line, { kind, value: record })
  }
  const fields = new Map<string, unknown>(Object.entries(record))
  const fabric = { manufacturer: '', collection: '', name: '' }
  const severe: Issue[] = []
  for (const column of COLUMNS) {
    const given = fields.get(column)
    const value = given ?? ''
    fields.delete(column)
    // JSON may have names and SKUs as numbers.
    const isText = typeof value === 'string' || typeof value === 'number'
    const text = isText ? plain(String(value)) : ''
    const problem = isText ? problemOf(column, text) : 'must be text'
    if (problem === undefined) {
      // A blank cell says nothing; `null` removes (D7).
      if (text !== '') Object.assign(fabric, { [column]: column === 'colorHex' ? hexOf(text) : text })
      else if (given === null) Object.assign(fabric, { [column]: null })
    } else if (!DISPENSABLE.includes(column)) severe.push({ kind: `${column}: ${problem}`, value })
    else report.dropped.add(line, { kind: `${column}: ${problem}, and is left out`, value })
  }
  for (const value of fields.keys())
    report.dropped.add(line, { kind: 'has another field, which is left out', value })
  if (severe.length === 0) return fabric
  return void report.refuse(line, ...severe)
}

const headings = wordTable('fabric-headings.txt')
const namesOf = (field: Column) => [plainName(field), ...headings(field).flatMap((line) => line.split(' '))]

export const FABRIC_FORMAT: FileFormat<FileFabric> = {
  headings: {
    names: new Map(COLUMNS.map((field) => [field, namesOf(field)])),
    needed: NEEDED,
  },
  parse,
}

export const readFabrics = (csv: string): FileFabric[] => readShipped(csv, FABRIC_FORMAT)

/** After them other work has its turn. */
const LINES_AT_ONCE = 500

/** A file for `importFabricFile`, in pieces of many lines. */
export async function* fabricLines(
  fabrics: Iterable<FabricRecord>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  const lineOf = (fabric: FabricRecord) =>
    format === 'csv'
      ? csvLine(COLUMNS.map((column) => fabric[column]))
      : `${JSON.stringify(fabric, [...COLUMNS])}\n`
  if (format === 'csv') yield csvLine(COLUMNS)
  for await (const some of inBatches(fabrics, LINES_AT_ONCE)) {
    yield some.map(lineOf).join('')
    await setImmediate()
  }
}
