// The search of guides (D19). A category has two dozen at most, so each question looks at each of them. For example,
// `which 45mm cutter for arthritic hands` finds the one with "45 mm", "arthritis" and "hand": `which` and `for` only
// ask, and all are cutters. If none had all words, those with the most would be the answer.

import type { GuidesReport, SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { editDistance } from '../core/text.ts'
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

// Sizes in one spelling (D19.3): `24 x 36`, `24" x 36"` and `36x24` are `24x36`; `45 mm` is `45mm`; `1/4"`, `¼ in` and
// `quarter inch` are `0.25in`.
const UNITS: ReadonlyMap<string, string> = new Map(
  linesOf('unit').flatMap((line) => {
    const [unit = '', written = ''] = line.split(' = ')
    return [unit, ...written.split(' ')].map((each) => [each, unit] as const)
  }),
)

const HALVES = /(?<=\d )(?:and an? )?(half|quarter)\b|\b(half|quarter)(?=[ -](?:inch|yard))/g
/** Only the fractions of a ruler, because 80/20 names a batting. */
const FRACTION = /(?<![\d./])(?:(\d+)[ -]+)?(\d{1,2})\/(2|4|8|16|32)(?![\d/])/g
/** A number or a range, perhaps with a unit and the other side of an area, which may be a range too. */
const SIZE =
  /(?<![\p{L}\p{N}.])(\d*\.?\d+)(?: ?[-–] ?(\d*\.?\d+))?(in|mm|cm|oz|lb|yd|deg)?(?: ?(?:x|×|by) ?(\d*\.?\d+)(?: ?[-–] ?(\d*\.?\d+))?(in|mm|cm|yd)?)?(?![\p{L}\p{N}])/gu

/** Each size in all its spellings, the most telling first, and the rest of the text in lower case. */
function sizesIn(text: string) {
  const written = text
    .toLowerCase()
    // `2½` is `2 1/2`, and `1,500` is `1500`.
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (fraction) => ` ${fraction.normalize('NFKD').replace('\u2044', '/')}`)
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(HALVES, (found) => (found.endsWith('half') ? '1/2' : '1/4'))
    .replace(FRACTION, (_, whole: string | undefined, above: string, below: string) =>
      String(Number(whole ?? 0) + Number(above) / Number(below)),
    )
    .replace(/(?<=\d)[ -]?(["”″°]|''|\p{L}+)/gu, (found, name: string) => UNITS.get(name) ?? found)
  const sizes: string[][] = []
  const rest = written.replace(SIZE, (_, ...parts: (string | undefined)[]) => {
    const [from, to, unit, other, otherTo, otherUnit] = parts
    const numbersOf = (...texts: (string | undefined)[]) =>
      texts.flatMap((side) => (side ? Number(side) : []))
    const sides = numbersOf(from, to, other, otherTo)
    // A mat of 36 x 24 is the same as one of 24 x 36.
    const areas = numbersOf(other, otherTo).map((side) =>
      [Number(from), side].toSorted((one, two) => one - two).join('x'),
    )
    sizes.push([...areas, ...sides.map((side) => `${side}${unit ?? otherUnit ?? ''}`), ...sides.map(String)])
    return ' '
  })
  return { sizes, rest }
}

const PRICE =
  /(?:\b(?:under|below|less than|up to|over|above|more than|between|and) )?(?:[$€£] ?\d[\d,.]*k?|\d[\d,.]* dollars\b)/gi

/** Amounts of money are not sizes, and prices are not searched (D19.1). */
const withoutPrices = (question: string) => question.replace(PRICE, ' ')

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

function alikeStem(word: string): string {
  const own = stem(word)
  return ALIKE.get(own) ?? own
}

function stemsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text)
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''}${word}`)
  const all = [...words, ...pairs, ...sizesIn(text).sizes.flat()]
  return new Set([...all.map(stem), ...all.map(alikeStem)])
}

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

  /** People mostly get the first letter right. */
  function nearestTo(word: string) {
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
      // A guide with "shift" is none that has "shirt".
      const others = Map.groupBy(missing, ({ having, isCorrected }) =>
        isCorrected ? undefined : having[0]?.record.name,
      )
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
    isNamedIn: (text: string) => wordsOf(text).some((word) => ofAll.has(word) && !COMMON.has(word)),
  }
}
