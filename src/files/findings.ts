import { inspect } from 'node:util'
import type * as z from 'zod'

/** What is wrong with a value of a record. */
export interface Issue {
  /** The field and what is wrong with it, without the value, so that findings of one kind are counted together. */
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

/** How many findings, kinds and names of a file are kept. A hostile file could have many. */
export const MOST_KEPT = 20

/** Findings of one weight: the first ones, and how many others there are of each kind. */
class Findings {
  readonly first: Finding[] = []
  readonly others = new Map<string, number>()

  add(finding: Finding): void {
    if (this.first.length < MOST_KEPT) {
      this.first.push(finding)
      return
    }
    const isKept = this.others.has(finding.kind) || this.others.size < MOST_KEPT
    const kind = isKept ? finding.kind : 'of other kinds'
    this.others.set(kind, (this.others.get(kind) ?? 0) + 1)
  }
}

/** What there is to say about a file that is read. */
export class Report {
  /** Why records are left out, and with them the whole file, unless bad ones are skipped. */
  readonly bad = new Findings()
  /** Values and lines that are left out of records that stay. */
  readonly dropped = new Findings()
  /** Names that are not a field's own, and the field as which each is read. */
  readonly renamed = new Map<string, string>()
  /** Names that are left out: of no field, or of one that a surer name gives. */
  readonly unknown = new Map<string, string | undefined>()

  /** What may be a mistake, though every record is good. */
  readonly warnings: string[] = []
}

/** A value as text; `undefined` for one that is missing or empty. A list in a list in a list is not shown whole. */
function shown(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? value : inspect(value, { depth: 1, breakLength: Infinity })
}

/** The issues that a schema finds. Parse with `reportInput`, so that they have their values. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[]): Issue[] =>
  issues.map(({ path, message, input }) => ({
    kind: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    value: shown(input),
  }))

/** Reads records with a schema. A record with an issue is left out as a whole. */
export function bySchema<Value>(schema: z.ZodType<Value>): (record: unknown) => Outcome<Value> {
  return (record) => {
    const result = schema.safeParse(record, { reportInput: true })
    return result.success ? { value: result.data, dropped: [] } : { problems: issuesOf(result.error.issues) }
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
