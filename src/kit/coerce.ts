import type { JsonSchema, ObjectSchema } from './json-schema.ts'

const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]{0,8})$/
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?$/

/** Text as the value that the schema asks for; text that is no canonical spelling of one is left for validation to refuse. */
function fromText(value: string, schema: JsonSchema): string | number | boolean {
  if (schema.type === 'integer') return CANONICAL_INTEGER.test(value) ? Number(value) : value
  if (schema.type === 'number') return DECIMAL.test(value) ? Number(value) : value
  if (schema.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

/** Query and path parameters as typed values (D12: `05`, `+5`, `1e1`, `TRUE` stay text, and so are refused). */
export function coerceParameters(
  schema: ObjectSchema,
  parameters: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of parameters) {
    const property = schema.properties[name]
    if (property !== undefined) values[name] = fromText(value, property)
  }
  return values
}

/**
 * A model's tool arguments, forgiving what models commonly send: numbers and booleans as text, and
 * `null` for an optional argument. REST bodies come from programs and get no such leave.
 */
export function coerceArguments(schema: ObjectSchema, given: unknown): unknown {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) return given
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const property = schema.properties[name]
    if (property === undefined) continue
    if (value === null && !schema.required?.includes(name)) continue
    values[name] = typeof value === 'string' ? fromText(value, property) : value
  }
  return values
}
