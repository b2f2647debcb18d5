import { inspect } from 'node:util'
import { visibleText } from '../core/text.ts'

/** What is wrong with a value of a record. */
export interface Issue {
  /** The field and what is wrong with it, without the value, so that issues of one kind are counted together. */
  readonly kind: string
  /** The value as text, if there is one to show. */
  readonly value?: string | undefined
}

/** An issue, and the line of the record that has it. */
export interface Finding extends Issue {
  readonly line: number
}

/** How many findings, kinds and columns of a file are told. A hostile file could have many. */
export const MOST_FINDINGS = 20

/** Findings of one weight: the first ones, and how many others there are of each kind. */
class Findings {
  readonly first: Finding[] = []
  readonly others = new Map<string, number>()

  add(line: number, issues: readonly Issue[]): void {
    for (const { kind, value } of issues) {
      if (this.first.length < MOST_FINDINGS) {
        this.first.push({ line, kind, value })
        continue
      }
      const isKept = this.others.has(kind) || this.others.size < MOST_FINDINGS
      const counted = isKept ? kind : 'of other kinds'
      this.others.set(counted, (this.others.get(counted) ?? 0) + 1)
    }
  }
}

/** The findings about a file that is read. */
export class Report {
  /** How many records were read. */
  read = 0
  /** How many were left out because something is wrong with them. */
  bad = 0
  /** Why records are left out, and with them the whole file, unless bad ones are skipped. */
  readonly refused = new Findings()
  /** Values and lines that are left out of records that stay. */
  readonly dropped = new Findings()
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

/** The beginning of a text of a file, which may be long and may hold characters that change a terminal. */
export function beginningOf(text: string, most: number): string {
  const beginning = visibleText(text.slice(0, most)).toWellFormed()
  return text.length > most ? `${beginning}…` : beginning
}

const MOST_VALUE_CHARACTERS = 60

/** A value of a file in quotes, on one short line. */
export const quotedValue = (value: string): string =>
  JSON.stringify(beginningOf(value, MOST_VALUE_CHARACTERS))

/** How a file is imported into a database. */
export interface FileImportOptions {
  /** Leave bad records out instead of refusing the whole file. */
  readonly skipBad: boolean
  /** Report what would be done, but change nothing. */
  readonly isDryRun: boolean
  /** Is filled while the file is read. */
  readonly report: Report
  /** Called when another process is writing, and this import waits for it. */
  onWait(): void
}

/** What happened to the records that were written. With the bad ones of the report they add up to all that were read. */
export interface Counts {
  readonly added: number
  readonly updated: number
  /** What was there and goes, because the file says so or does not have it. */
  readonly removed?: number | undefined
  /** Records that were already there with the same content; `undefined` if that is not looked at. */
  readonly unchanged: number | undefined
  /** Records that occur again later in the file. The last one counts. */
  readonly duplicate: number
}

/** Another import may take a minute or two. */
export const longWait = ({ onWait }: FileImportOptions) => ({ seconds: 600, onWait })
