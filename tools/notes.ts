import { visibleText } from '../src/core/text.ts'

/** D38: a note is read with every answer. */
const MOST_WORDS = 60
/** Enough of a caller's text to recognise it. */
const MOST_QUOTED = 40
const MOST_NAMED = 4

const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

export type Note = string | undefined

/** The sentences that fit, in order. A long one is skipped if a later one still fits. */
export function shortNotes(sentences: readonly Note[], most = MOST_WORDS): string[] {
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
  names.length > 0 ? sentence(shortList(names)) : undefined
