import type * as z from 'zod'
import { AppError } from './errors.ts'
import type { JsonSchema, ObjectSchema } from './schema.ts'
import { editDistance, isStorable, visibleText } from './text.ts'

function range(low: number | undefined, high: number | undefined, unit = ''): string {
  if (high === undefined) return ''
  return low === undefined ? ` of at most ${high}${unit}` : ` from ${low} to ${high}${unit}`
}

function describeConstraint(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of: ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `a number${range(schema.minimum, schema.maximum)}`
    case 'boolean':
      return 'true or false'
    default:
      return `text${range(schema.minLength, schema.maxLength, ' characters')}`
  }
}

/** Names every field at fault with the bound that the published schema states (D9). */
export function invalidArgument(
  schema: ObjectSchema,
  raw: unknown,
  issues: readonly z.core.$ZodIssue[],
): AppError {
  const values = new Map(typeof raw === 'object' && raw !== null ? Object.entries(raw) : [])
  const names = new Set(issues.map((issue) => String(issue.path[0] ?? '')))
  const sentences = [...names].map((name) => {
    const property = schema.properties[name]
    if (property === undefined) return 'The arguments must be a JSON object.'
    const value: unknown = values.get(name)
    const must = `must be ${describeConstraint(property)}`
    if (value === undefined) return `${name} is required and ${must}.`
    const isHidden = typeof value === 'string' && !isStorable(value)
    return `${name} ${must}${isHidden ? ', without NUL and unpaired surrogates' : ''}.`
  })
  return new AppError('invalid_argument', sentences.join(' '), {
    hint: 'Correct the argument and call again.',
  })
}

/** Text that stands for a value, by type (D12). All of it is JSON; `05`, `+5`, `1e1` and `TRUE` are text. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  integer: /^(?:0|-?[1-9][0-9]{0,8})$/,
  number: /^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?$/,
  boolean: /^(?:true|false)$/,
}

/** Text as the value that the schema asks for, if it is one. */
export function coerce(value: unknown, { type }: JsonSchema = {}): unknown {
  const stands = typeof value === 'string' && WRITTEN[String(type)]?.test(value)
  return stands ? JSON.parse(value) : value
}

interface Called {
  readonly name: string
  readonly inputSchema: ObjectSchema
  readonly instead?: Readonly<Record<string, string>>
}

function nameDistance(given: string, known: string): number {
  return known.includes(given) || given.includes(known) ? 0 : (editDistance(given, known) ?? 0)
}

/** D12: lists the names that the tool has, nearest first. */
function unknownArguments({ name, inputSchema, instead = {} }: Called, unknown: readonly string[]): AppError {
  // Cut, because comparing a long name is expensive.
  const given = unknown.slice(0, 5).map((argument) => argument.slice(0, 40))
  const [first = ''] = given
  const distanceOf = (known: string) => nameDistance(first.toLowerCase(), known.toLowerCase())
  const known = Object.keys(inputSchema.properties).sort((one, other) => distanceOf(one) - distanceOf(other))
  const advice = unknown.flatMap((argument) => (Object.hasOwn(instead, argument) ? [instead[argument]] : []))
  const message = `${name} has no ${given.map(visibleText).join(', ')}. Its arguments are: ${known.join(', ')}.`
  return new AppError('invalid_argument', message, {
    hint: [...new Set(advice)].join(' ') || 'Nothing was done. Call again with these names only.',
  })
}

/**
 * Accepts numbers and booleans as text, and `null` for an optional argument, because models send them. Throws
 * `invalid_argument` for an unknown name (D12).
 */
export function coerceArguments(tool: Called, given: unknown): unknown {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) return given
  const { properties, required } = tool.inputSchema
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name))
  if (unknown.length > 0) throw unknownArguments(tool, unknown)
  const meant = Object.entries(given).filter(([name, value]) => value !== null || required?.includes(name))
  return Object.fromEntries(meant.map(([name, value]) => [name, coerce(value, properties[name])]))
}
