/** The fields that the records of a file may have, and the headings that people give them. */
export interface Headings {
  /** What a file holds, for messages: "fabrics". */
  readonly of: string
  /** The other names of each field, most certain first, in lower case, with letters and digits only. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** The fields that every record must have. */
  readonly needed: readonly string[]
  /** Other names, which are left out without a message. */
  readonly ignored: readonly string[]
}

/** The form in which names are compared: `Item #` and `item` are the same, and `Référence` is `reference`. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A name as it is, and without a remark behind it: `Hex (sRGB)` and `SKU / Item`. */
const FORMS = [plain, (name: string) => plain(name.split(/[([/]/, 1)[0] ?? '')]

const spellings = ([field, others]: readonly [string, readonly string[]]) => [plain(field), ...others]

/**
 * Finds the name that stands for each field. One name may fit several fields ("Color" can be the name of a
 * fabric or its colour). The first field that has no better name takes it.
 */
export function fieldsIn(names: readonly string[], { names: known }: Headings): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const given = new Set<string>()
  for (const form of FORMS) {
    const formed = names.map(form)
    for (const entry of known) {
      const [field] = entry
      for (const wanted of given.has(field) ? [] : spellings(entry)) {
        const name = names.find((each, index) => formed[index] === wanted && !fields.has(each))
        if (name === undefined) continue
        fields.set(name, field)
        given.add(field)
        break
      }
    }
  }
  return fields
}

/** Records come with few different sets of names. This many sets are remembered. */
const MOST_KINDS = 100

/** Is told once of each name in the records of a file. */
export interface NameListener {
  /** Called with names that are not a field's own, and the field as which each is read. */
  onRenamed(names: ReadonlyMap<string, string>): void
  /** Called for each name that is left out: of no field, or of one that a surer name gives. */
  onUnknownField(name: string, field?: string): void
}

/** Renames the fields of records to ours. Other fields are left out. */
export function createRenaming(
  headings: Headings,
  listener: NameListener,
): (record: object) => Record<string, unknown> {
  const told = new Set(headings.ignored)
  const kinds = new Map<string, ReadonlyMap<string, string>>()
  return (record) => {
    const names = Object.keys(record)
    const key = names.join('\n')
    let present = kinds.get(key)
    if (present === undefined) {
      present = fieldsIn(names, headings)
      if (kinds.size === MOST_KINDS) kinds.clear()
      kinds.set(key, present)
      const renamed = new Map<string, string>()
      for (const name of names) {
        if (told.has(name)) continue
        told.add(name)
        const field = present.get(name)
        if (field === undefined)
          listener.onUnknownField(
            name,
            [...headings.names].find((entry) => spellings(entry).includes(plain(name)))?.[0],
          )
        else if (plain(name) !== plain(field)) renamed.set(name, field)
      }
      if (renamed.size > 0) listener.onRenamed(renamed)
    }
    const renamed: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(record)) {
      const field = present.get(name)
      if (field !== undefined) renamed[field] = value
    }
    return renamed
  }
}
