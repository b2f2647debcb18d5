import { once } from '../../core/once.ts'
import type { SupplyCategory, SupplyRecord } from '../../core/repositories.ts'
import { type QueryReading, READ_AS_WRITTEN } from '../../core/search-report.ts'
import { codePointLength, foldWords } from '../../core/text.ts'
import { editDistance, editsAllowed } from '../search/query/edits.ts'
import { isOfPair } from '../search/query/empty.ts'
import { EMPTY_WORDS, FAMILY_WORDS, TONE_WORDS } from '../search/query/vocabulary.ts'
import { askedWords, usualSpelling } from '../search/query/words.ts'
import { quantitiesIn } from './quantities.ts'
import { ASKING_WORDS, CATEGORY_WORDS, SUPPLY_SHORT_NAMES } from './supply-words.ts'

/**
 * The search of supplies (D19): the levels of D16, entry by entry. A category has at most two dozen entries,
 * so looking at each is fast enough.
 */

/** A plural as its singular: "strips" is "strip", "batteries" is "battery". */
function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const wordsOf = (text: string): string[] => foldWords(text).map((word) => singular(usualSpelling(word)))

/** The words of a text, with neighbours written together, and its quantities. */
interface Words {
  readonly words: readonly string[]
  /** The same words, folded only. */
  readonly plain: readonly string[]
  readonly together: ReadonlySet<string>
  readonly quantities: ReadonlySet<string>
}

function readText(text: string): Words {
  const plain = foldWords(text)
  return {
    words: wordsOf(text),
    plain,
    together: new Set(plain.slice(1).map((word, index) => singular(`${plain[index]}${word}`))),
    quantities: new Set(quantitiesIn(text).quantities.flatMap(({ found }) => found)),
  }
}

interface Entry {
  readonly record: SupplyRecord
  readonly name: Words
  /** Name, summary and bestFor. Neighbouring words come from the same text. */
  readonly all: readonly Words[]
}

/** Kept, because folding the texts takes ten times as long as looking for words in them. */
const readEntry = once((record: SupplyRecord): Entry => {
  const name = readText(record.name)
  return { record, name, all: [name, readText(record.summary), readText(record.bestFor ?? '')] }
})

/** D14: three or more characters match inside a word, fewer at its beginning. Two words may be written together. */
const hasWord = (word: string) => (text: Words) =>
  text.together.has(word) ||
  text.words.some((whole) => (codePointLength(word) < 3 ? whole.startsWith(word) : whole.includes(word)))

/** A condition that one text of an entry meets. */
type Test = (text: Words) => boolean

/** A word, pair or quantity of a query. */
interface Term {
  readonly word: string
  /** As it stands in the query. */
  readonly written: string
  /** Whether an entry meets it at a level. */
  readonly isMet: (entry: Entry, level: number) => boolean
  readonly isInName: (entry: Entry) => boolean
  /** What it stands for in an entry, if that is not the word itself. */
  readonly meaningIn: (entry: Entry) => string | undefined
  /** The level from which it may be missing. */
  readonly missingFrom: number
  readonly kind: 'plain' | 'family' | 'tone' | 'empty' | 'category'
}

type Kind = Pick<Term, 'kind' | 'missingFrom'>

/** The levels of D16. EMPTY is between two: words of the trade may be meant, so words that only ask go first. */
const [AS_WRITTEN, SHORT_NAMES, ASKING, EMPTY, SOFT, SPELLING] = [0, 1, 2, 2.5, 3, 4]
const LEVELS = [AS_WRITTEN, SHORT_NAMES, ASKING, EMPTY, SOFT, SPELLING]
const NEVER = Number.POSITIVE_INFINITY

/** What is true of every entry of the category says nothing inside it, even if it is misspelt. */
function kindInCategory(word: string, category: SupplyCategory, isKnown: boolean): Kind | undefined {
  const words = CATEGORY_WORDS[category].map(singular)
  if (words.includes(word)) return { kind: 'category', missingFrom: EMPTY }
  const isLike = (other: string) => editDistance(word, other, editsAllowed(word)) !== undefined
  return !isKnown && words.some(isLike) ? { kind: 'category', missingFrom: SPELLING } : undefined
}

function kindOf(word: string): Kind {
  if (ASKING_WORDS.has(word)) return { kind: 'empty', missingFrom: ASKING }
  if (EMPTY_WORDS.has(word)) return { kind: 'empty', missingFrom: EMPTY }
  if (FAMILY_WORDS.has(word)) return { kind: 'family', missingFrom: SOFT }
  return TONE_WORDS.has(word) ? { kind: 'tone', missingFrom: SOFT } : { kind: 'plain', missingFrom: NEVER }
}

const saysNothing = (word: string) => ASKING_WORDS.has(word) || EMPTY_WORDS.has(word)

/** The first word of a text that a misspelt word may mean. */
function spelledLike(word: string): (text: Words) => string | undefined {
  const most = editsAllowed(word)
  // A word that says nothing is never the correction: "hand" does not mean "and".
  const isLike = (whole: string) => !saysNothing(whole) && editDistance(word, whole, most) !== undefined
  return ({ words, plain }) => (most === 0 ? undefined : plain[words.findIndex(isLike)])
}

const firstOf = <Value>(values: readonly (Value | undefined)[]): Value | undefined =>
  values.find((value) => value !== undefined)

