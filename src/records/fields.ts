/** The fields that a file's records may have, and what else people call them. */
export interface Fields {
  /** What a file holds, for messages: "fabrics". */
  readonly of: string
  /** For each field its other names, the surest first, in lower case and without anything but letters and digits. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Those that no record can do without. */
  readonly needed: readonly string[]
  /** Names of no field that are passed over in silence. */
  readonly ignored: readonly string[]
}

/** A name as names are compared: `Item #` and `item` are one. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Which name of a record stands for which field. A name may stand for several fields ("Color" is a
 * fabric's name, or its colour); the first field without a surer name has it.
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

/** Throws when the header of a table is not what is needed, so that no row is taken for another. */
export function checkHeader(header: readonly string[], fields: Fields): void {
  const found = `The first line names: ${header.join(', ').slice(0, 200)}.`
  const present = fieldsIn(header, fields)
  const missing = fields.needed.filter((field) => ![...present.values()].includes(field))
  if (missing.length > 0)
    throw new Error(`Not a file of ${fields.of}: there is no column ${missing.join(', ')}. ${found}`)
  const repeated = header.find((name, index) => present.has(name) && header.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`There are two columns ${repeated}. ${found}`)
}

/** Records may have their fields in few ways; this many are remembered. */
const MOST_KINDS = 100

/** Gives the fields of records their own names; others are left out, and told of once each. */
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
