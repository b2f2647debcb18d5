import { readFileSync } from 'node:fs'
import { type Lab, labOf } from '../../core/color.ts'
import { KINDS, wordsOf } from './vocabulary.ts'

const TABLE = new URL('../../../data/colour-names.csv', import.meta.url)
const ENGLISH: ReadonlySet<string> = new Set(['css', 'xkcd', 'trade'])

/** The words of a name written together, tones first: they stand before a colour or behind it, as in "bleu foncé". */
function keyOf(words: readonly string[]): string {
  const isTone = (word: string) => KINDS.get(word) === 'tone'
  return [...words.filter(isTone), ...words.filter((word) => !isTone(word))].join('')
}

/** The colour of each name (D17). */
const colors = new Map<string, string>()
/** The names of other languages that are no English ones. */
const foreign = new Set<string>()

const rows = readFileSync(TABLE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(','))
for (const [name = '', hex = '', source = ''] of rows) {
  const key = keyOf(wordsOf(name))
  // English names come first in the file. The survey stands behind CSS: it asked people, and so its values win.
  if (!ENGLISH.has(source)) {
    if (colors.has(key)) continue
    foreign.add(key)
  }
  colors.set(key, hex)
}

/** The colour of a name as `#RRGGBB`. @param words as `wordsOf` reads them */
export const colorNamed = (words: readonly string[]): string | undefined => colors.get(keyOf(words))

/** Whether a word is the word for a colour in another language, and no English one. */
export const isForeignColor = (word: string): boolean => foreign.has(word)

/** Colours of less chroma are as good as gray, and those of a family differ at most so many degrees in hue. */
const GRAY = 10
const HUES = 70

/** Whether two colours are of one family: their hues are near, or they are as gray. */
export function areOfFamily([, a, b]: Lab, hex: string): boolean {
  const [, ofA, ofB] = labOf(hex)
  if (Math.hypot(ofA, ofB) < GRAY) return Math.hypot(a, b) < 2 * GRAY
  const turn = Math.abs(Math.atan2(b, a) - Math.atan2(ofB, ofA)) * (180 / Math.PI)
  return Math.hypot(a, b) < GRAY || Math.min(turn, 360 - turn) <= HUES
}
