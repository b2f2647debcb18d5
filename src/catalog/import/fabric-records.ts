import * as z from 'zod'
import { codePointLength, isStorable } from '../../kit/text.ts'
import type { Fields } from '../../records/fields.ts'
import { type Issue, issuesOf, type Outcome } from '../../records/findings.ts'
import type { RecordFormat } from '../../records/reading.ts'

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

/** The columns of a fabric file, in the order in which they are written. */
export const FABRIC_COLUMNS = [
  'manufacturer',
  'collection',
  'name',
  'sku',
  'colorHex',
  'thumbnailUrl',
] as const

/** The headings that shops and makers use. "Color" is the name if no other column is, else the colour. */
const FABRIC_FIELDS: Fields = {
  of: 'fabrics',
  names: new Map([
    ['manufacturer', ['maker', 'brand', 'mfr', 'mfg', 'manufacturername', 'brandname', 'vendor', 'company']],
    ['collection', ['line', 'fabricline', 'collectionname', 'linename', 'range', 'series']],
    [
      'name',
      [
        ...['fabricname', 'colorname', 'colourname', 'fabric', 'title', 'productname', 'product'],
        ...['description', 'color', 'colour', 'shade'],
      ],
    ],
    [
      'sku',
      [
        ...[
          'skunumber',
          'skuno',
          'item',
          'itemnumber',
          'itemno',
          'itemcode',
          'style',
          'stylenumber',
          'styleno',
        ],
        ...['productcode', 'productnumber', 'article', 'articlenumber', 'articleno', 'partnumber', 'partno'],
        ...['colornumber', 'colourno', 'number', 'no', 'code'],
      ],
    ],
    [
      'colorHex',
      [
        ...['hex', 'hexcode', 'hexcolor', 'hexcolour', 'colourhex', 'hexvalue', 'colorcode', 'colourcode'],
        ...['rgb', 'color', 'colour'],
      ],
    ],
    [
      'thumbnailUrl',
      ['thumbnail', 'image', 'imageurl', 'imagelink', 'picture', 'pictureurl', 'photo', 'photourl'],
    ],
  ]),
  needed: ['manufacturer', 'collection', 'name'],
  ignored: ['id'],
}

const MOST_CHARACTERS = 200

const cell = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') })
  .trim()
  .refine(
    (value) => codePointLength(value) <= MOST_CHARACTERS,
    `must be at most ${MOST_CHARACTERS} characters`,
  )
  .refine(isStorable, 'must be text without NUL and unpaired surrogates')
const required = cell.refine((value) => value !== '', 'is required')
/** A blank cell is a field without a value (D7). */
const blankable = cell.nullish().transform((value) => (value === '' || value === null ? undefined : value))

/** The fields that identify a fabric (D3). */
const identity = z.object({
  manufacturer: required,
  collection: required,
  name: required,
  // Spreadsheets and JSON write some SKUs as numbers.
  sku: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), blankable),
})

const HEX = /^(?:#|0x)?([0-9a-f]{3}|[0-9a-f]{6})$/i
const RGB = /^(?:rgb)?\(?\s*(\d{1,3})\s*[,;\s]\s*(\d{1,3})\s*[,;\s]\s*(\d{1,3})\s*\)?$/i

/** `#RRGGBB` from the usual spellings of a colour: `5f8a8b`, `#abc`, `rgb(95, 138, 139)`. */
function hexOf(text: string): string | undefined {
  const [, hex = ''] = HEX.exec(text) ?? []
  if (hex.length === 6) return `#${hex.toUpperCase()}`
  if (hex.length === 3) return `#${[...hex].map((digit) => digit + digit).join('')}`.toUpperCase()
  const channels = (RGB.exec(text) ?? []).slice(1).map(Number)
  if (channels.length === 0 || channels.some((channel) => channel > 255)) return undefined
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** The fields that a fabric can do without. A wrong value is left out, and the fabric stays. */
const extras = {
  colorHex: blankable.transform((value, context) => {
    const hex = value === undefined ? undefined : hexOf(value)
    if (value !== undefined && hex === undefined)
      context.addIssue({ code: 'custom', message: 'is no colour such as #5F8A8B, and is left out' })
    return hex
  }),
  thumbnailUrl: blankable.pipe(
    z.url({ protocol: /^https?$/, error: 'is no http(s) URL, and is left out' }).optional(),
  ),
}

function readFabric(record: unknown): Outcome<FabricRow> {
  const known = identity.safeParse(record)
  if (!known.success) return { problems: issuesOf(known.error, record) }
  const given = z.record(z.string(), z.unknown()).parse(record)
  const dropped: Issue[] = []
  const extra = (field: keyof typeof extras): string | undefined => {
    const result = extras[field].safeParse(given[field])
    if (result.success) return result.data
    const [issue] = issuesOf(result.error, undefined)
    const value = given[field]
    dropped.push({
      kind: `${field}: ${issue?.kind}`,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })
    return undefined
  }
  return {
    value: { ...known.data, colorHex: extra('colorHex'), thumbnailUrl: extra('thumbnailUrl') },
    dropped,
  }
}

/** Fabrics of a CSV file, an NDJSON file or a JSON array. */
export const FABRIC_FORMAT: RecordFormat<FabricRow> = { fields: FABRIC_FIELDS, read: readFabric }
