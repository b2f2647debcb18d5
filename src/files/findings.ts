import { inspect } from 'node:util'
import type * as z from 'zod'

/** What is wrong with a value of a record. */
export interface Issue {
  /**
   * The field and what is wrong with it, without the value, so that findings of one kind can be counted
   * together.
   */
  readonly kind: string
  /** The value as text, if there is one to show. */
  readonly value?: string | undefined
}

/** An issue, and the line of the record that has it. */
export interface Finding extends Issue {
  readonly line: number
}

/**
 * The result of reading a record: its value, perhaps without fields that were wrong, or the reasons why it is
 * left out.
 */
export type Outcome<Value> =
  | { readonly value: Value; readonly dropped: readonly Issue[] }
  | { readonly problems: readonly Issue[] }

/** A value as text; `undefined` for one that is missing or empty. A list in a list in a list is not shown whole. */
function shown(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? value : inspect(value, { depth: 1, breakLength: Infinity })
}

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  let value = record
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = new Map<PropertyKey, unknown>(Object.entries(value)).get(String(key))
  }
  return value
}

/** The issues that a schema finds in a record. */
export function issuesOf(error: z.ZodError, record: unknown): Issue[] {
  return error.issues.map(({ path, message }) => ({
    kind: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    value: shown(valueAt(record, path)),
  }))
}

/** Reads records with a schema. A record with an issue is left out as a whole. */
export function bySchema<Value>(schema: z.ZodType<Value>): (record: unknown) => Outcome<Value> {
  return (record) => {
    const result = schema.safeParse(record)
    return result.success ? { value: result.data, dropped: [] } : { problems: issuesOf(result.error, record) }
  }
}

/**
 * A record of an input with its line number (counted from 1), or a description of what is wrong with it and the
 * part that is. A row of empty cells and a line above the header are no records, but are told.
 */
export type RawRecord =
  | { readonly line: number; readonly record: unknown }
  | { readonly line: number; readonly problem: string; readonly value?: string | undefined }
  | { readonly line: number; readonly isEmpty: true }
  | { readonly line: number; readonly above: string }
