import { readFileSync } from 'node:fs'
import { type Lab, labOf } from '../../core/color.ts'
import { foldWords } from '../../core/text.ts'
import { wordsOf } from './vocabulary.ts'

const TABLE = new URL('../../../data/colour-names.csv', import.meta.url)

/** English names by their words written together, and the basic words of other languages (D17). */
const english = new Map<string, string>()
const foreign = new Map<string, { readonly hex: string; readonly written: string }>()

/** "Dark" and "light" stand before a colour or behind it: "bleu foncé", "dunkles Blau". */
const foreignKey = (words: readonly string[]): string => {
  const isShade = (word: string) => word === 'dark' || word === 'light'
  return [...words.filter(isShade), ...words.filter((word) => !isShade(word))].join('')
}

for (const row of readFileSync(TABLE, 'utf8').trim().split('\n').slice(1)) {
  const [name = '', hex = '', source = ''] = row.split(',')
  // The survey stands behind CSS in the file: it asked people, and so its values win.
  if (source === 'css' || source === 'xkcd' || source === 'trade') {
    english.set(wordsOf(name).join(''), hex)
    continue
  }
  const umlauts = name.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  for (const written of [name, umlauts]) {
    const key = foreignKey(wordsOf(written))
    if (!foreign.has(key)) foreign.set(key, { hex, written })
  }
}

/** The colour of a name as `#RRGGBB`. @param words as `wordsOf` reads them */
export const colorNamed = (words: readonly string[]): string | undefined =>
  english.get(words.join('')) ?? foreign.get(foreignKey(words))?.hex

/**
 * Whether a word is the word for a colour in another language, and no English one. It then matches whole words only,
 * as families do. Short ones lose their accents in a beginning, so they have to be typed with them: "blå", not "bla".
 */
export function isForeignColor(word: string, text: string): boolean {
  const known = foreign.get(word)
  if (known === undefined || english.has(word)) return false
  const isSame = foldWords(known.written).join('') === known.written
  return isSame || word.length > 3 || text.toLowerCase().normalize().includes(known.written)
}

/** Colours of less chroma are as good as gray, and those of a family differ at most so many degrees in hue. */
const GRAY = 10
const HUES = 100

/** Whether two colours are of one family: their hues are near, or they are as gray. */
export function areOfFamily([, a, b]: Lab, hex: string): boolean {
  const [, ofA, ofB] = labOf(hex)
  if (Math.hypot(ofA, ofB) < GRAY) return Math.hypot(a, b) < 2 * GRAY
  const turn = Math.abs(Math.atan2(b, a) - Math.atan2(ofB, ofA)) * (180 / Math.PI)
  return Math.hypot(a, b) < GRAY || Math.min(turn, 360 - turn) <= HUES
}
