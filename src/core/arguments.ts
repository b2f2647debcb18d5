import type * as z from 'zod'
import { AppError } from './errors.ts'
import type { JsonSchema, ObjectSchema } from './schema.ts'
import { isStorable, visibleText } from './text.ts'

function range(low: number | undefined, high: number | undefined, unit = ''): string {
  if (low !== undefined && low === high) return ` of ${low}${unit}`
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}${unit}`
  return high === undefined ? '' : ` of at most ${high}${unit}`
}

/** What a field must be, in words: `a whole number from 1 to 25`. */
function describeConstraint(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of: ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `a number${range(schema.minimum, schema.maximum)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list${range(schema.minItems, schema.maxItems, ' values')}, each ${describeConstraint(schema.items ?? {})}`
    default:
      return `text${range(schema.minLength, schema.maxLength, ' characters')}`
  }
}

function explainField(name: string, schema: JsonSchema, value: unknown): string {
  const must = `must be ${describeConstraint(schema)}`
  if (value === undefined) return `${name} is required and ${must}.`
  const unstorable = typeof value === 'string' && !isStorable(value)
  return `${name} ${must}${unstorable ? ', without NUL and unpaired surrogates' : ''}.`
}

/**
 * `invalid_argument` that names every field at fault and its bound (D9), in the words of the
 * published schema, so that message and schema cannot disagree.
 */
export function invalidArgument(
  schema: ObjectSchema,
  raw: unknown,
  issues: readonly z.core.$ZodIssue[],
): AppError {
  const values = new Map(typeof raw === 'object' && raw !== null ? Object.entries(raw) : [])
  const names = new Set(issues.map((issue) => String(issue.path[0] ?? '')))
  const sentences = [...names].map((name) => {
    const property = schema.properties[name]
    return property === undefined
      ? 'The arguments must be a JSON object.'
      : explainField(name, property, values.get(name))
  })
  return new AppError('invalid_argument', sentences.join(' '), {
    hint: 'Correct the argument and call again.',
  })
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters must be added, removed or replaced to turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (const [index, other] of [...to].entries()) {
      const exchanged = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(exchanged, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Sorts names by how similar their spelling is to the given one. Part of a name counts as similar. */
export function nearestFirst(given: string, names: readonly string[]): string[] {
  // Longer names cannot be similar, and callers could make the comparison expensive.
  const wanted = plain(given.slice(0, 40))
  const distance = (name: string) => {
    const candidate = plain(name)
    const isPart = wanted.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate))
    return isPart ? 0.5 : editDistance(wanted, candidate)
  }
  return names
    .map((name) => ({ name, distance: distance(name) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name)
}

const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]{0,8})$/
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?$/

/** Text as the value that the schema asks for. Other text stays as it is, and validation refuses it. */
function fromText(value: string, schema: JsonSchema): string | number | boolean {
  if (schema.type === 'integer') return CANONICAL_INTEGER.test(value) ? Number(value) : value
  if (schema.type === 'number') return DECIMAL.test(value) ? Number(value) : value
  if (schema.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

/** Reads each value of a list as the schema of its items asks. A single value is a list of one. */
function listFrom(value: string | readonly unknown[], { items = {} }: JsonSchema): unknown[] {
  const values = typeof value === 'string' ? [value] : value
  return values.map((item) => (typeof item === 'string' ? fromText(item, items) : item))
}

/** Query and path parameters as typed values (D12: `05`, `+5`, `1e1` and `TRUE` stay text, so they are refused). */
export function coerceParameters(
  schema: ObjectSchema,
  parameters: ReadonlyMap<string, string | readonly string[]>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of parameters) {
    const property = schema.properties[name]
    if (property === undefined) continue
    values[name] = typeof value === 'string' ? fromText(value, property) : listFrom(value, property)
  }
  return values
}

/** A tool, as far as its arguments are concerned. */
interface Called {
  readonly name: string
  readonly inputSchema: ObjectSchema
  /** Names that models often send by mistake, and what to do instead. */
  readonly instead: Readonly<Record<string, string>>
}

/** D12: no argument of a model is ignored without a word. */
function unknownArguments(
  { name, inputSchema, instead }: Called,
  unknown: readonly [string, ...string[]],
): AppError {
  const [first] = unknown
  const known = nearestFirst(first, Object.keys(inputSchema.properties))
  const shown = unknown.slice(0, 5).map((argument) => visibleText(argument.slice(0, 40)))
  const advice = [
    ...new Set(unknown.flatMap((argument) => (Object.hasOwn(instead, argument) ? [instead[argument]] : []))),
  ]
  return new AppError(
    'invalid_argument',
    `${name} has no ${shown.join(', ')}. ${known.length > 0 ? `Its arguments are: ${known.join(', ')}.` : 'It has no arguments.'}`,
    { hint: advice.length > 0 ? advice.join(' ') : 'Nothing was done. Call again with these names only.' },
  )
}

/**
 * A model's tool arguments, forgiving what models commonly send: numbers and booleans as text, and
 * `null` for an optional argument. REST bodies come from programs, so they are read strictly. Throws
 * `invalid_argument` for a name that the tool does not have (D12).
 */
export function coerceArguments(tool: Called, given: unknown): unknown {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) return given
  const { properties, required } = tool.inputSchema
  const [first, ...others] = Object.keys(given).filter((name) => !Object.hasOwn(properties, name))
  if (first !== undefined) throw unknownArguments(tool, [first, ...others])
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const property = properties[name]
    if (property === undefined || (value === null && !required?.includes(name))) continue
    const isList = property.type === 'array' && (typeof value === 'string' || Array.isArray(value))
    if (isList) values[name] = listFrom(value, property)
    else values[name] = typeof value === 'string' ? fromText(value, property) : value
  }
  return values
}
