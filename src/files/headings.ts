import { MOST_KEPT, type Report } from './findings.ts'

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

/**
 * Finds the name that stands for each field. One name may fit several fields ("Color" can be the name of a
 * fabric or its colour). The first field that has no better name takes it.
 */
export function fieldsIn(names: readonly string[], { names: known }: Headings): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const given = new Set<string>()
  for (const form of FORMS) {
    const formed = names.map(form)
    for (const [field, wanted] of known) {
      if (given.has(field)) continue
      const found = wanted
        .map((each) => names.find((name, index) => formed[index] === each && !fields.has(name)))
        .find((name) => name !== undefined)
      if (found === undefined) continue
      fields.set(found, field)
      given.add(field)
    }
  }
  return fields
}

/** Records come with few different sets of names. This many sets are remembered. */
const MOST_KINDS = 100

/** Renames the fields of records to ours, and reports how. Other fields are left out. */
export function createRenaming(
  headings: Headings,
  report: Report,
): (record: object) => Record<string, unknown> {
  const kinds = new Map<string, ReadonlyMap<string, string>>()
  const fieldCalled = (name: string) =>
    [...headings.names].find(([, known]) => known.includes(plainName(name)))?.[0]
  function fieldsOf(names: readonly string[]): ReadonlyMap<string, string> {
    const fields = fieldsIn(names, headings)
    for (const name of names) {
      const field = fields.get(name)
      const isFull = report.unknown.size + report.renamed.size > MOST_KEPT
      if (isFull || headings.ignored.includes(name)) continue
      if (field === undefined) report.unknown.set(name, fieldCalled(name))
      else if (plainName(name) !== plainName(field)) report.renamed.set(name, field)
    }
    return fields
  }
  return (record) => {
    const names = Object.keys(record)
    const key = names.join('\n')
    const fields = kinds.get(key) ?? fieldsOf(names)
    if (kinds.size < MOST_KINDS) kinds.set(key, fields)
    return Object.fromEntries(
      Object.entries(record).flatMap(([name, value]) => {
        const field = fields.get(name)
        return field === undefined ? [] : [[field, value]]
      }),
    )
  }
}
