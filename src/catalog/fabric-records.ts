import * as z from 'zod'
import { codePointLength, isStorable } from '../core/text.ts'
import { issuesOf, type Outcome, plainName, type RecordFormat } from '../files/index.ts'
import { splitColors } from './search/written-colors.ts'

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
/** A blank cell is a field without a value (D7). Only JSON can say that there is none: `null`. */
const optional = (text: typeof cell) =>
  text.nullish().transform((value) => (value === '' ? undefined : value))

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

/**
 * A fabric as a data file states it. The first four fields identify it (D3), so a wrong one makes the record bad. Of a
 * field that is left out, the catalog keeps what it has.
 */
const fabric = z.object(
  {
    manufacturer: required,
    collection: required,
    name: required,
    sku: optional(cell)
      .refine(
        (value) => typeof value !== 'string' || !SHORTENED.test(value),
        'was shortened by a spreadsheet; format the column as text, and enter it again',
      )
      .optional(),
    /** `#RRGGBB`, upper case. */
    colorHex: optional(cell)
      .transform((value, context) => {
        if (typeof value !== 'string') return value
        const hex = hexOf(value)
        if (hex === undefined)
          context.addIssue({ code: 'custom', input: value, message: 'is no colour such as #5F8A8B' })
        return hex
      })
      .optional(),
    thumbnailUrl: optional(textOf(MOST_URL_CHARACTERS))
      .pipe(z.url({ protocol: /^https?$/, error: 'is no http(s) URL' }).nullish())
      .optional(),
  },
  'must be an object with the fields manufacturer, collection and name',
)
export type IncomingFabric = z.output<typeof fabric>

/** A fabric as an export has it. */
export type FabricRow = { readonly [Field in keyof IncomingFabric]: Exclude<IncomingFabric[Field], null> }

/** The columns of a fabric file, in the order in which they are written. */
export const FABRIC_COLUMNS = fabric.keyof().options

/** Fields that a fabric can do without: a wrong value is left out, and the fabric stays. */
const DISPENSABLE: readonly unknown[] = ['colorHex', 'thumbnailUrl']

/** The record as it was written, whatever its fields. */
const written = z.record(z.string(), z.unknown())

function readFabric(record: unknown): Outcome<IncomingFabric> {
  const result = fabric.safeParse(record, { reportInput: true })
  if (result.success) return { value: result.data, dropped: [] }
  const { issues } = result.error
  const severe = issues.filter(({ path }) => !DISPENSABLE.includes(path[0]))
  if (severe.length > 0) return { problems: issuesOf(severe) }
  const wrong = issues.map(({ path }) => path[0])
  const rest = Object.entries(written.parse(record)).filter(([field]) => !wrong.includes(field))
  return {
    value: fabric.parse(Object.fromEntries(rest)),
    dropped: issuesOf(issues).map(({ kind, value }) => ({ kind: `${kind}, and is left out`, value })),
  }
}

/**
 * The names that shops and makers use for the fields, the surest first, a line for each language or kind: English, German,
 * French, Spanish, Dutch and Italian. They are in the form in which names are compared: lower case, without spaces
 * and accents. "Color" is the name if no other column is, else the colour.
 */
const NAMES: Readonly<Record<keyof IncomingFabric, string>> = {
  manufacturer: `
    maker brand mfr mfg manufacturername makername brandname fabricbrand fabricmaker vendor company vendorname companyname
    hersteller marke
    fabricant marque
    fabricante marca
    fabrikant merk
    produttore`,
  collection: `
    line fabricline fabriccollection collectionname linename range series
    kollektion serie
    gamme
    coleccion linea
    collectie lijn
    collezione`,
  name: `
    fabricname colorname colourname fabriccolor fabriccolour colorway colourway farbname kleurnaam stoffname
    fabric title itemname productname product pattern patternname print description
    bezeichnung nom nombre naam nome shade
    color colour farbe couleur coloris kleur colore`,
  sku: `
    skunumber skuno fabricsku itemsku productsku variantsku item itemnumber itemno itemcode style stylenumber styleno
    productcode productnumber article articlenumber articleno partnumber partno colornumber colourno number no code
    artikelnummer artikelnr artnr artikel
    reference ref referencia codigo articulo
    codice articolo`,
  colorHex: `
    hex hexcode hexcolor hexcolour colourhex hexvalue swatchhex colorcode colourcode farbcode rgb
    color colour farbe couleur coloris kleur colore`,
  thumbnailUrl: `
    thumbnail thumbnailurl thumbnaillink thumbnailsrc thumb thumburl thumblink thumbsrc
    image imageurl imagelink imagesrc picture pictureurl picturelink picturesrc
    photo photourl photolink photosrc swatch swatchurl swatchlink swatchsrc
    bild bildurl bildlink foto fotourl fotolink
    imagen imagenurl imagenlink afbeelding afbeeldingurl afbeeldinglink immagine immagineurl immaginelink`,
}

/** Fabrics of a CSV or NDJSON file. */
export const FABRIC_FORMAT: RecordFormat<IncomingFabric> = {
  headings: {
    of: 'fabrics',
    names: new Map(
      Object.entries(NAMES).map(([field, names]) => [
        field,
        [plainName(field), ...names.trim().split(/\s+/)],
      ]),
    ),
    needed: ['manufacturer', 'collection', 'name'],
    ignored: ['id'],
  },
  read: readFabric,
}
