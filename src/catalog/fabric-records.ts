import * as z from 'zod'
import { codePointLength, isStorable } from '../core/text.ts'
import { type Issue, issuesOf, type Outcome, type RecordFormat } from '../files/index.ts'
import { FABRIC_HEADINGS } from './fabric-headings.ts'
import { splitColors } from './search/written-colors.ts'

/** A fabric as a data file states it; blank fields are left out. */
export interface FabricRow {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku?: string | undefined
  /** `#RRGGBB`, upper case. */
  readonly colorHex?: string | undefined
  readonly thumbnailUrl?: string | undefined
}

/** A fabric to import. What the file does not say of it stays as the catalog has it. */
export interface IncomingFabric extends FabricRow {
  readonly keepsColor?: boolean | undefined
  readonly keepsThumbnail?: boolean | undefined
}

/** The columns of a fabric file, in the order in which they are written. */
export const FABRIC_COLUMNS = [
  'manufacturer',
  'collection',
  'name',
  'sku',
  'colorHex',
  'thumbnailUrl',
] as const

const MOST_CHARACTERS = 200
/** Links to pictures in a shop are long. */
const MOST_URL_CHARACTERS = 2_000

/** What a spreadsheet shows instead of a value that it could not compute. */
const FAILED = /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/
/** A long number as spreadsheets shorten it: `9.78E+12`. Its digits are lost. */
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i

/** Text as programs write it for spreadsheets, so that they keep its zeros: `="0012"`. */
const FORMULA = /^="([^"]*)"$/

/**
 * One spelling for text that looks the same, so that it is the same fabric: one space between words, also for a
 * line break in a cell, and letters together with their accents.
 */
const plain = (text: string): string =>
  text.trim().replace(FORMULA, '$1').normalize().replace(/\s+/g, ' ').trim()

const textOf = (most: number) =>
  z.preprocess(
    // Spreadsheets and JSON write some names and SKUs as numbers.
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string({
        error: ({ input }) => (input === undefined || input === null ? 'is required' : 'must be text'),
      })
      .transform(plain)
      .refine((value) => codePointLength(value) <= most, `must be at most ${most} characters`)
      .refine(isStorable, 'must be text without NUL and unpaired surrogates')
      .refine((value) => !FAILED.test(value), 'must be a value; the spreadsheet failed to compute it'),
  )

const cell = textOf(MOST_CHARACTERS)
const required = cell.refine((value) => value !== '', 'is required')
/** A blank cell is a field without a value (D7). */
const blankable = (text: typeof cell) =>
  text.nullish().transform((value) => (value === '' || value === null ? undefined : value))

/** The fields that identify a fabric (D3). A wrong value would make it another fabric, so it is bad. */
const identity = z.object(
  {
    manufacturer: required,
    collection: required,
    name: required,
    sku: blankable(cell).refine(
      (value) => value === undefined || !SHORTENED.test(value),
      'was shortened by a spreadsheet; format the column as text, and enter it again',
    ),
  },
  'must be an object with the fields manufacturer, collection and name',
)

/** `#RRGGBB` of a cell that is one colour, written as searches take it, or as only files write it. */
function hexOf(cellText: string): string | undefined {
  const text = cellText
    .replaceAll(';', ',')
    .replace(/^#\s+/, '#')
    .replace(/^[0-9a-f]{3}$/i, '#$&')
    .replace(/^\(?(\d+[\s,]+\d+[\s,]+\d+)\)?$/, 'rgb($1)')
  const { colors, rest } = splitColors(text, () => true)
  return rest.trim() === '' && colors.length === 1 ? colors[0] : undefined
}

/** The fields that a fabric can do without. A wrong value is left out, and the fabric stays. */
const extras = {
  colorHex: blankable(cell).transform((value, context) => {
    const hex = value === undefined ? undefined : hexOf(value)
    if (value !== undefined && hex === undefined)
      context.addIssue({ code: 'custom', message: 'is no colour such as #5F8A8B' })
    return hex
  }),
  thumbnailUrl: blankable(textOf(MOST_URL_CHARACTERS)).pipe(
    z.url({ protocol: /^https?$/, error: 'is no http(s) URL' }).optional(),
  ),
}

/** The record as it was written, whatever its fields. */
const written = z.record(z.string(), z.unknown())

function readFabric(record: unknown): Outcome<IncomingFabric> {
  const known = identity.safeParse(record)
  if (!known.success) return { problems: issuesOf(known.error, record) }
  const given = written.parse(record)
  const dropped: Issue[] = []
  /** The value of a field, and whether the record says nothing of it. Only `null` says that there is none. */
  const extra = (field: keyof typeof extras): { value?: string | undefined; isUnsaid?: true } => {
    const result = extras[field].safeParse(given[field])
    if (result.success)
      return result.data === undefined && given[field] !== null ? { isUnsaid: true } : { value: result.data }
    const [issue] = issuesOf(result.error, given[field])
    dropped.push({ kind: `${field}: ${issue?.kind}, and is left out`, value: issue?.value })
    return { isUnsaid: true }
  }
  const color = extra('colorHex')
  const thumbnail = extra('thumbnailUrl')
  return {
    value: {
      ...known.data,
      colorHex: color.value,
      thumbnailUrl: thumbnail.value,
      keepsColor: color.isUnsaid,
      keepsThumbnail: thumbnail.isUnsaid,
    },
    dropped,
  }
}

/** Fabrics of a CSV or NDJSON file. */
export const FABRIC_FORMAT: RecordFormat<IncomingFabric> = { headings: FABRIC_HEADINGS, read: readFabric }
