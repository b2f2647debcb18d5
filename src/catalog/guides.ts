import { memoize } from '../core/memoize.ts'
import type { GuidesReport, SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { foldWords, wordsOf as table } from '../core/text.ts'
import { priceIn, sizesIn } from './guide-sizes.ts'
import { editDistance, editsAllowed } from './search/edits.ts'

/**
 * The search of guides (D19). A category has at most two dozen, so each question looks at each of them. The example
 * is `which 45mm cutter for arthritic hands` among the rotary cutters. `which` and `for` only ask, and all entries
 * are cutters, so three terms are left: the size `45mm`, `arthritic` and `hand`. The entry of the Martelli says "45
 * mm", "arthritis" and "hand": it has all words, and entries that have all words are the answer, in their order.
 * Were there none, the answer would be the entries with the most and rarest words.
 */

/** Words that only ask. */
const ASKING = new Set(
  table(
    'a about all also am an and any are as at be been best better between big buy by can choose compare compared cost',
    'costs could describe difference different dimension dimensions do does every find for from get give go good',
    'great has have help how i if im in is it its ive just kind know like list long looking made make makes making many',
    'me mean measure measurements most much my need needs of on one ones option options or our out please price',
    'prices recommend recommended right she should size sized sizes so some something sort suggest tell',
    'than that the their them there these they thing things this to type types up us use used using versus vs want',
    'was we were what whats when where which who why will with work works would you your',
  ).flatMap(foldWords),
)

/** Words that are true of every entry of a category, even if its text does not have them. */
const OF_CATEGORY: Readonly<Record<SupplyCategory, string>> = {
  'fabric-brands': 'fabric brand maker manufacturer company',
  'fabric-types': 'fabric type cloth',
  'batting-materials': 'batting wadding material fiber',
  'batting-brands': 'batting wadding brand',
  precuts: 'precut cut fabric',
  'rotary-cutters': 'rotary cutter',
  rulers: 'ruler quilting template',
  'cutting-mats': 'cutting mat',
  'quilting-machines': 'quilting sewing machine',
  'machine-brands': 'sewing machine brand maker',
}

/** Short names that quilters use, and the words that they stand for. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    agf: 'art gallery',
    bl: 'baby lock',
    epp: 'english paper piecing',
    f8: 'fat eighth',
    fmq: 'free motion',
    fpp: 'foundation paper piecing',
    fq: 'fat quarter',
    hexie: 'hexagon',
    hexies: 'hexagon',
    hq: 'handi quilter',
    hst: 'half square triangle',
    lc: 'layer cake',
    minkee: 'minky',
    qst: 'quarter square triangle',
    rbd: 'riley blake',
    rk: 'robert kaufman',
    rss: 'ruby star',
  }),
)

/** Words that quilters use for each other. */
const ALIKE = [
  'no non not without',
  'first beginner starter novice newbie',
  'budget cheap inexpensive affordable entry lower',
  'baby infant newborn crib',
  'portable travel',
  'sofa couch',
  'pain sore strain fatigue ache hurt',
  'puffy puff lofty fluffy',
  'fusible iron adhesive',
  'warm warmth winter',
  'recycled eco sustainable',
  'rotating spinning turntable swivel',
  'washable washing wash laundry',
  'fast quick speed',
  'professional business',
  'flame fire fireproof',
  'dye dyed dyeing',
  'fiber fibre',
]

/** A plural as its singular: "strips" is "strip", "batteries" is "battery". */
function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** What forms of a word have in common: "hand" and "handed", "drape" and "drapey", "cut" and "cutting". */
const stem = (word: string): string =>
  word
    .replace(/(?<=.{3})(?:ing|ed|er|est|able)$|(?<=.{4})(?:ion|or|age)$/, '')
    .replace(/(?<=.{3})[ey]$/, '')
    .replace(/(?<=.{2})([b-df-hj-np-tv-z])\1$/, '$1')

const GROUPS = new Map(
  ALIKE.flatMap((line) => {
    const words = line.split(' ').map(singular)
    return words.map((word) => [stem(word), words] as const)
  }),
)

/** The words of a text as they are written, with "doesn't" as "not". */
const writtenWords = (text: string): string[] =>
  foldWords(text.replace(/\b(?:do|does|did|is|are|wo|ca)n['’]?t\b/gi, 'not'))

const wordsOf = (text: string): string[] => writtenWords(text).map(singular)

/** The words of some texts, their stems, and the words with neighbours written together and with sizes. */
interface Words {
  readonly folded: readonly string[]
  readonly whole: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

function readTexts(texts: readonly string[]): Words {
  const folded = texts.flatMap(writtenWords)
  const single = folded.map(singular)
  const others = texts.flatMap((text) => {
    const words = wordsOf(text)
    const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
    return [...pairs, ...sizesIn(text).sizes.flat()]
  })
  return { folded, whole: new Set([...single, ...others]), stems: new Set([...single, ...others].map(stem)) }
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
    called: [record.name, record.slug].map(wordsOf),
    name: readTexts([record.name]),
    all: readTexts([record.name, record.summary, record.bestFor ?? '']),
  }),
)

/** A word or size of a question. */
interface Term {
  readonly written: string
  /** Words of which one is enough. */
  readonly words: readonly string[]
  readonly isSize: boolean
}

/** How well some words have a term: as a word or a form of it, as a word like it, as a beginning, or not at all. */
const [WORD, ALIKE_WORD, BEGINNING, NONE] = [3, 2, 1, 0]

function quality({ words, isSize }: Term, { whole, stems }: Words): number {
  const [word = ''] = words
  if (whole.has(word) || (!isSize && stems.has(stem(word)))) return WORD
  if (words.some((each) => whole.has(each))) return ALIKE_WORD
  if (isSize || word.length < 2) return NONE
  return [...whole].some((other) => other.startsWith(word)) ? BEGINNING : NONE
}

const termOf = (written: string): Term => {
  const word = singular(written)
  return { written, words: [word, ...(GROUPS.get(stem(word)) ?? [])], isSize: false }
}

/** The sizes and words of a question that tell entries apart; none if it asks for all of the category. */
function termsOf(query: string, category: SupplyCategory, has: (word: string) => boolean): readonly Term[] {
  const { sizes, rest } = sizesIn(query)
  const folded = writtenWords(rest).flatMap(
    (word) => (SHORT_NAMES.get(word) ?? SHORT_NAMES.get(singular(word)))?.split(' ') ?? word,
  )
  const words: string[] = []
  for (let at = 0; at < folded.length; at += 1) {
    const [word = '', next = ''] = [folded[at], folded[at + 1]]
    const isJoined =
      next !== '' && has(singular(word + next)) && !(has(singular(word)) && has(singular(next)))
    words.push(isJoined ? word + next : word)
    if (isJoined) at += 1
  }
  const isTelling = (word: string) =>
    !ASKING.has(word) && !OF_CATEGORY[category].split(' ').includes(singular(word))
  return [
    ...sizes.map(([asked = '']) => ({ written: asked, words: [asked], isSize: true })),
    ...words.filter(isTelling).map(termOf),
  ]
}

/** The nearest word of the category for one that it does not have; a word that has digits is never misspelt. */
function corrected({ written, words: [word = ''] }: Term, known: readonly string[]): Term | undefined {
  // A short word has many neighbours, but people mostly get its first letter right.
  const alike = word.length < 6 ? known.filter((other) => other[0] === word[0]) : known
  for (let most = 1; most <= editsAllowed(word); most += 1) {
    const meant = alike.find((other) => editDistance(word, other, most) !== undefined)
    if (meant !== undefined) return { written, words: [meant], isSize: false }
  }
  return undefined
}

/** How many neighbours of a question are neighbours in a text, too: "hand dyeing" is more than "dyed by hand". */
const neighboursIn = ({ all }: Entry, terms: readonly Term[]): number =>
  terms.slice(1).filter(({ words: [word = ''] }, index) => all.whole.has(`${terms[index]?.words[0]}${word}`))
    .length

/** How many words the name or slug of an entry has, if a question has them all; else 0. */
const namedBy = ({ called }: Entry, asked: ReadonlySet<string>): number =>
  Math.max(0, ...called.filter((words) => words.every((word) => asked.has(word))).map(({ length }) => length))

/** The entries that have all terms as well as any entry has them all. Names come first, then phrases. */
function withAll(entries: readonly Entry[], terms: readonly Term[], query: string): readonly Entry[] {
  const asked = new Set(wordsOf(query))
  for (const least of [WORD, ALIKE_WORD, BEGINNING]) {
    const found = entries.filter(
      (entry) =>
        namedBy(entry, asked) === asked.size || terms.every((term) => quality(term, entry.all) >= least),
    )
    if (found.length > 0)
      return found.toSorted(
        (one, other) =>
          namedBy(other, asked) - namedBy(one, asked) ||
          neighboursIn(other, terms) - neighboursIn(one, terms),
      )
  }
  return []
}

/** An entry that has less than this share of what the best one has is not listed. */
const LEAST_SHARE = 0.6

/** The entries with the most and rarest terms, best first. */
function withMost(entries: readonly Entry[], terms: readonly Term[]): readonly Entry[] {
  const weights = terms.map((term) => {
    const having = entries.filter(({ all }) => quality(term, all) >= ALIKE_WORD).length
    return Math.log(1 + entries.length / Math.max(1, having))
  })
  const scored = entries.map((entry) => {
    const parts = terms.map((term, index) => {
      if (quality(term, entry.all) === NONE) return 0
      // A name says more than a text.
      return (quality(term, entry.name) === WORD ? 1.2 : 1) * (weights[index] ?? 0)
    })
    return { entry, score: parts.reduce((sum, part) => sum + part, 0) }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score > 0 && score >= LEAST_SHARE * best)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
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
  const { rest: query, fits } = priceIn(question)
  const entries = records.map(readEntry)
  const known = new Map(entries.flatMap(({ all }) => all.folded.map((word) => [singular(word), word])))
  const asked = termsOf(query, category, (word) => known.has(word))
  const ofCategory = OF_CATEGORY[category].split(' ')
  const isFound = (term: Term) => entries.some(({ all }) => quality(term, all) !== NONE)
  const spellings = [...known.keys(), ...ofCategory].filter((word) => !ASKING.has(word))
  const terms = asked.flatMap((term) => {
    if (term.isSize || isFound(term)) return term
    const meant = corrected(term, spellings) ?? term
    return ofCategory.includes(meant.words[0] ?? '') ? [] : meant
  })
  const within = entries.filter(({ record }) => fits?.(record) ?? true)
  if (terms.length === 0) {
    const isAbout = asked.length > 0 || wordsOf(query).some((word) => ofCategory.includes(word))
    const listed = isAbout || fits !== undefined ? within : []
    return { records: listed.map(({ record }) => record), report: NOTHING_TO_SAY }
  }
  const whole = withAll(within, terms, query)
  // A corrected word alone may be a mistake of ours: "laser cutter" asks for no layers.
  const found =
    whole.length > 0 || !terms.some((term) => asked.includes(term) && isFound(term))
      ? whole
      : withMost(within, terms)
  const missing = terms.filter((term) => !found.some(({ all }) => quality(term, all) !== NONE))
  return {
    records: found.map(({ record }) => record),
    report: {
      readAs: terms
        .filter((term) => !asked.includes(term) && !missing.includes(term))
        .map(({ written, words: [meant = ''] }) => ({ written, meant: known.get(meant) ?? meant })),
      missing: missing.map(({ written }) => written),
      hasAll: whole.length > 0,
    },
  }
}

/** Words of categories that stand in questions about anything. */
const COMMON = ['fabric', 'quilting', 'brand', 'type', 'maker', 'material', 'cloth', 'company', 'cut']

/** The guides whose names have all words of a text, as "Jelly roll" has those of "jelly rolls" (D38). */
export function guidesCalled(
  records: readonly SupplyRecord[],
  category: SupplyCategory,
  text: string,
): readonly SupplyRecord[] {
  return records.filter((record) => {
    const { name } = readEntry(record)
    const terms = termsOf(priceIn(text).rest, category, (word) => name.whole.has(word))
    return terms.length > 0 && terms.every(({ words: [word = ''] }) => name.whole.has(word))
  })
}

/** Whether a text names a category, as "which batting for hand quilting" does (D38). */
export const namesCategory = (category: SupplyCategory, text: string): boolean =>
  wordsOf(text).some((word) => OF_CATEGORY[category].split(' ').includes(word) && !COMMON.includes(word))
