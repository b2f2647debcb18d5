// The words whose meaning search knows (D14, D16, D18), those for colours too, and how a text becomes words.

import { readFileSync } from 'node:fs'
import { foldWords } from '../../core/text.ts'

const dataFile = (name: string) => readFileSync(new URL(`../../../data/${name}`, import.meta.url), 'utf8')

/** The lines of a table in `data/` by kind: `tone: pale light` has the kind `tone`. Other lines are remarks. */
export function wordTable(file: string): (kind: string) => readonly string[] {
  const text = dataFile(file)
  const byKind = Map.groupBy(text.matchAll(/^([\w-]+): (.*)$/gm), ([, kind]) => kind)
  return (kind) => (byKind.get(kind) ?? []).map(([, , words = '']) => words)
}

const linesOf = wordTable('search-words.txt')

/** Other spellings, common misspellings, abbreviations and numbers, with the words that they mean (D14). */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  linesOf('spelling').flatMap((line) => {
    const [meant = '', others = ''] = line.split(' = ')
    return foldWords(others).map((other) => [other, meant] as const)
  }),
)

/** Initials with dots, such as `A.G.F.`, are one word. */
const INITIALS = /(?<!\p{L})(?:\p{L}\.){2,}(?!\p{L})/gu

/** Moss, citrus and iris are no plurals. */
const PLURAL = /^\D{2,}[^sui\d]s$/

/** The rule is the same for questions and names. A wrong singular does little harm: "pixies" finds no Pixie (D14). */
function singular(word: string) {
  // "Irises".
  if (word.endsWith('ises')) return word.slice(0, -2)
  if (!PLURAL.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|o)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** Folded, and without emoji and other symbols. */
export const spelledWordsOf = (text: string): readonly string[] =>
  foldWords(text.replace(INITIALS, (initials) => initials.replaceAll('.', '')).replace(/\p{So}+/gu, ' '))

/** The usual spelling of a folded word, in the singular. */
export const usual = (word: string): string => {
  const one = singular(SPELLINGS.get(word) ?? word)
  return SPELLINGS.get(one) ?? one
}

/** The words of a text as they are compared (D14). */
export const wordsOf = (text: string): readonly string[] => spelledWordsOf(text).map(usual)

/** Folded and written together, as SKUs are compared (D16.9). */
export const compact = (text: string): string => foldWords(text).join('')

const setOf = (kind: string): ReadonlySet<string> => new Set(linesOf(kind).flatMap(wordsOf))

/** D16. A word of two kinds is of the later one. */
export const KINDS = new Map(
  (['tone', 'family', 'filler', 'print', 'refusal'] as const).flatMap((kind) =>
    [...setOf(kind)].map((word) => [word, kind] as const),
  ),
)

/** A letter away from words of many names, and yet meant as they are written (D16). */
export const ORDINARY = setOf('ordinary')

/** How cloth is cut and used. They may be missing beside the line and the whole name of a fabric (D16). */
export const USES = setOf('use')

/** "2 1/2", "1.5" or "⅝". It has few digits, because "kona 1339 8 yards" has the number of a fabric as well. */
const FEW = String.raw`(?:(?:1?\d[\s-]?)?(?:\d{1,2}\/\d{1,2}|[½¼¾⅓⅔⅛⅜⅝⅞])|\d{1,3}(?:[.,]\d+)?|[.,]\d+)`

/** What follows says what the cloth is for, or what it looks like (D16). */
export const PURPOSES = setOf('purpose')

const anyOf = (kind: string, behind = '') => {
  const all = linesOf(kind).join('|').replaceAll('{n}', FEW)
  return new RegExp(String.raw`(?<![\p{L}\p{N}.#]|[\p{L}\p{N}]-)(?:${all})${behind}`, 'giu')
}

/** How a pattern calls its fabrics, such as "Fabric A:". */
export const LABELS = anyOf('mark')

/** Amounts of cloth and money, such as "2 yards", say nothing about the fabric. */
export const AMOUNTS = anyOf('amount', String.raw`(?![\p{L}\p{N}])`)

/** Each, written together, with the beginning of the maker or collection that it stands for (D14, D18). */
export const SHORT_NAMES = linesOf('short').map((line) => {
  const [short = [], manufacturer = [], collection = []] = line.split(/[=/]/).map(wordsOf)
  return { short: short.join(''), manufacturer: manufacturer.join(' '), collection: collection.join(' ') }
})

/** All runs of neighbours, of so many at most. */
export const runsOf = <Item>(items: readonly Item[], longest = items.length): readonly Item[][] =>
  items.flatMap((_, from) => {
    const most = Math.min(longest, items.length - from)
    return Array.from({ length: most }, (__, more) => items.slice(from, from + more + 1))
  })

const ENGLISH: ReadonlySet<string> = new Set(['css', 'xkcd', 'trade'])

/** Tones may also stand behind a colour, as in "bleu foncé". */
function keyOf(words: readonly string[]) {
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
function formsOf(written: string, source: string) {
  const endings = ENDINGS.get(source) ?? []
  return [written, written.replaceAll('ü', 'ue')].flatMap((name) => [
    name,
    ...endings.map((ending) => name.replace(' ', '') + ending),
  ])
}

for (const row of dataFile('colour-names.csv').trim().split('\n').slice(1)) {
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
