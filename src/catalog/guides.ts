// The search of guides (D19). A category has two dozen at most, so each question looks at each of them. For example,
// `which 45mm cutter for arthritic hands` finds the one with "45 mm", "arthritis" and "hand": `which` and `for` only
// ask, and all are cutters. If none had all words, those with the most would be the answer.

import type { GuidesReport, SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { editDistance } from '../core/text.ts'
import { sizesIn, withoutPrices } from './guide-sizes.ts'
import { editsAllowed } from './search/spelling.ts'
import { SHORT_NAMES, spelledWordsOf, usual, wordsOf, wordTable } from './search/vocabulary.ts'

const linesOf = wordTable('guide-words.txt')
const wordsOfKind = (kind: string): readonly string[] => linesOf(kind).flatMap((line) => line.split(' '))

const ASKING: ReadonlySet<string> = new Set(wordsOfKind('asking').map(usual))
/** They stand in other questions, too. */
const COMMON: ReadonlySet<string> = new Set(wordsOfKind('common'))

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

/** Stems that quilters use for each other. All of them have one name. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  linesOf('alike').flatMap((line) => line.split(' ').map((word) => [stem(usual(word)), line] as const)),
)

/** Words that mean the same have the same one. */
function alikeStem(word: string): string {
  const own = stem(word)
  return ALIKE.get(own) ?? own
}

/** Of words, of neighbours written together, and of sizes; and the names of those that are alike. */
function stemsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text)
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''}${word}`)
  const all = [...words, ...pairs, ...sizesIn(text).sizes.flat()]
  return new Set([...all.map(stem), ...all.map(alikeStem)])
}

/** The guides of a category, in editorial order. */
export function indexGuides(category: SupplyCategory, records: readonly SupplyRecord[]) {
  // These fit every guide, even if its text does not have them.
  const ofAll: ReadonlySet<string> = new Set(wordsOfKind(category))
  const entries = records.map((record) => {
    const { name, slug, summary, bestFor } = record
    const text = [...ofAll, name, summary, bestFor].join(' | ')
    const names = [name, slug].map((each) => wordsOf(each).join(' '))
    return { record, text, names, stems: stemsOf(text) }
  })
  /** The words of all guides, one spelling for each: "hands" for "hand". */
  const spellings: ReadonlyMap<string, string> = new Map(
    entries.flatMap(({ text }) => spelledWordsOf(text)).map((word) => [usual(word), word]),
  )

  /** The entries with a word, a form of it, one that is alike, or what it is short for. */
  function entriesWith(word: string) {
    const inFull = SHORT.get(word) ?? []
    return entries.filter(({ stems }) => {
      const hasInFull = inFull.length > 0 && inFull.every((each) => stems.has(stem(each)))
      return hasInFull || stems.has(alikeStem(word))
    })
  }

  /** What a word that no guide has may mean. People mostly get the first letter right. */
  function nearestTo(word: string): string | undefined {
    const near = [...spellings.keys()].filter((other) => other[0] === word[0])
    for (let most = 1; most <= editsAllowed(word); most += 1) {
      const meant = near.find((other) => editDistance(word, other, most) !== undefined)
      if (meant !== undefined) return meant
    }
    return /^\D\D/.test(word) ? near.find((other) => other.startsWith(word)) : undefined
  }

  /** A word or a size of a question, as it is compared, and the entries that have it. */
  function termOf(written: string) {
    const word = usual(written)
    const having = entriesWith(word)
    const meant = having.length > 0 ? undefined : nearestTo(word)
    if (meant === undefined) return { written, word, having, isCorrected: false }
    return { written, word: meant, having: entriesWith(meant), isCorrected: true }
  }
  type Term = ReturnType<typeof termOf>

  /** What can tell guides apart. Neighbours are joined if guides have them as one word. */
  function termsOf(question: string): readonly Term[] {
    const { sizes, rest } = sizesIn(withoutPrices(question))
    const words = spelledWordsOf(rest)
    const pairAt = (at: number) => usual(`${words[at] ?? ''}${words[at + 1] ?? ''}`)
    const isOne = (at: number) => spellings.has(pairAt(at)) || SHORT.has(pairAt(at))
    const joined = words.flatMap((word, at) => {
      if (at > 0 && isOne(at - 1)) return []
      return isOne(at) ? word + (words[at + 1] ?? '') : word
    })
    const all = [...sizes.flatMap(([size = '']) => size), ...joined]
    return all.filter((word) => !ASKING.has(usual(word))).map(termOf)
  }

  /** The entries with the most terms. First is one of this name, then those with more terms side by side or rarer ones. */
  function withMost(terms: readonly Term[], question: string) {
    const asked = wordsOf(question).join(' ')
    // "Hand dyeing" is more than "dyed by hand".
    const asWritten = terms.flatMap(({ word }, at) => [stem(word), stem(`${terms[at - 1]?.word}${word}`)])
    const scored = entries.map((entry) => {
      if (entry.names.includes(asked)) return { entry, count: terms.length, score: Number.POSITIVE_INFINITY }
      const found = terms.filter(({ having }) => having.includes(entry))
      const rarity = found.reduce((sum, { having }) => sum + Math.log(entries.length / having.length), 0)
      const exact = asWritten.filter((each) => entry.stems.has(each)).length
      return { entry, count: found.length, score: rarity + exact }
    })
    const most = Math.max(1, ...scored.map(({ count }) => count))
    const best = scored.filter(({ count }) => count === most).sort((one, other) => other.score - one.score)
    return { found: best.map(({ entry }) => entry), hasAll: best.length > 0 && most === terms.length }
  }

  return {
    category,

    /** D19; the report says how the question was read (D38). */
    find(question: string | undefined): {
      readonly records: readonly SupplyRecord[]
      readonly report: GuidesReport
    } {
      if (question === undefined)
        return { records, report: { readings: [], missing: [], elsewhere: [], hasAll: true } }
      const terms = termsOf(question)
      const all = withMost(terms, question)
      // A corrected word alone may be a mistake of ours: "laser cutter" asks for no layers.
      const sure = terms.filter(({ word, isCorrected }) => !isCorrected && !ofAll.has(word))
      const { found } = all.hasAll ? all : withMost(sure, question)
      const missing = terms.filter(({ having }) => !having.some((entry) => found.includes(entry)))
      const others = Map.groupBy(missing, ({ having }) => having[0]?.record.name)
      return {
        records: found.map(({ record }) => record),
        report: {
          readings: terms.flatMap((term) =>
            term.isCorrected && !missing.includes(term)
              ? { written: term.written, meant: spellings.get(term.word) ?? term.word }
              : [],
          ),
          missing: missing.map(({ written }) => written),
          elsewhere: [...others].flatMap(([name, some]) =>
            name === undefined ? [] : { name, words: some.map(({ written }) => written) },
          ),
          hasAll: all.hasAll || terms.length === 0,
        },
      }
    },

    /** The names that have all words of a text (D38): "Jelly roll" for "jelly rolls". */
    called(text: string): readonly string[] {
      const words = termsOf(text).flatMap(({ word }) => (ofAll.has(word) ? [] : word))
      const names = words.length === 0 ? [] : records.map(({ name }) => name)
      return names.filter((name) => words.every((word) => wordsOf(name).includes(word)))
    },

    /** Whether a text has a word of guides' names, as "which batting for hand quilting" does (D38). */
    isNamedIn: (text: string): boolean => wordsOf(text).some((word) => ofAll.has(word) && !COMMON.has(word)),
  }
}
