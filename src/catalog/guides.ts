import { memoize } from '../core/memoize.ts'
import type { GuidesReport, SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { editDistance } from '../core/text.ts'
import { sizesIn, withoutPrices } from './guide-sizes.ts'
import { editsAllowed } from './search/spelling.ts'
import { SHORT_NAMES, spelledWordsOf, usual as usualOf } from './search/vocabulary.ts'
import { wordTable } from './word-table.ts'

/**
 * The search of guides (D19). A category has at most two dozen, so each question looks at each of them. The example
 * is `which 45mm cutter for arthritic hands` among the rotary cutters. `which` and `for` only ask, and all entries
 * are cutters, so three terms are left: the size `45mm`, `arthritic` and `hand`. The entry of the Martelli says "45
 * mm", "arthritis" and "hand": it has all words. The entries that have all words best are the answer, in their order.
 * If none had all, the answer would be the entries with the most and rarest words.
 */

/** A word in its usual spelling and in the singular. "Ten" stays: in a name it is no size. */
function usual(word: string): string {
  const form = usualOf(word)
  return /\d/.test(form) ? word : form
}

const linesOf = wordTable('guide-words.txt')
const wordsOfKind = (kind: string): readonly string[] => linesOf(kind).flatMap((line) => line.split(' '))

/** Words that only ask. */
const ASKING: ReadonlySet<string> = new Set(wordsOfKind('asking').map(usual))

/** Whether a word is true of every guide of a category, even if its text does not have it. */
const isOfCategory = (category: SupplyCategory, word: string): boolean => wordsOfKind(category).includes(word)

/** Words of categories that stand in questions about anything. */
const COMMON = wordsOfKind('common')

/** Short names that quilters use, and the words that they stand for. */
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

/** The stems of words that quilters use for each other. */
const ALIKE: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('alike').flatMap((line) => {
    const stems = line.split(' ').map((word) => stem(usual(word)))
    return stems.map((each) => [each, stems] as const)
  }),
)

