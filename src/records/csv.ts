import { MOST_CHARACTERS } from './lines.ts'

/** A record of a CSV input with the number of its first line, or what is wrong with it and the text that is. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string; readonly value: string }

/** Commas, semicolons (used where the comma is the decimal sign) and tabs. */
export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A quote that is still open after so many lines was probably a mistake. */
const MOST_LINES = 100

/** A quoted cell. Some programs write `="0012"`, so that a spreadsheet keeps the zeros. */
const QUOTED = /=?"/y
const OPEN = /=?"[^"]*(?:""[^"]*)*$/y

const PATTERNS = new Map(
  SEPARATORS.map((separator) => [
    separator,
    {
      quoted: new RegExp(`=?"([^"]*(?:""[^"]*)*)"(?=${separator}|\\r*$)`, 'y'),
      plain: new RegExp(`[^"${separator}\\r]*(?=${separator}|\\r*$)`, 'y'),
    },
  ]),
)

/** The cells of a complete record; `open` if a quoted cell continues after the end of the text. */
function cellsOf(text: string, separator: Separator): readonly string[] | 'open' | undefined {
  const patterns = PATTERNS.get(separator)
  const cells: string[] = []
  for (let at = 0; patterns !== undefined; at += 1) {
    QUOTED.lastIndex = at
    const isQuoted = QUOTED.test(text)
    const pattern = isQuoted ? patterns.quoted : patterns.plain
    pattern.lastIndex = at
    const [found, quoted] = pattern.exec(text) ?? []
    if (found === undefined) {
      OPEN.lastIndex = at
      return isQuoted && OPEN.test(text) ? 'open' : undefined
    }
    cells.push(quoted?.replaceAll('""', '"') ?? found)
    at += found.length
    if (text[at] !== separator) break
  }
  return cells
}

/**
 * The records of CSV lines (RFC 4180). Empty lines are left out. After a bad record, reading continues with
 * the next line, so that one stray quote does not hide what follows it.
 *
 * @param before how many lines of the input come before these.
 */
export async function* csvRecords(
  lines: AsyncIterable<string> | Iterable<string>,
  separator: Separator,
  before = 0,
): AsyncGenerator<CsvRecord> {
  let open: string[] = []
  let line = before

  /** Reads lines. Those of a record that is not complete yet stay in `open`. */
  function* take(incoming: readonly string[], isLast: boolean): Generator<CsvRecord> {
    const waiting = [...incoming]
    while (waiting.length > 0 || (isLast && open.length > 0)) {
      open.push(...waiting.splice(0, 1))
      const first = line - open.length - waiting.length + 1
      const text = open.join('\n')
      const cells = text.trim() === '' ? [] : cellsOf(text, separator)
      const isEndless = open.length > MOST_LINES || text.length > MOST_CHARACTERS
      const unclosed = cells === 'open' && (isEndless || (isLast && waiting.length === 0))
      if (cells === 'open' && !unclosed) continue
      if (cells === undefined)
        yield {
          line: first,
          problem: 'a quote within a cell must be doubled, and the cell quoted',
          value: text,
        }
      else if (cells === 'open') yield { line: first, problem: 'a quote is not closed', value: open[0] ?? '' }
      else if (cells.length > 0) yield { line: first, cells }
      // The lines after an unclosed quote are read again, as records of their own.
      if (cells === 'open' || cells === undefined) waiting.unshift(...open.slice(1))
      open = []
    }
  }

  for await (const text of lines) {
    line += 1
    yield* take([text], false)
  }
  yield* take([], true)
}
