import * as z from 'zod'
import { codePointLength, isStorable } from './text.ts'

/**
 * The part of JSON Schema 2020-12 that Selvage publishes: no `$ref`, no unions, no `$schema`. A type alias, not an
 * interface, so that it is assignable to the JSON types of others.
 */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: { [name: string]: JsonSchema }
  required?: string[]
  additionalProperties?: boolean
  items?: JsonSchema
  enum?: (string | number | boolean | null)[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export type ObjectSchema = JsonSchema & { type: 'object'; properties: { [name: string]: JsonSchema } }

const objectSchema = z.custom<ObjectSchema>(
  (value) => typeof value === 'object' && value !== null && 'properties' in value,
  'expected an object schema',
)

/**
 * The published schema. An input is open: REST ignores unknown members, and MCP closes it (D12). An output is closed
 * (§1: no other properties).
 */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    // JSON Schema cannot express custom types, such as `z.custom`.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // `T | null` as a type list: some clients reject every `anyOf`.
      const [value, none] = jsonSchema.anyOf ?? []
      if (none?.type !== 'null') return
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value?.type, 'null'] })
    },
  })
  return objectSchema.parse(json)
}

/** Text of `min` to `max` code points without NUL and unpaired surrogates (D8). Zod's `.max()` counts UTF-16 units. */
export const text = ({ min = 0, max }: { min?: number; max: number }) =>
  z
    .string()
    .refine((value) => codePointLength(value) >= min, `must be at least ${min} characters`)
    .refine((value) => codePointLength(value) <= max, `must be at most ${max} characters`)
    .refine(isStorable, 'must be text without NUL and unpaired surrogates')
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })

/** No valid input has more than some ten levels. */
export const MOST_LEVELS = 64

/** Whether code that walks the value could overflow the stack. */
export function isTooDeep(value: unknown, depth = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1))
}
