import { inspect } from 'node:util'
import { visibleText } from '../core/text.ts'

export interface Row<Value> {
  readonly line: number
  readonly value: Value
}

/** What is wrong, and with which value. */
export interface Issue {
  readonly kind: string
  readonly value?: unknown
}

/** Also of warnings and columns. A hostile file could have many. */
export const MOST_FINDINGS = 20
const MOST_CHARACTERS = 200

/** Shortens text that may quote the file, and removes characters that could change a terminal. */
function beginningOf(text: string) {
  const beginning = visibleText(text.slice(0, MOST_CHARACTERS)).toWellFormed()
  return text.length > MOST_CHARACTERS ? `${beginning}…` : beginning
}

export const quotedValue = (value: string): string => JSON.stringify(beginningOf(value))

class Findings {
  readonly first: { readonly line: number; readonly kind: string; readonly value: string }[] = []
  #others = 0

  add(line: number, { kind, value = '' }: Issue): void {
    if (this.first.length === MOST_FINDINGS) {
      this.#others += 1
      return
    }
    const text = typeof value === 'string' ? value : inspect(value, { depth: 1, breakLength: Infinity })
    this.first.push({ line, kind, value: text })
  }

  *lines(): Generator<string> {
    for (const { line, kind, value } of this.first)
      yield `line ${line}: ${beginningOf(kind)}${value && `: ${quotedValue(value)}`}`
    if (this.#others > 0) yield `and ${this.#others.toLocaleString('en')} more`
  }
}

export class Report {
  read = 0
  bad = 0
  /** These refuse the whole file, unless bad records are skipped. */
  readonly refused = new Findings()
  /** Lines above the header, and values that are left out of good records. */
  readonly dropped = new Findings()
  /** Possible mistakes, though every record is good. */
  readonly warnings: string[] = []

  refuse(line: number, ...issues: readonly Issue[]): void {
    this.bad += 1
    for (const issue of issues) this.refused.add(line, issue)
  }

  *lines(): Generator<string> {
    yield* this.refused.lines()
    yield* this.dropped.lines()
    yield* this.warnings.slice(0, MOST_FINDINGS).map(visibleText)
  }
}

export interface FileImportOptions {
  skipBad: boolean
  isDryRun: boolean
  /** Removes what the file does not have: of its makers, or of what imports brought for one person. */
  isReplacing?: boolean | undefined
  /** Replaces even if the file may be cut short, because more than half would go, or it has no end line. */
  isForced?: boolean | undefined
  report: Report
  lockWait: { seconds: number; onWait(): void }
}

/** Of records that occur again later in the file (`duplicate`), the last one counts. */
export type Counts = Readonly<
  Partial<Record<'added' | 'updated' | 'removed' | 'unchanged' | 'duplicate', number | undefined>>
>
