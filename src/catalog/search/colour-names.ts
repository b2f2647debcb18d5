import { readFileSync } from 'node:fs'
import { type Lab, labOf } from '../../core/color.ts'
import { foldWords } from '../../core/text.ts'
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
/** How the words of other languages are written, if no English name is the same. */
const foreign = new Map<string, string>()

const rows = readFileSync(TABLE, 'utf8').trim().split('\n').slice(1)
const isEnglish = (row: string) => ENGLISH.has(row.split(',')[2] ?? '')
// The survey stands behind CSS in the file: it asked people, and so its values win.
for (const row of rows.filter(isEnglish)) {
  const [name = '', hex = ''] = row.split(',')
  colors.set(keyOf(wordsOf(name)), hex)
}
for (const row of rows.filter((each) => !isEnglish(each))) {
  const [name = '', hex = ''] = row.split(',')
  const umlauts = name.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  for (const written of [name, umlauts]) {
    const key = keyOf(wordsOf(written))
    if (colors.has(key)) continue
    colors.set(key, hex)
    foreign.set(key, written)
  }
}

/** The colour of a name as `#RRGGBB`. @param words as `wordsOf` reads them */
export const colorNamed = (words: readonly string[]): string | undefined => colors.get(keyOf(words))

/**
 * Whether a word is the word for a colour in another language, and no English one. It then matches whole words only,
 * as families do. Short ones lose their accents in a beginning, so they have to be typed with them: "blå", not "bla".
 */
export function isForeignColor(word: string, text: string): boolean {
  const written = foreign.get(word)
  if (written === undefined) return false
  const isSame = foldWords(written).join('') === written
  return isSame || word.length > 3 || text.toLowerCase().normalize().includes(written)
}

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
