import { MOST_KEPT, type Report } from './report.ts'

/** The fields that the records of a file may have, and the headings that people give them. */
export interface Headings {
  /** What a file holds, for messages: "fabrics". */
  readonly of: string
  /** The names of each field, its own first, then the most certain first: lower case, letters and digits only. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** The fields that every record must have. */
  readonly needed: readonly string[]
  /** Other names, which are left out without a message. */
  readonly ignored: readonly string[]
}

/** The form in which names are compared: `Item #` and `item` are the same, and `Référence` is `reference`. */
export const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A name as it is, and without a remark behind it: `Hex (sRGB)` and `SKU / Item`. */
const FORMS = [plainName, (name: string) => plainName(name.split(/[([/]/, 1)[0] ?? '')]

/** The field for which each column stands, or none. */
export type Fields = ReadonlyArray<string | undefined>

/**
 * Finds the column of each field. One name may fit several fields ("Color" can be the name of a fabric or its colour).
 * The first field that has no better name takes it.
 */
export function fieldsOf(names: readonly string[], { names: known }: Headings): Fields {
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

/** Reports as which fields names are read, and which names are left out. */
export function reportNames(
  names: readonly string[],
  fields: Fields,
  headings: Headings,
  { unknown, renamed }: Report,
): void {
  for (const [index, name] of names.entries()) {
    const field = fields[index]
    if (unknown.size + renamed.size > MOST_KEPT || name === '' || headings.ignored.includes(name)) continue
    if (field === undefined) {
      const [other] = [...headings.names].find(([, known]) => known.includes(plainName(name))) ?? []
      unknown.set(name, other)
    } else if (plainName(name) !== plainName(field)) renamed.set(name, field)
  }
}
