import { SHORTEST_CUT, SHORTEST_MIDDLE } from '../tuning.ts'
import type { Lexicon } from './lexicon.ts'
import { type Form, type Part, type Reading, reading } from './parts.ts'

/** The ways to cut a word into two or three words of the catalog. Only "me" of "forgetmenot" may be short. */
function cutsOf(word: string, isKnown: (word: string) => boolean): readonly (readonly string[])[] {
  const starts = Array.from(
    { length: Math.max(0, word.length - 2 * SHORTEST_CUT + 1) },
    (_, at) => at + SHORTEST_CUT,
  )
  return starts.flatMap((at) => {
    const [first, rest] = [word.slice(0, at), word.slice(at)]
    if (!isKnown(first)) return []
    const inTwo = isKnown(rest) ? [[first, rest]] : []
    const inThree = starts
      .filter((to) => to - at >= SHORTEST_MIDDLE)
      .map((to) => [first, word.slice(at, to), word.slice(to)])
      .filter((texts) => texts.every(isKnown))
    return [...inTwo, ...inThree]
  })
}

/** Level 4: a word as it is, as the catalog spells it, or cut into words of the catalog. */
function spelled(part: Part, lexicon: Lexicon): Part {
  const word = part.written
  if (!/^\p{L}+$/u.test(word)) return part
  return {
    written: word,
    forms: [
      ...part.forms,
      ...lexicon.spellings(word).map((text): Form => ({ as: 'words', texts: [text] })),
      ...cutsOf(word, lexicon.isKnown).map((texts): Form => ({ as: 'words', texts })),
    ],
  }
}

/** Level 4: all parts spelled, and also with two neighbours joined if the catalog has the joined word. */
export function respelled({ parts, leftOut }: Reading, lexicon: Lexicon): readonly Reading[] {
  const merged = parts.slice(1).flatMap((part, index): Reading[] => {
    const text = `${parts[index]?.written}${part.written}`
    if (!lexicon.isKnown(text)) return []
    const forms: readonly Form[] = [{ as: 'words', texts: [text] }]
    const whole: Part = { written: `${parts[index]?.written} ${part.written}`, forms }
    const others = (each: readonly Part[]) => each.map((other) => spelled(other, lexicon))
    return [reading([...others(parts.slice(0, index)), whole, ...others(parts.slice(index + 2))], leftOut)]
  })
  return [
    reading(
      parts.map((part) => spelled(part, lexicon)),
      leftOut,
    ),
    ...merged,
  ]
}
