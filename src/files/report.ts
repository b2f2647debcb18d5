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

/** How many findings, kinds and names of a file are kept. A hostile file could have many. */
export const MOST_KEPT = 20

/** Findings of one weight: the first ones, and how many others there are of each kind. */
class Findings {
  readonly first: Finding[] = []
  readonly others = new Map<string, number>()

  add(line: number, issues: readonly Issue[]): void {
    for (const { kind, value } of issues) {
      if (this.first.length < MOST_KEPT) {
        this.first.push({ line, kind, value })
        continue
      }
      const isKept = this.others.has(kind) || this.others.size < MOST_KEPT
      const counted = isKept ? kind : 'of other kinds'
      this.others.set(counted, (this.others.get(counted) ?? 0) + 1)
    }
  }
}

/** What there is to say about a file that is read. */
export class Report {
  /** How many records were read. */
  read = 0
  /** How many were left out because something is wrong with them. */
  bad = 0
  /** Why records are left out, and with them the whole file, unless bad ones are skipped. */
  readonly refused = new Findings()
  /** Values and lines that are left out of records that stay. */
  readonly dropped = new Findings()
  /** Names that are not a field's own, and the field as which each is read. */
  readonly renamed = new Map<string, string>()
  /** Names that are left out: of no field, or of one that a surer name gives. */
  readonly unknown = new Map<string, string | undefined>()
  /** What may be a mistake, though every record is good. */
  readonly warnings: string[] = []

  /** Counts a record as bad. */
  refuse(line: number, ...issues: readonly Issue[]): void {
    this.bad += 1
    this.refused.add(line, issues)
  }
}

/** A value as text; `undefined` for one that is missing or empty. Deeply nested lists are shortened. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? value : inspect(value, { depth: 1, breakLength: Infinity })
}

/** The issues that a schema finds. Parse with `reportInput`, so that they have their values. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[]): Issue[] =>
  issues.map(({ path, message, input }) => ({
    kind: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    value: shownValue(input),
  }))
