// The search of guides (D19). A category has at most two dozen, so each question looks at each of them. The example
// is `which 45mm cutter for arthritic hands` among the rotary cutters. `which` and `for` only ask, and all entries
// are cutters, so three terms are left: the size `45mm`, `arthritic` and `hand`. The entry of the Martelli says "45
// mm", "arthritis" and "hand": it has all words. The entries that have all words best are the answer, in their order.
// If none had all, the answer would be the entries with the most and rarest words.

import { memoize } from '../core/memoize.ts'
import type { GuidesReport, SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { editDistance } from '../core/text.ts'
import { sizesIn, withoutPrices } from './guide-sizes.ts'
import { editsAllowed } from './search/spelling.ts'
import { SHORT_NAMES, spelledWordsOf, usual } from './search/vocabulary.ts'
import { wordTable } from './word-table.ts'

const linesOf = wordTable('guide-words.txt')
const wordsOfKind = (kind: string): readonly string[] => linesOf(kind).flatMap((line) => line.split(' '))

const ASKING: ReadonlySet<string> = new Set(wordsOfKind('asking').map(usual))

/** Whether a word is true of every guide of a category, even if its text does not have it. */
const isOfCategory = (category: SupplyCategory, word: string): boolean => wordsOfKind(category).includes(word)

/** Words of categories that also stand in other questions. */
const COMMON = wordsOfKind('common')

/** Short names, and the words that they stand for. */
const SHORT: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...SHORT_NAMES.map(({ short, manufacturer, collection }) => [short, manufacturer || collection]).filter(
      ([short = '', name = '']) => !name.includes(short),
    ),
    ...linesOf('short').map((line) => line.split(' = ')),
  ].map(([short = '', words = '']) => [usual(short), words.split(' ')]),
)

/** What forms of a word have in common: "hand" and "handed", "drape" and "drapey", "cut" and "cutting". */
function stem(word: string): string {
  const shorter = word
    .replace(/(?<=.{3})(?:ing|ed|er|est|able|ty|iz|is)$|(?<=.{4})(?:ion|or|age)$/, '')
    .replace(/(?<=.{3})[ey]$/, '')
    .replace(/(?<=.{2})([b-df-hj-np-tv-z])\1$/, '$1')
  return shorter === word ? word : stem(shorter)
}

/** Stems of words that quilters use for each other. */
const ALIKE: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('alike').flatMap((line) => {
    const stems = line.split(' ').map((word) => stem(usual(word)))
    return stems.map((each) => [each, stems] as const)
  }),
)

