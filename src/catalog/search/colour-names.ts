import { readFileSync } from 'node:fs'
import { foldWords } from '../../core/text.ts'
import { wordsOf } from './vocabulary.ts'

const TABLE = new URL('../../../data/colour-names.csv', import.meta.url)

/** English names by their words written together, and the basic words of other languages (D17). */
const english = new Map<string, string>()
const foreign = new Map<string, { readonly hex: string; readonly written: string }>()

for (const row of readFileSync(TABLE, 'utf8').trim().split('\n').slice(1)) {
  const [name = '', hex = '', source = ''] = row.split(',')
  const key = wordsOf(name).join('')
  // The survey stands behind CSS in the file: it asked people, and so its values win.
  if (source === 'css' || source === 'xkcd') english.set(key, hex)
  else if (!foreign.has(key)) foreign.set(key, { hex, written: name })
}

/** The colour of a name as `#RRGGBB`. @param words as `wordsOf` reads them */
export function colorNamed(words: readonly string[]): string | undefined {
  const key = words.join('')
  return english.get(key) ?? foreign.get(key)?.hex
}

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
