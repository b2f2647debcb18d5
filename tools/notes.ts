import type { Total } from '../src/core/rooms.ts'
import { visibleText } from '../src/core/text.ts'

/** A note is read with every answer, so it is short (D38). */
const MAX_WORDS = 60
/** How much of a caller's text is repeated: enough to recognise it. */
const MAX_QUOTE = 40
/** How many makers, collections or words are suggested. */
const MAX_NAMED = 4
/** Totals are told exactly up to this (D38.3). */
const COUNTED = 1000

/** How the notes of a total and of colour differences are told from others. */
export const IN_ALL = 'match in all.'
export const DISTANCES = 'Colour difference (CIEDE2000)'

const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** The sentences that fit, in order. A long one is skipped if a later one still fits. */
export function shortNotes(sentences: readonly (string | undefined)[], most = MAX_WORDS): string[] {
  const kept: string[] = []
  let words = 0
  for (const sentence of sentences) {
    if (sentence === undefined) continue
    const count = wordCount(sentence)
    if (words + count > most) continue
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
export function shortList(
  names: readonly string[],
  show: (name: string) => string = (name) => name,
  most = MAX_NAMED,
): string {
  const rest = names.length - most
  const shown = names.slice(0, most).map(show).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** A total in words. Beyond a thousand, the exact number helps nobody to choose (D38.3). */
export function countInWords({ count, isExact }: Total): string {
  return isExact && count <= COUNTED ? String(count) : `more than ${COUNTED.toLocaleString('en-US')}`
}
