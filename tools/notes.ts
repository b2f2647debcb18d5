import type { SearchReport } from '../src/core/rooms.ts'
import { visibleText } from '../src/core/text.ts'

/** D38: a note is read with every answer. */
const MOST_WORDS = 60
/** Enough of a caller's text to recognise it. */
const MOST_QUOTED = 40
const MOST_NAMED = 4

/** Searches leave these words out, and no tool knows what a thing costs. */
export const asksPrice = (query: string): boolean => /\b(?:prices?|costs?)\b|[$€£] ?\d/i.test(query)

/** A sentence, or that there is nothing to say. */
export type Note = string | false | undefined

/** The sentences that fit, in order. A long one is skipped if a later one still fits. */
export function shortNotes(notes: readonly Note[], most = MOST_WORDS): string[] {
  let left = most
  return notes.filter((note): note is string => {
    const words = note ? note.trim().split(/\s+/).length : 0
    const fits = words > 0 && words <= left
    if (fits) left -= words
    return fits
  })
}

/** Text of somebody else in quotation marks. Its own become inch marks, so that they do not end it. */
export function quoted(text: string): string {
  const shown = visibleText(text).replaceAll('"', '″')
  const short = [...shown].slice(0, MOST_QUOTED).join('')
  return `"${short}${short.length < shown.length ? '…' : ''}"`
}

export function shortList(names: readonly string[], most = MOST_NAMED): string {
  const rest = names.length - most
  const shown = names.slice(0, most).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

export const quotedList = (texts: readonly string[], most?: number) => shortList(texts.map(quoted), most)

export const about = (names: readonly string[], sentence: (names: string) => string): Note =>
  names.length > 0 && sentence(shortList(names))

/** Of words that were read otherwise than they were written; `more` is in the words of the note. */
export function readingNote(readings: SearchReport['readings'], more: readonly string[] = []): Note {
  const read = readings.map(({ written, meant }) => `${quoted(written)} as ${quoted(meant)}`)
  return about([...new Set([...read, ...more])], (all) => `Read ${all}.`)
}
