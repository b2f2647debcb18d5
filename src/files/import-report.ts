import { inspect } from 'node:util'
import { visibleText } from '../core/text.ts'

export interface Row<Value> {
  readonly line: number
  readonly value: Value
}

/** Issues are counted by kind, so the value is not part of it. */
export interface Issue {
  readonly kind: string
  readonly value?: unknown
}

/** Also of kinds and columns. A hostile file could have many. */
export const MOST_FINDINGS = 20
const MOST_CHARACTERS = 200

/** Shortens text that may quote the file, and removes characters that could change a terminal. */
function beginningOf(text: string): string {
  const beginning = visibleText(text.slice(0, MOST_CHARACTERS)).toWellFormed()
  return text.length > MOST_CHARACTERS ? `${beginning}…` : beginning
}

export const quotedValue = (value: string): string => JSON.stringify(beginningOf(value))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : inspect(value, { depth: 1, breakLength: Infinity })

class Findings {
  readonly first: { readonly line: number; readonly kind: string; readonly value: string | undefined }[] = []
  readonly #others = new Map<string, number>()

  add(line: number, { kind, value }: Issue): void {
    if (this.first.length < MOST_FINDINGS) {
      this.first.push({ line, kind, value: value === undefined || value === '' ? undefined : textOf(value) })
      return
    }
    const isKept = this.#others.has(kind) || this.#others.size < MOST_FINDINGS
    const counted = isKept ? kind : 'of other kinds'
    this.#others.set(counted, (this.#others.get(counted) ?? 0) + 1)
  }

  *lines(): Generator<string> {
    for (const { line, kind, value } of this.first)
      yield `line ${line}: ${beginningOf(kind)}${value === undefined ? '' : `: ${quotedValue(value)}`}`
    for (const [kind, count] of [...this.#others].sort(([, one], [, other]) => other - one))
      yield `and ${count.toLocaleString('en')} more: ${beginningOf(kind)}`
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
    yield* this.warnings.map(visibleText)
  }
}

export interface FileImportOptions {
  readonly skipBad: boolean
  readonly isDryRun: boolean
  readonly report: Report
  readonly lockWait: { readonly seconds: number; onWait(): void }
}

/** Of records that occur again later in the file (`duplicate`), the last one counts. */
export type Counts = Readonly<
  Partial<Record<'added' | 'updated' | 'removed' | 'unchanged' | 'duplicate', number | undefined>>
>