/** As written, but with "doesn't" as "not". */
const spelledIn = (text: string): readonly string[] =>
  spelledWordsOf(text.replace(/\b(?:do|does|did|is|are|wo|ca)n['’]?t\b/gi, 'not'))

const wordsIn = (text: string): string[] => spelledIn(text).map(usual)

/** `word` is a word or a size as it is compared. */
interface Term {
  readonly written: string
  readonly word: string
  readonly isSize: boolean
}

/** Also neighbours written together, and sizes. */
interface Words {
  readonly whole: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

function readWords(texts: readonly string[]): Words {
  const all = texts.flatMap((text) => {
    const words = wordsIn(text)
    const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
    return [...words, ...pairs, ...sizesIn(text).sizes.flat()]
  })
  return { whole: new Set(all), stems: new Set(all.map(stem)) }
}

interface Entry {
  readonly record: SupplyRecord
  /** The words of the name, and of the slug. */
  readonly called: ReadonlyArray<readonly string[]>
  readonly spelled: readonly string[]
  readonly name: Words
  readonly all: Words
}

/** Memoized, because folding texts takes ten times as long as looking for words in them. */
const readEntry = memoize((record: SupplyRecord): Entry => {
  const texts = [record.name, record.summary, record.bestFor ?? '']
  return {
    record,
    called: [record.name, record.slug].map(wordsIn),
    spelled: texts.flatMap(spelledIn),
    name: readWords([record.name]),
    all: readWords(texts),
  }
})

/** How well a text has a term: as a word or a form of it, as a word like it, as a beginning, or not at all. */
const [WORD, ALIKE_WORD, BEGINNING, NONE] = [3, 2, 1, 0]

function quality({ word, isSize }: Term, { whole, stems }: Words): number {
  if (whole.has(word)) return WORD
  if (isSize) return NONE
  if (stems.has(stem(word))) return WORD
  if (ALIKE.get(stem(word))?.some((each) => stems.has(each))) return ALIKE_WORD
  return word.length > 1 && [...whole].some((other) => other.startsWith(word)) ? BEGINNING : NONE
}

/** The sizes and words that tell entries apart; none if the question asks for all of the category. */
function termsOf(query: string, category: SupplyCategory, has: (word: string) => boolean): readonly Term[] {
  const { sizes, rest } = sizesIn(query)
  const spelled = spelledIn(rest)
  const words = spelled.map(usual)
  const terms: Term[] = sizes.map(([word = '']) => ({ written: word, word, isSize: true }))
  for (let at = 0; at < words.length; at += 1) {
    const [one = '', next = ''] = [words[at], words[at + 1]]
    const isJoined = next !== '' && (has(one + next) || SHORT.has(one + next)) && !(has(one) && has(next))
    const written = spelled.slice(at, isJoined ? at + 2 : at + 1).join('')
    const read = isJoined ? one + next : one
    for (const word of SHORT.get(read) ?? [read]) {
      if (!ASKING.has(word) && !isOfCategory(category, word)) terms.push({ written, word, isSize: false })
    }
    if (isJoined) at += 1
  }
  return terms
}

/** The nearest known word, for one that no entry has. */
function corrected(term: Term, known: readonly string[]): Term | undefined {
  const { word } = term
  // A short word has many neighbours, but people mostly get its first letter right.
  const alike = word.length < 6 ? known.filter((other) => other[0] === word[0]) : known
  for (let most = 1; most <= editsAllowed(word); most += 1) {
    const meant = alike.find((other) => editDistance(word, other, most) !== undefined)
    if (meant !== undefined) return { ...term, word: meant }
  }
  return undefined
}

/** Entries below this share of the best score are listed only if none has more terms. */
const LEAST_SHARE = 0.6
/** A name says more than a text. */
const IN_NAME = 1.2

/**
 * The entries that have all terms best, first those that the question names, otherwise in editorial order. If none has
 * all terms, those with the most and rarest, best first.
 */
function bestOf(entries: readonly Entry[], terms: readonly Term[], query: string) {
  const asked = new Set(wordsIn(query))
  const columns = terms.map((term) => {
    const qualities = entries.map(({ all }) => quality(term, all))
    const having = qualities.filter((each) => each >= ALIKE_WORD).length
    return { term, qualities, weight: Math.log(1 + entries.length / Math.max(1, having)) }
  })
  const scored = entries.map((entry, at) => {
    const named = entry.called.filter((words) => words.every((word) => asked.has(word)))
    const longestName = Math.max(0, ...named.map(({ length }) => length))
    const scores = columns.map(({ term, qualities, weight }) => {
      if (qualities[at] === NONE) return 0
      return quality(term, entry.name) === WORD ? weight * IN_NAME : weight
    })
    return {
      entry,
      longestName,
      least:
        longestName === asked.size
          ? WORD
          : Math.min(...columns.map(({ qualities }) => qualities[at] ?? NONE)),
      // "Hand dyeing" is more than "dyed by hand".
      beside: terms.filter(({ word }, index) => entry.all.whole.has(`${terms[index - 1]?.word}${word}`))
        .length,
      terms: scores.filter((score) => score > 0).length,
      score: scores.reduce((sum, each) => sum + each, 0),
    }
  })
  const most = Math.max(...scored.map(({ least }) => least))
  const best = Math.max(...scored.map(({ score }) => score))
  const mostTerms = Math.max(...scored.map(({ terms }) => terms))
  const found =
    most > NONE
      ? scored
          .filter(({ least }) => least === most)
          .sort((one, other) => other.longestName - one.longestName || other.beside - one.beside)
      : scored
          .filter(({ score, terms }) => score >= LEAST_SHARE * best || terms === mostTerms)
          .sort((one, other) => other.score - one.score)
  return { found: found.map(({ entry }) => entry), hasAll: most > NONE }
}

/** D19, with a report of how the question was read (D38). */
export function findGuides(
  records: readonly SupplyRecord[],
  category: SupplyCategory,
  question: string | undefined,
): { readonly records: readonly SupplyRecord[]; readonly report: GuidesReport } {
  const report: GuidesReport = { readings: [], missing: [], hasAll: true }
  if (question === undefined) return { records, report }
  const query = withoutPrices(question)
  const entries = records.map(readEntry)
  const known = new Map(entries.flatMap(({ spelled }) => spelled.map((word) => [usual(word), word])))
  const spellings = [...known.keys(), ...wordsOfKind(category)].filter((word) => !ASKING.has(word))
  const isIn = (term: Term, some = entries) => some.some(({ all }) => quality(term, all) !== NONE)
  const asked = termsOf(query, category, (word) => known.has(word))
  const terms = asked
    .map((term) => (isIn(term) ? term : (corrected(term, spellings) ?? term)))
    .filter(({ word }) => !isOfCategory(category, word))
  if (terms.length === 0) {
    const isAbout = asked.length > 0 || wordsIn(query).some((word) => isOfCategory(category, word))
    return { records: isAbout ? records : [], report }
  }
  const { found, hasAll } = bestOf(entries, terms, query)
  // A corrected word alone may be a mistake of ours: "laser cutter" asks for no layers.
  const isSure = hasAll || asked.some((term) => terms.includes(term) && isIn(term))
  const listed = isSure ? found : []
  const readings = terms.flatMap((term) => {
    const { written, word } = term
    if (!asked.includes(term)) return isIn(term, listed) ? { written, meant: known.get(word) ?? word } : []
    if (listed.some(({ all }) => quality(term, all) === WORD)) return []
    const alike = ALIKE.get(stem(word)) ?? []
    const meant = listed.flatMap(({ spelled }) => spelled).find((each) => alike.includes(stem(usual(each))))
    return meant === undefined ? [] : { written, meant }
  })
  return {
    records: listed.map(({ record }) => record),
    report: {
      readings,
      missing: terms.filter((term) => !isIn(term, listed)).map(({ written }) => written),
      hasAll,
    },
  }
}

/** The guides whose names have all words of a text, as "Jelly roll" has those of "jelly rolls" (D38). */
export function guidesCalled(
  records: readonly SupplyRecord[],
  category: SupplyCategory,
  text: string,
): readonly SupplyRecord[] {
  return records.filter((record) => {
    const { whole } = readEntry(record).name
    const terms = termsOf(withoutPrices(text), category, (word) => whole.has(word))
    return terms.length > 0 && terms.every(({ word }) => whole.has(word))
  })
}

/** Whether a text names a category, as "which batting for hand quilting" does (D38). */
export const namesCategory = (category: SupplyCategory, text: string): boolean =>
  wordsIn(text).some((word) => isOfCategory(category, word) && !COMMON.includes(word))
