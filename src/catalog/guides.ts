// The search of guides (D19). A category has two dozen at most, so each question looks at each of them. For example,
// `which 45mm cutter for arthritic hands` finds the one with "45 mm", "arthritis" and "hand": `which` and `for` only
// ask, and all are cutters. If none had all words, those with the most would be the answer.

import type { GuidesReport, SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { editDistance } from '../core/text.ts'
import { sizesIn, withoutPrices } from './guide-sizes.ts'
import { editsAllowed } from './search/spelling.ts'
import { SHORT_NAMES, spelledWordsOf, usual, wordsOf } from './search/vocabulary.ts'
import { wordTable } from './word-table.ts'

const linesOf = wordTable('guide-words.txt')
const wordsOfKind = (kind: string): readonly string[] => linesOf(kind).flatMap((line) => line.split(' '))

const ASKING: ReadonlySet<string> = new Set(wordsOfKind('asking').map(usual))
/** They stand in other questions, too. */
const COMMON = wordsOfKind('common')

const SHORT: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...SHORT_NAMES.map(({ short, manufacturer, collection }) => [short, manufacturer || collection]),
    ...linesOf('short').map((line) => line.split(' = ')),
  ].map(([short = '', words = '']) => [usual(short), words.split(' ')]),
)

/** "Hand" and "handed" have the same, and so have "drape" and "drapey", "cut" and "cutting". */
function stem(word: string): string {
  const shorter = word
    .replace(/(?<=.{3})(?:ing|ed|er|est|able|ty|iz|is)$|(?<=.{4})(?:ion|or|age)$/, '')
    .replace(/(?<=.{3})[ey]$/, '')
    .replace(/(?<=.{2})([b-df-hj-np-tv-z])\1$/, '$1')
  return shorter === word ? word : stem(shorter)
}

/** Stems that quilters use for each other. */
const ALIKE: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('alike').flatMap((line) => {
    const stems = line.split(' ').map((word) => stem(usual(word)))
    return stems.map((each) => [each, stems] as const)
  }),
)

type Words = ReadonlySet<string>

