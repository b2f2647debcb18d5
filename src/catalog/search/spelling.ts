import { editDistance } from '../../core/text.ts'
import { cutsOf } from './match.ts'
import { type CatalogIndex, fabricsWith, lettersOf } from './memory.ts'
import type { AskedWord } from './question.ts'
import { ORDINARY } from './vocabulary.ts'

/** In shorter words than this, an edit that is no swap has to lead to a word that so many fabrics have. */
const SURE = 6
const COMMON = 8
/** How many spellings of a word, and of a question, are tried. */
const MOST_OF_A_WORD = 6
const MOST_OF_A_QUESTION = 8
/** A question with more misspelt words is not one. To try all their spellings would hold up others. */
const MOST_MISSPELT = 3

/** Whether a word is letters only, and the catalog does not have it: it may be misspelt. */
export const isUnknown = ({ wordIds }: CatalogIndex, { text, kind }: AskedWord): boolean =>
  kind === 'word' && !wordIds.has(text) && /^\p{L}+$/u.test(text)

/** How many edits a misspelt word may be off (D16); none for short words and words with digits. */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** How many letters differ, counted up to three. */
function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0 && count < 3; left &= left - 1) count += 1
  return count
}

const isSwap = (one: string, other: string): boolean =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')

interface Spelling {
  readonly word: string
  readonly edits: number
}

/** The words of the catalog that a misspelt one may mean: fewest edits first, then the commonest (D16). */
export function spellingsOf(index: CatalogIndex, { text, spelled }: AskedWord): readonly Spelling[] {
  if (ORDINARY.has(text)) return []
  // "Tealight" is no word of the catalog, but tea and light are.
  const isCompound = !cutsOf(index, text).next().done
  const found = new Map<string, Spelling & { readonly fabrics: number }>()
  // "Cyprses" has lost what looks like an s of the plural.
  for (const word of new Set([text, spelled])) {
    const most = Math.min(editsAllowed(word), isCompound ? 1 : 2)
    const letters = lettersOf(word)
    for (const [id, other] of index.words.entries()) {
      const apart = letters ^ (index.letters[id] ?? 0)
      if (countBits(apart & letters) > most || countBits(apart & ~letters) > most) continue
      const edits = editDistance(word, other, most)
      if (!edits || edits >= (found.get(other)?.edits ?? Number.POSITIVE_INFINITY)) continue
      const fabrics = fabricsWith(index, id)
      const isSure = word.length >= SURE || (edits === 1 && isSwap(word, other)) || fabrics >= COMMON
      if (isSure) found.set(other, { word: other, edits, fabrics })
    }
  }
  return [...found.values()]
    .sort(
      (one, other) =>
        one.edits - other.edits || other.fabrics - one.fabrics || (one.word < other.word ? -1 : 1),
    )
    .slice(0, MOST_OF_A_WORD)
}

/** A question with its misspelt words corrected: fewest edits first, then the commonest words. */
export function rewritings(
  index: CatalogIndex,
  words: readonly AskedWord[],
): readonly (readonly AskedWord[])[] {
  if (words.filter((word) => isUnknown(index, word)).length > MOST_MISSPELT) return []
  let all: readonly { readonly edits: number; readonly words: readonly AskedWord[] }[] = [
    { edits: 0, words: [] },
  ]
  for (const word of words) {
    const others = isUnknown(index, word) ? spellingsOf(index, word) : []
    const choices = [{ word: word.text, edits: 0 }, ...others]
    all = all
      .flatMap((each) =>
        choices.map((choice) => ({
          edits: each.edits + choice.edits,
          words: [...each.words, choice.edits === 0 ? word : { ...word, text: choice.word }],
        })),
      )
      .sort((one, other) => one.edits - other.edits)
      .slice(0, MOST_OF_A_QUESTION)
  }
  return all.filter(({ edits }) => edits > 0).map((each) => each.words)
}
