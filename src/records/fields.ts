/** The fields that the records of a file may have, and other names that people use for them. */
export interface Fields {
  /** What a file holds, for messages: "fabrics". */
  readonly of: string
  /** The other names of each field, most certain first, in lower case, with letters and digits only. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** The fields that every record must have. */
  readonly needed: readonly string[]
  /** Other names, which are left out without a message. */
  readonly ignored: readonly string[]
}

/** The form in which names are compared: `Item #` and `item` are the same. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds the name that stands for each field. One name may fit several fields ("Color" can be the name of a
 * fabric or its colour). The first field that has no better name takes it.
 */
function fieldsIn(names: readonly string[], { names: known }: Fields): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [field, others] of known) {
    for (const wanted of [plain(field), ...others]) {
      const name = names.find((each) => plain(each) === wanted && !fields.has(each))
      if (name === undefined) continue
      fields.set(name, field)
      break
    }
  }
  return fields
}

/** Throws if the header of a table lacks a needed field or names one twice, so that no row is misread. */
export function checkHeader(header: readonly string[], fields: Fields): void {
  const found = `The first line names: ${header.join(', ').slice(0, 200)}.`
  const present = fieldsIn(header, fields)
  const missing = fields.needed.filter((field) => ![...present.values()].includes(field))
  if (missing.length > 0)
    throw new Error(`Not a file of ${fields.of}: there is no column ${missing.join(', ')}. ${found}`)
  const repeated = header.find((name, index) => present.has(name) && header.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`There are two columns ${repeated}. ${found}`)
}

/** Records come with few different sets of names. This many sets are remembered. */
const MOST_KINDS = 100

/** Renames the fields of records to ours. Unknown fields are left out, and each is reported once. */
export function createRenaming(
  fields: Fields,
  onUnknown: (name: string) => void,
): (record: object) => Record<string, unknown> {
  const told = new Set(fields.ignored)
  const kinds = new Map<string, ReadonlyMap<string, string>>()
  return (record) => {
    const names = Object.keys(record)
    const key = names.join('\n')
    let present = kinds.get(key)
    if (present === undefined) {
      present = fieldsIn(names, fields)
      if (kinds.size === MOST_KINDS) kinds.clear()
      kinds.set(key, present)
      for (const name of names) {
        if (present.has(name) || told.has(name)) continue
        told.add(name)
        onUnknown(name)
      }
    }
    const renamed: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(record)) {
      const field = present.get(name)
      if (field !== undefined) renamed[field] = value
    }
    return renamed
  }
}