/** Words, neighbours written together, and sizes; each also as a stem. */
function indexOf(text: string): Words {
  const words = wordsOf(text)
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''}${word}`)
  const all = [...words, ...pairs, ...sizesIn(text).sizes.flat()]
  return new Set([...all, ...all.map(stem)])
}

interface Entry {
  readonly record: SupplyRecord
  /** Of the name. */
  readonly called: Words
  readonly words: Words
}

/** In editorial order. */
interface GuideIndex {
  readonly category: SupplyCategory
  readonly entries: readonly Entry[]
  /** These fit every guide of the category, even if its text does not have them. */
  readonly ofAll: Words
  /** One for each word: "hands" for "hand". */
  readonly spellings: ReadonlyMap<string, string>
}

export function indexGuides(category: SupplyCategory, records: readonly SupplyRecord[]): GuideIndex {
  const ofAll = new Set(wordsOfKind(category))
  const texts = records.map(({ name, summary, bestFor }) => [name, summary, bestFor].join(' | '))
  const spelled = [...texts.flatMap(spelledWordsOf), ...ofAll]
  return {
    category,
    entries: records.map((record, at) => ({
      record,
      called: indexOf(record.name),
      words: new Set([...ofAll, ...indexOf(texts[at] ?? '')]),
    })),
    ofAll,
    spellings: new Map(spelled.map((word) => [usual(word), word])),
  }
}

interface Term {
  readonly written: string
  /** A word as it is compared, or a size. */
  readonly word: string
  /** Its own, and those of words that mean the same. */
  readonly stems: readonly string[]
  readonly isCorrected?: boolean
}

function termOf(written: string, word: string): Term {
  const own = stem(word)
  return { written, word, stems: [own, ...(ALIKE.get(own) ?? [])] }
}

/** What can tell guides apart. Short names are written out, and neighbours joined if the pair `isKnown`. */
function termsOf(question: string, isKnown: (word: string) => boolean): readonly Term[] {
  const { sizes, rest } = sizesIn(withoutPrices(question))
  const terms = sizes.map(([size = '']) => termOf(size, size))
  const spelled = spelledWordsOf(rest)
  for (let at = 0; at < spelled.length; at += 1) {
    const pair = spelled.slice(at, at + 2).join('')
    const isPair = isKnown(usual(pair)) || SHORT.has(usual(pair))
    const written = isPair ? pair : (spelled[at] ?? '')
    if (isPair) at += 1
    for (const word of SHORT.get(usual(written)) ?? [usual(written)])
      if (!ASKING.has(word)) terms.push(termOf(written, word))
  }
  return terms
}

/** The word, or a form of it. */
const has = (words: Words, { word, stems: [own = word] }: Term): boolean => words.has(word) || words.has(own)

/** At least a word that means the same, or that begins with it if it is no number. */
const hasLike = (words: Words, term: Term): boolean =>
  has(words, term) ||
  term.stems.some((alike) => words.has(alike)) ||
  (/^\D./.test(term.word) && words.values().some((word) => word.startsWith(term.word)))

/** A term that no guide has becomes the nearest word of them. */
function corrected(term: Term, { entries, spellings }: GuideIndex): Term {
  const { word } = term
  if (entries.some(({ words }) => hasLike(words, term))) return term
  // A short word has many neighbours, but people mostly get its first letter right.
  const near = [...spellings.keys()].filter(
    (other) => !ASKING.has(other) && (word.length >= 6 || other[0] === word[0]),
  )
  for (let most = 1; most <= editsAllowed(word); most += 1) {
    const meant = near.find((other) => editDistance(word, other, most) !== undefined)
    if (meant !== undefined) return { ...termOf(term.written, meant), isCorrected: true }
  }
  return term
}

/**
 * The entries that have all terms, or else words like them. One that the question calls by its name or slug comes first,
 * then those that have more terms side by side; the others stay in editorial order.
 */
function havingAll(entries: readonly Entry[], terms: readonly Term[], question: string): readonly Entry[] {
  const asked = wordsOf(question).join(' ')
  const isCalled = ({ record: { name, slug } }: Entry) =>
    [name, slug].some((text) => wordsOf(text).join(' ') === asked)
  // "Hand dyeing" is more than "dyed by hand".
  const pairs = terms.map(({ word }, at) => `${terms[at - 1]?.word}${word}`)
  const rankOf = (entry: Entry) =>
    (isCalled(entry) ? terms.length : 0) + pairs.filter((pair) => entry.words.has(pair)).length
  for (const isFound of [has, hasLike]) {
    const found = entries.filter(
      (entry) => isCalled(entry) || terms.every((term) => isFound(entry.words, term)),
    )
    if (found.length > 0) return found.toSorted((one, other) => rankOf(other) - rankOf(one))
  }
  return []
}

/** The rarest terms first. */
function havingMost({ entries, ofAll }: GuideIndex, terms: readonly Term[]): readonly Entry[] {
  const scored = entries.map((entry) => ({ entry, terms: 0, rarity: 0 }))
  // A corrected word alone may be a mistake of ours: "laser cutter" asks for no layers.
  for (const term of terms.filter(({ word, isCorrected }) => !isCorrected && !ofAll.has(word))) {
    const having = scored.filter(({ entry }) => hasLike(entry.words, term))
    for (const each of having) {
      each.terms += 1
      each.rarity += Math.log(entries.length / having.length)
    }
  }
  const most = Math.max(1, ...scored.map((each) => each.terms))
  const best = scored.filter((each) => each.terms === most)
  return best.toSorted((one, other) => other.rarity - one.rarity).map(({ entry }) => entry)
}

/** D19; the report says how the question was read (D38). */
export function findGuides(index: GuideIndex, question: string | undefined) {
  const { entries, spellings } = index
  const nothingTold: GuidesReport = { readings: [], missing: [], hasAll: true }
  if (question === undefined) return { records: entries.map(({ record }) => record), report: nothingTold }
  const terms = termsOf(question, (word) => spellings.has(word)).map((term) => corrected(term, index))
  if (terms.length === 0) return { records: [], report: nothingTold }
  const all = havingAll(entries, terms, question)
  const found = all.length > 0 ? all : havingMost(index, terms)
  const readings = terms.flatMap((term) => {
    if (!term.isCorrected && found.some(({ words }) => has(words, term))) return []
    const meant = [...spellings].find(
      ([word]) => found.some(({ words }) => words.has(word)) && term.stems.includes(stem(word)),
    )
    return meant === undefined ? [] : { written: term.written, meant: meant[1] }
  })
  const isFound = (term: Term) => found.some(({ words }) => hasLike(words, term))
  // A short name counts as found as it was written, too: "kona" for Kona cotton.
  const missing = [...Map.groupBy(terms, ({ written }) => written)]
    .filter(([written, group]) => !group.every(isFound) && !isFound(termOf(written, usual(written))))
    .map(([written]) => written)
  const hasAll = all.length > 0
  return { records: found.map(({ record }) => record), report: { readings, missing, hasAll } }
}

/** The guides whose names have all words of a text (D38): "Jelly roll" for "jelly rolls". */
export function guidesCalled({ category, entries, ofAll, spellings }: GuideIndex, text: string) {
  const terms = termsOf(text, (word) => spellings.has(word)).filter(({ word }) => !ofAll.has(word))
  if (terms.length === 0) return []
  const found = entries.filter(({ called }) => terms.every(({ word }) => called.has(word)))
  return found.map(({ record: { name } }) => ({ category, name }))
}

/** As "which batting for hand quilting" does (D38). */
export const namesCategory = ({ ofAll }: GuideIndex, text: string): boolean =>
  wordsOf(text).some((word) => ofAll.has(word) && !COMMON.includes(word))
