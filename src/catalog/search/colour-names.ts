import { readFileSync } from 'node:fs'
import { KINDS, wordsOf } from './vocabulary.ts'

const TABLE = new URL('../../../data/colour-names.csv', import.meta.url)
const ENGLISH: ReadonlySet<string> = new Set(['css', 'xkcd', 'trade'])

/** Tones may also stand behind a colour, as in "bleu foncé". */
function keyOf(words: readonly string[]): string {
  const isTone = (word: string) => KINDS.get(word) === 'tone'
  return [...words.filter(isTone), ...words.filter((word) => !isTone(word))].join('')
}

const colors = new Map<string, string>()
/** Names in other languages that are not also English. */
const foreign = new Set<string>()

/** What adjectives may end in, by language. These languages also write "dunkel rot" as one word. */
const ENDINGS = new Map([
  ['de', ['', 'e', 'er', 'es', 'en']],
  ['nl', ['', 'e']],
  ['sv', ['', 'a', 't', 'tt']],
])

/** A name as it is written, with `ue` for `ü`, joined and inflected. */
function formsOf(written: string, source: string): string[] {
  const endings = ENDINGS.get(source) ?? []
  return [written, written.replaceAll('ü', 'ue')].flatMap((name) => [
    name,
    ...endings.map((ending) => name.replace(' ', '') + ending),
  ])
}

for (const row of readFileSync(TABLE, 'utf8').trim().split('\n').slice(1)) {
  const [name = '', hex = '', source = ''] = row.split(',')
  for (const key of formsOf(name, source).map((form) => keyOf(wordsOf(form)))) {
    // English names come first in the file. The survey asked people, so it comes after CSS and wins.
    if (!ENGLISH.has(source)) {
      if (colors.has(key)) continue
      foreign.add(key)
    }
    colors.set(key, hex)
  }
}

/** The colour that words of `wordsOf` name, as `#RRGGBB`. */
export const colorNamed = (words: readonly string[]): string | undefined => colors.get(keyOf(words))

export const isForeignColor = (words: readonly string[]): boolean => foreign.has(keyOf(words))