/** The words of a text as they are written, with "doesn't" as "not". */
const spelledIn = (text: string): readonly string[] =>
  spelledWordsOf(text.replace(/\b(?:do|does|did|is|are|wo|ca)n['’]?t\b/gi, 'not'))

const wordsIn = (text: string): string[] => spelledIn(text).map(usual)

/** The words of a text, with neighbours written together and with sizes, and their stems. */
interface Words {
  readonly spelled: readonly string[]
  readonly whole: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

function readTexts(texts: readonly string[]): Words {
  const all = texts.flatMap((text) => {
    const words = wordsIn(text)
    const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
    return [...words, ...pairs, ...sizesIn(text).sizes.flat()]
  })
  return { spelled: texts.flatMap(spelledIn), whole: new Set(all), stems: new Set(all.map(stem)) }
}

interface Entry {
  readonly record: SupplyRecord
  /** The words of its name and of its slug. */
  readonly called: ReadonlyArray<readonly string[]>
  readonly name: Words
  readonly all: Words
}

/** Kept, because folding the texts takes ten times as long as looking for words in them. */
const readEntry = memoize(
  (record: SupplyRecord): Entry => ({
    record,
    called: [record.name, record.slug].map(wordsIn),
    name: readTexts([record.name]),
    all: readTexts([record.name, record.summary, record.bestFor ?? '']),
  }),
)

/** A word or size of a question, as it is written and as it is compared. */
interface Term {
  readonly written: string
  readonly word: string
  readonly isSize: boolean
}

/** How well a text has a term: as a word or a form of it, as a word like it, as a beginning, or not at all. */
const [WORD, ALIKE_WORD, BEGINNING, NONE] = [3, 2, 1, 0]

function quality({ word, isSize }: Term, { whole, stems }: Words): number {
  if (whole.has(word) || (!isSize && stems.has(stem(word)))) return WORD
  if (isSize) return NONE
  if (ALIKE.get(stem(word))?.some((each) => stems.has(each))) return ALIKE_WORD
  return word.length > 1 && [...whole].some((other) => other.startsWith(word)) ? BEGINNING : NONE
}

/** The sizes and words of a question that tell entries apart; none if it asks for all of the category. */
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

/** The nearest of some words for one that no entry has; a word that has digits is never misspelt. */
function corrected({ written, word }: Term, known: readonly string[]): Term | undefined {
  // A short word has many neighbours, but people mostly get its first letter right.
  const alike = word.length < 6 ? known.filter((other) => other[0] === word[0]) : known
  for (let most = 1; most <= editsAllowed(word); most += 1) {
    const meant = alike.find((other) => editDistance(word, other, most) !== undefined)
    if (meant !== undefined) return { written, word: meant, isSize: false }
  }
  return undefined
}

/** An entry that has less than this share of what the best one has is not listed. */
const LEAST_SHARE = 0.6
/** A name says more than a text. */
const IN_NAME = 1.2

interface Scored {
  readonly record: SupplyRecord
  /** How many words the longest of its name and slug has that the question has whole. */
  readonly named: number
  /** How well it has the term that it has worst; 0 if it lacks one. */
  readonly least: number
  /** How many neighbours of the question are neighbours in it: "hand dyeing" is more than "dyed by hand". */
  readonly beside: number
  readonly score: number
}

/** How well the entries have the terms of a question: rare words count more than common ones. */
function score(entries: readonly Entry[], terms: readonly Term[], query: string): readonly Scored[] {
  const asked = new Set(wordsIn(query))
  const weights = terms.map((term) => {
    const having = entries.filter(({ all }) => quality(term, all) >= ALIKE_WORD).length
    return Math.log(1 + entries.length / Math.max(1, having))
  })
  return entries.map(({ record, called, name, all }) => {
    const named = called.filter((words) => words.every((word) => asked.has(word))).map(({ length }) => length)
    const scores = terms.map((term, index) => {
      if (quality(term, all) === NONE) return 0
      return (weights[index] ?? 0) * (quality(term, name) === WORD ? IN_NAME : 1)
    })
    return {
      record,
      named: Math.max(0, ...named),
      least: named.includes(asked.size) ? WORD : Math.min(...terms.map((term) => quality(term, all))),
      beside: terms.slice(1).filter(({ word }, index) => all.whole.has(`${terms[index]?.word}${word}`))
        .length,
      score: scores.reduce((sum, each) => sum + each, 0),
    }
  })
}

export interface GuidesFound {
  readonly records: readonly SupplyRecord[]
  readonly report: GuidesReport
}

const NOTHING_TO_SAY: GuidesReport = { readAs: [], missing: [], hasAll: true }

/** The guides of a category that a query finds (D19), and how it was read (D38). */
export function findGuides(
  records: readonly SupplyRecord[],
  category: SupplyCategory,
  question: string | undefined,
): GuidesFound {
  if (question === undefined) return { records, report: NOTHING_TO_SAY }
  const query = withoutPrices(question)
  const entries = records.map(readEntry)
  const known = new Map(entries.flatMap(({ all }) => all.spelled.map((word) => [usual(word), word])))
  const asked = termsOf(query, category, (word) => known.has(word))
  const isFound = (term: Term) => entries.some(({ all }) => quality(term, all) > 0)
  const spellings = [...known.keys(), ...wordsOfKind(category)].filter((word) => !ASKING.has(word))
  const terms = asked.flatMap((term) => {
    if (isFound(term)) return term
    const meant = corrected(term, spellings) ?? term
    return isOfCategory(category, meant.word) ? [] : meant
  })
  if (terms.length === 0) {
    const isAbout = asked.length > 0 || wordsIn(query).some((word) => isOfCategory(category, word))
    return { records: isAbout ? records : [], report: NOTHING_TO_SAY }
  }
  const scored = score(entries, terms, query)
  const most = Math.max(0, ...scored.map(({ least }) => least))
  const best = Math.max(...scored.map((each) => each.score))
  // A corrected word alone may be a mistake of ours: "laser cutter" asks for no layers.
  const isSure = terms.some((term) => asked.includes(term) && isFound(term))
  const found =
    most > 0
      ? scored
          .filter(({ least }) => least === most)
          .sort((one, other) => other.named - one.named || other.beside - one.beside)
      : scored
          .filter((each) => isSure && each.score > 0 && each.score >= LEAST_SHARE * best)
          .sort((one, other) => other.score - one.score)
  const missing = terms.filter(
    (term) => !found.some(({ record }) => quality(term, readEntry(record).all) > 0),
  )
  return {
    records: found.map(({ record }) => record),
    report: {
      readAs: terms
        .filter((term) => !asked.includes(term) && !missing.includes(term))
        .map(({ written, word }) => ({ written, meant: known.get(word) ?? word })),
      missing: missing.map(({ written }) => written),
      hasAll: most > 0,
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
    const { name } = readEntry(record)
    const terms = termsOf(withoutPrices(text), category, (word) => name.whole.has(word))
    return terms.length > 0 && terms.every(({ word }) => name.whole.has(word))
  })
}

/** Whether a text names a category, as "which batting for hand quilting" does (D38). */
export const namesCategory = (category: SupplyCategory, text: string): boolean =>
  wordsIn(text).some((word) => isOfCategory(category, word) && !COMMON.includes(word))
