import { editDistance } from '../../core/text.ts'
import { type CatalogIndex, lettersOf } from './catalog-index.ts'
import { cutsOf } from './match.ts'
import { type AskedWord, type Words, withLines } from './question.ts'
import { ORDINARY } from './vocabulary.ts'

/** In shorter words than this, an edit that is no swap has to lead to a word that so many fabrics have. */
const SURE = 6
const COMMON = 8
/** How many spellings of a word, and of a question, are tried. */
const MOST_OF_A_WORD = 6
const MOST_OF_A_QUESTION = 8
/** A question with more misspelt words is not one. To try all their spellings would hold up others. */
const MOST_MISSPELT = 3

/** How many edits a misspelt word may be off (D16); none for short words and words with digits. */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** Whether a word is letters only, and the catalog does not have it: it may be misspelt. */
export const isUnknown = ({ wordIds }: CatalogIndex, { text, kind }: AskedWord): boolean =>
  kind === 'word' && !wordIds.has(text) && /^\p{L}+$/u.test(text)

/** How many letters differ, counted up to three. */
function countLetters(letters: number): number {
  let count = 0
  for (let left = letters; left !== 0 && count < 3; left &= left - 1) count += 1
  return count
}

const isSwap = (one: string, other: string): boolean =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')

/** What a misspelt word may mean. */
interface Spelling {
  /** Several, if it is words that are written together. */
  readonly words: readonly string[]
  readonly edits: number
  readonly fabrics: number
}

/** The words of the catalog that a misspelt one may mean: fewest edits first, then the commonest (D16). */
function spellingsOf(index: CatalogIndex, { text }: AskedWord): readonly Spelling[] {
  if (ORDINARY.has(text)) return []
  const cuts = [...cutsOf(index, text)].map((ids) => ({
    words: ids.map((id) => index.words[id] ?? ''),
    edits: 0,
    fabrics: Math.min(...ids.map((id) => index.fabricsWith(id))),
  }))
  const found: Spelling[] = []
  // "Tealight" is no word of the catalog, but tea and light are.
  const most = Math.min(editsAllowed(text), cuts.length > 0 ? 1 : 2)
  const letters = lettersOf(text)
  for (const [id, other] of index.words.entries()) {
    const apart = letters ^ (index.letters[id] ?? 0)
    if (countLetters(apart & letters) > most || countLetters(apart & ~letters) > most) continue
    const edits = editDistance(text, other, most)
    if (!edits) continue
    const fabrics = index.fabricsWith(id)
    const isSure = text.length >= SURE || (edits === 1 && isSwap(text, other)) || fabrics >= COMMON
    if (isSure) found.push({ words: [other], edits, fabrics })
  }
  return [...cuts, ...found]
    .sort(
      (one, other) =>
        one.edits - other.edits || other.fabrics - one.fabrics || (joinedIs(one, other) ? -1 : 1),
    )
    .slice(0, MOST_OF_A_WORD)
}
const joinedIs = (one: Spelling, other: Spelling) => one.words.join(' ') < other.words.join(' ')

/** A question with its misspelt words corrected: fewest edits first, then the commonest words. */
export function rewritings(index: CatalogIndex, words: Words): readonly Words[] {
  const isMisspelt = (word: AskedWord) => isUnknown(index, word)
  if (!words.some(isMisspelt) || words.filter(isMisspelt).length > MOST_MISSPELT) return []
  let all: readonly { readonly edits: number; readonly words: Words }[] = [{ edits: 0, words: [] }]
  for (const word of words) {
    const spellings = isMisspelt(word) ? spellingsOf(index, word) : []
    const asWritten = { edits: 0, words: [word] }
    const choices = spellings.map(({ edits, words: meant }) => ({
      edits,
      words: meant.map((text): AskedWord => ({ ...word, text })),
    }))
    all = all
      .flatMap((each) =>
        [asWritten, ...choices].map((choice) => ({
          edits: each.edits + choice.edits,
          words: [...each.words, ...choice.words],
        })),
      )
      .sort((one, other) => one.edits - other.edits)
      .slice(0, MOST_OF_A_QUESTION)
  }
  return all
    .map((each) => each.words)
    .filter((each) => each.some((word) => !words.includes(word)))
    .map((each) => withLines(index, each))
}