/** @param known whether some entry of the category has the word; then it is not a misspelling. */
function termOf(
  written: string,
  next: string | undefined,
  category: SupplyCategory,
  known: (word: string) => boolean,
): Term {
  const word = singular(usualSpelling(written))
  const short = SUPPLY_SHORT_NAMES.get(written)?.split(' ').map(singular)
  const isKnown = known(word)
  const spelling = isKnown ? () => undefined : spelledLike(word)
  const joined = next === undefined ? undefined : singular(`${written}${next}`)
  const meaningAt = ({ all }: Entry, level: number): string | undefined => {
    if (all.some(hasWord(word))) return word
    if (level >= SHORT_NAMES && short?.every((each) => all.some(hasWord(each))) === true)
      return SUPPLY_SHORT_NAMES.get(written)
    if (level < SPELLING) return undefined
    const isJoined = joined !== undefined && all.some(({ words }) => words.includes(joined))
    return firstOf(all.map(spelling)) ?? (isJoined ? joined : undefined)
  }
  return {
    word,
    written,
    isMet: (entry, level) => meaningAt(entry, level) !== undefined,
    meaningIn: (entry) => {
      const meaning = meaningAt(entry, SPELLING)
      return meaning === word ? undefined : meaning
    },
    isInName: ({ name }) => hasWord(word)(name),
    ...(kindInCategory(word, category, isKnown) ?? kindOf(foldWords(written)[0] ?? word)),
  }
}

function quantityTerm(asked: string): Term {
  const isBare = /^[\d.]+$/.test(asked)
  const has: Test = ({ quantities, words, together }) =>
    quantities.has(asked) || (isBare && (together.has(asked) || words.some((word) => word.startsWith(asked))))
  return {
    word: asked,
    written: asked,
    isMet: ({ all }) => all.some(has),
    meaningIn: () => undefined,
    isInName: ({ name }) => has(name),
    missingFrom: NEVER,
    kind: 'plain',
  }
}

/** The words and quantities of a query. Pairs that say nothing may be missing like words that say nothing. */
function termsOf(query: string, category: SupplyCategory, entries: readonly Entry[]): readonly Term[] {
  const { quantities, rest } = quantitiesIn(query)
  const words = askedWords(rest)
  const known = (word: string) => entries.some(({ all }) => all.some((text) => text.words.includes(word)))
  const terms = words.map((word, index) => {
    const term = termOf(word, words[index + 1], category, known)
    return isOfPair(words, index) ? { ...term, kind: 'empty' as const, missingFrom: EMPTY } : term
  })
  const all = [...quantities.map(({ asked }) => quantityTerm(asked)), ...terms]
  // An entry need not contain the words of its category if another word tells entries apart.
  return all.some(isTelling)
    ? all.filter(({ kind, missingFrom }) => kind !== 'category' || missingFrom > EMPTY)
    : all
}

const isTelling = ({ kind }: Term) => kind !== 'empty' && kind !== 'category'

/** Whether an entry meets a query at a level. Only words that D16 allows may be missing. */
function meets(entry: Entry, terms: readonly Term[], level: number): boolean {
  // Most entries fail here, at their first word. To look at all words of a long query takes ten times as long.
  if (terms.some((term) => term.missingFrom > level && !term.isMet(entry, level))) return false
  const missing = terms.filter((term) => !term.isMet(entry, level))
  if (terms.every(({ kind }) => kind === 'empty')) {
    // "Fat quarter size" asks for the fat quarter: words of the trade are meant where there is nothing else.
    const onlyAsks = terms.every(({ missingFrom }) => missingFrom === ASKING)
    return missing.every(({ missingFrom }) => missingFrom === ASKING && !onlyAsks)
  }
  // The words of the category alone ask for all of it.
  if (!terms.some(isTelling)) return true
  const inName = terms.filter((term) => isTelling(term) && term.isInName(entry))
  if (missing.some(({ kind }) => kind === 'family'))
    return level !== SPELLING && inName.some(({ kind }) => kind !== 'tone')
  return !missing.some(({ kind }) => kind === 'tone') || inName.length > 0
}

/** How a level reads a query, by the first entry that it finds. */
function readingOf(terms: readonly Term[], entry: Entry, level: number): QueryReading {
  const met = terms.filter((term) => term.isMet(entry, level))
  const leftOut = terms.filter((term) => !met.includes(term)).map(({ written }) => written)
  const readAs = met.flatMap((term) => {
    const meant = term.meaningIn(entry)
    return meant === undefined ? [] : [{ written: term.written, meant }]
  })
  return { leftOut: [...new Set(leftOut)], readAs }
}

/** The entries that a query finds, and how it was read. */
export interface SuppliesFound {
  readonly records: readonly SupplyRecord[]
  /** How many of them are called so. The others mention the words. */
  readonly named: number
  readonly reading: QueryReading
}

const NOTHING: SuppliesFound = { records: [], named: 0, reading: READ_AS_WRITTEN }

const isCalled = (terms: readonly Term[]) => (entry: Entry) =>
  terms.some(isTelling) && terms.every((term) => !isTelling(term) || term.isInName(entry))

/** The entries of a category that a query finds, in their order, at the first level that finds any (D5, D19). */
export function matchingSupplies(
  records: readonly SupplyRecord[],
  category: SupplyCategory,
  query: string,
): SuppliesFound {
  const entries = records.map(readEntry)
  const terms = termsOf(query, category, entries)
  if (terms.length === 0) return NOTHING
  for (const level of LEVELS) {
    const found = entries.filter((entry) => meets(entry, terms, level))
    const [first] = found
    if (first !== undefined)
      return {
        records: found.map(({ record }) => record),
        named: found.filter(isCalled(terms)).length,
        reading: readingOf(terms, first, level),
      }
  }
  return NOTHING
}
