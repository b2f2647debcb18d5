import { visibleText } from '../src/core/text.ts'

/** A note is read with every answer, so it is short (D38). */
const MOST_WORDS = 60
/** How much of a caller's text is repeated: enough to recognise it. */
const MOST_QUOTED = 40
/** How many makers, collections or words are suggested. */
const MOST_NAMED = 4

const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** A sentence, if there is anything to say. */
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

/** A text that somebody else wrote, in quotation marks. Its own become inch marks, so that it cannot end them. */
export function quoted(text: string): string {
  const shown = visibleText(text).replaceAll('"', '″')
  const short = [...shown].slice(0, MOST_QUOTED).join('')
  return `"${short}${short.length < shown.length ? '…' : ''}"`
}

/** Some names, and how many more there are. */
export function shortList(names: readonly string[], most = MOST_NAMED): string {
  const rest = names.length - most
  const shown = names.slice(0, most).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** Some texts that somebody else wrote, and how many more there are. */
export const quotedList = (texts: readonly string[], most?: number) => shortList(texts.map(quoted), most)

/** A sentence about some names; nothing if there are none. */
export const about = (names: readonly string[], sentence: (names: string) => string): Note =>
  names.length > 0 ? sentence(shortList(names)) : undefined
