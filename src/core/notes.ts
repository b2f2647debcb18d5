import type { Total } from './repositories.ts'
import type { QueryReading } from './search-report.ts'
import { asTyped, visibleText } from './text.ts'

/** A note is read with every answer, so it is short (D38). */
const MAX_WORDS = 60
/** How much of a caller's text is repeated: enough to recognise it. */
const MAX_QUOTE = 40
/** How many makers, collections or words are suggested. */
const MAX_NAMED = 4
/** Totals are told exactly up to this (D38.3). */
const COUNTED = 1000

export const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** The sentences that fit, in order. A long one is skipped if a later one still fits. */
export function shortNotes(sentences: readonly (string | undefined)[]): string[] {
  const kept: string[] = []
  let words = 0
  for (const sentence of sentences) {
    if (sentence === undefined) continue
    const count = wordCount(sentence)
    if (words + count > MAX_WORDS) continue
    kept.push(sentence)
    words += count
  }
  return kept
}

/** A text that somebody else wrote, in quotation marks. Its own become inch marks, so that it cannot end them. */
export function quoted(text: string): string {
  const shown = visibleText(text).replaceAll('"', '″')
  const short = [...shown].slice(0, MAX_QUOTE).join('')
  return `"${short}${short.length < shown.length ? '…' : ''}"`
}

/** Some names, and how many more there are. */
export function listed(
  names: readonly string[],
  show: (name: string) => string = (name) => name,
  most = MAX_NAMED,
): string {
  const rest = names.length - most
  const shown = names.slice(0, most).map(show).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** Some words of a query, as they were typed. */
export const wordsOf = (query: string, words: readonly string[]): string =>
  listed(
    words.map((word) => asTyped(query, word)),
    quoted,
  )

/** Words that were read as something else. */
export function readAsNote({ readAs }: QueryReading, query: string): string | undefined {
  const read = readAs
    // "kona" for "kona cotton" tells nothing new.
    .filter(({ written, meant }) => !` ${meant} `.includes(` ${written} `))
    .map(({ written, meant }) => `${quoted(asTyped(query, written))} as ${quoted(meant)}`)
  return read.length > 0 ? `Read ${listed(read)}.` : undefined
}

/** Words that did not have to be found. */
export function leftOutNote({ leftOut }: QueryReading, query: string): string | undefined {
  return leftOut.length > 0 ? `Left out of the search: ${wordsOf(query, leftOut)}.` : undefined
}

/** A total in words. Beyond a thousand, the exact number helps nobody to choose (D38.3). */
export function countInWords({ count, isExact }: Total): string {
  return isExact && count <= COUNTED ? String(count) : `more than ${COUNTED.toLocaleString('en-US')}`
}
