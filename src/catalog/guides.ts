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

type Stems = ReadonlySet<string>

/** Of words, of neighbours written together, and of sizes; and the names of those that are alike. */
function stemsOf(text: string): Stems {
  const words = wordsOf(text)
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''}${word}`)
  const all = [...words, ...pairs, ...sizesIn(text).sizes.flat()]
  return new Set([...all.map(stem), ...all.map(alikeStem)])
}

/** A word or a size of a question. */
interface Term {
  readonly written: string
  /** As it is compared. */
  readonly word: string
  readonly isCorrected?: boolean
}

/** The word, a form of it, one that is alike, or what it is short for. */
const has = (stems: Stems, { word }: Term): boolean =>
  stems.has(alikeStem(word)) || (SHORT.get(word)?.every((each) => stems.has(stem(each))) ?? false)

/** More than any sum of an entry. */
const BEST_SCORE = 1_000_000

/** The guides of a category, in editorial order. */
export function indexGuides(category: SupplyCategory, records: readonly SupplyRecord[]) {
  // These fit every guide, even if its text does not have them.
  const ofAll: ReadonlySet<string> = new Set(wordsOfKind(category))
  const entries = records.map((record) => {
    const { name, slug, summary, bestFor } = record
    const text = [...ofAll, name, summary, bestFor].join(' | ')
    const names = [name, slug].map((each) => wordsOf(each).join(' '))
    return { record, text, names, inName: new Set(wordsOf(name)), inText: stemsOf(text) }
  })
  /** The words of all guides, one spelling for each: "hands" for "hand". */
  const spellings: ReadonlyMap<string, string> = new Map(
    entries.flatMap(({ text }) => spelledWordsOf(text)).map((word) => [usual(word), word]),
  )

  /** What a word that no guide has may mean. People mostly get the first letter right. */
  function nearestOf(word: string): string | undefined {
    const near = [...spellings.keys()].filter((other) => other[0] === word[0])
    for (let most = 1; most <= editsAllowed(word); most += 1) {
      const meant = near.find((other) => editDistance(word, other, most) !== undefined)
      if (meant !== undefined) return meant
    }
    return /^\D\D/.test(word) ? near.find((other) => other.startsWith(word)) : undefined
  }

  function corrected(term: Term): Term {
    if (entries.some(({ inText }) => has(inText, term))) return term
    const meant = nearestOf(term.word)
    return meant === undefined ? term : { ...term, word: meant, isCorrected: true }
  }

  /** What can tell guides apart. Neighbours are joined if guides have them as one word. */
  function termsOf(question: string): readonly Term[] {
    const { sizes, rest } = sizesIn(withoutPrices(question))
    const words = spelledWordsOf(rest)
    const isKnown = (pair: string) => spellings.has(usual(pair)) || SHORT.has(usual(pair))
    const joined = words.flatMap((word, at) => {
      const [pairBefore, pair] = [`${words[at - 1]}${word}`, `${word}${words[at + 1]}`]
      if (isKnown(pairBefore)) return []
      return isKnown(pair) ? pair : word
    })
    const terms = [
      ...sizes.map(([size = '']) => ({ written: size, word: size })),
      ...joined.map((written) => ({ written, word: usual(written) })),
    ]
    return terms.filter(({ word }) => !ASKING.has(word)).map(corrected)
  }

  /** The entries with the most terms. First is one of this name, then those with more terms side by side or rarer ones. */
  function withMost(terms: readonly Term[], question: string) {
    const asked = wordsOf(question).join(' ')
    const having = terms.map((term) => new Set(entries.filter(({ inText }) => has(inText, term))))
    // "Hand dyeing" is more than "dyed by hand".
    const asWritten = terms.flatMap(({ word }, at) => [stem(word), stem(`${terms[at - 1]?.word}${word}`)])
    const scored = entries.map((entry) => {
      if (entry.names.includes(asked)) return { entry, count: terms.length, score: BEST_SCORE }
      const found = having.filter((each) => each.has(entry))
      const rarity = found.reduce((sum, { size }) => sum + Math.log(entries.length / size), 0)
      const exact = asWritten.filter((each) => entry.inText.has(each)).length
      return { entry, count: found.length, score: rarity + exact }
    })
    const most = Math.max(1, ...scored.map(({ count }) => count))
    const best = scored.filter(({ count }) => count === most).sort((one, other) => other.score - one.score)
    return { found: best.map(({ entry }) => entry), hasAll: best.length > 0 && most === terms.length }
  }

  /** What the found entries lack, and the first of the others that have most of it. */
  function elsewhere(lacking: readonly Term[]): GuidesReport['elsewhere'] {
    const [other] = withMost(lacking, '').found
    if (other === undefined) return []
    const [own, rest] = [true, false].map((isOwn) =>
      lacking.filter((term) => has(other.inText, term) === isOwn),
    )
    const words = (own ?? []).map(({ written }) => written)
    return [{ name: other.record.name, words }, ...elsewhere(rest ?? [])]
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
      const readings = terms.flatMap((term) => {
        if (!term.isCorrected && found.some(({ inText }) => inText.has(stem(term.word)))) return []
        const alike = [...spellings].filter(([word]) => alikeStem(word) === alikeStem(term.word))
        const meant = alike.find(([word]) => found.some(({ inText }) => inText.has(stem(word))))
        return meant === undefined ? [] : { written: term.written, meant: meant[1] }
      })
      const missing = terms.filter((term) => !found.some(({ inText }) => has(inText, term)))
      return {
        records: found.map(({ record }) => record),
        report: {
          readings,
          missing: missing.map(({ written }) => written),
          elsewhere: elsewhere(missing),
          hasAll: all.hasAll || terms.length === 0,
        },
      }
    },

    /** The names that have all words of a text (D38): "Jelly roll" for "jelly rolls". */
    called(text: string): readonly string[] {
      const terms = termsOf(text).filter(({ word }) => !ofAll.has(word))
      if (terms.length === 0) return []
      const isCalled = (name: ReadonlySet<string>) => terms.every(({ word }) => name.has(word))
      return entries.filter(({ inName }) => isCalled(inName)).map(({ record }) => record.name)
    },

    /** Whether a text has a word of guides' names, as "which batting for hand quilting" does (D38). */
    isNamedIn: (text: string): boolean => wordsOf(text).some((word) => ofAll.has(word) && !COMMON.has(word)),
  }
}
