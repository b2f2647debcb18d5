import { SHORTEST_CUT, SHORTEST_MIDDLE } from '../../tuning.ts'
import type { CatalogWords } from './catalog-words.ts'
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
export function spelled(
  forms: readonly Form[],
  words: CatalogWords,
  isKnown: (word: string) => boolean,
): readonly Form[] {
  const [written] = forms
  if (written?.as !== 'word' || !/^\p{L}+$/u.test(written.text)) return forms
  return [
    ...forms,
    ...words.spellingsOf(written.text).map((text): Form => ({ as: 'words', texts: [text] })),
    ...cutsOf(written.text, isKnown).map((texts): Form => ({ as: 'words', texts })),
  ]
}

/** Level 4: all parts spelled, and also with two neighbours joined if the catalog has the joined word. */
export function respelled({ parts, leftOut }: Reading, lexicon: Lexicon): readonly Reading[] {
  const all = parts.map(({ written, forms }) => ({ written, forms: lexicon.spelled(forms) }))
  const merged = parts.slice(1).flatMap((part, index): Reading[] => {
    const text = `${parts[index]?.written}${part.written}`
    if (!lexicon.isKnown(text)) return []
    const forms: readonly Form[] = [{ as: 'words', texts: [text] }]
    const whole: Part = { written: `${parts[index]?.written} ${part.written}`, forms }
    const [before, behind] = [all.slice(0, index), all.slice(index + 2)]
    return [reading([...before, whole, ...behind], leftOut)]
  })
  return [reading(all, leftOut), ...merged]
}
