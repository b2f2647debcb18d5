import type * as z from 'zod'
import { AppError } from './errors.ts'
import type { JsonSchema, ObjectSchema } from './json-schema.ts'
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

/** Units that people give lengths in, and how many inches each has. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['in', 'inch', 'inches', '"', '″', '”'].map((unit) => [unit, 1] as const),
  ['cm', 1 / 2.54],
  ['mm', 1 / 25.4],
])

/** A length with a unit, such as "30 cm", as a number of inches with two decimals. */
export function inchesIn(text: string): number | undefined {
  // Trimmed first: spaces at the end that belong to two parts of the pattern would take time by their square.
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)\s*(\D{1,6})$/.exec(text.trim()) ?? []
  const factor = UNITS.get(unit.toLowerCase())
  return factor === undefined ? undefined : Math.round(Number(number) * factor * 100) / 100
}

/** For a length with a unit: the number to send. */
function lengthHint(name: string, value: unknown): string | undefined {
  if (!name.endsWith('Inches') || typeof value !== 'string') return undefined
  const inches = inchesIn(value)
  return inches === undefined
    ? undefined
    : `${name}: send ${inches}, which is ${visibleText(value.trim())} in inches.`
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
  const hints = [...names].flatMap((name) => lengthHint(name, values.get(name)) ?? [])
  return new AppError('invalid_argument', sentences.join(' '), {
    hint: hints.length > 0 ? hints.join(' ') : 'Correct the argument and call again.',
  })
}
