import { AppError } from './errors.ts'
import type { JsonSchema, ObjectSchema } from './json-schema.ts'
import { nearestFirst } from './nearest.ts'
import { visibleText } from './text.ts'
import type { Tool } from './tool.ts'

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

/** D12: no argument of a model is ignored without a word. */
function unknownArguments(
  { name, inputSchema, instead }: Pick<Tool, 'name' | 'inputSchema' | 'instead'>,
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
export function coerceArguments(
  tool: Pick<Tool, 'name' | 'inputSchema' | 'instead'>,
  given: unknown,
): unknown {
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
