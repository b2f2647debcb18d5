import type {
  FabricFilter,
  FabricKey,
  FabricRecord,
  Page,
  PageRequest,
  SearchReport,
} from '../../core/rooms.ts'
import type { Connection } from '../database.ts'
import { type Answer, byColors, byNamedColor, byWords, inTurn, type Searched } from './answers.ts'
import { allBits, countBits, eachBit } from './bits.ts'
import { colorNamed } from './colour-names.ts'
import { isBehind, type Place, type Ranked } from './colour-search.ts'
import { type Allowance, NOTHING_MISSING } from './cost.ts'
import { fabricAt, placeBehind } from './fabric-rows.ts'
import { type Filters, readFilters } from './filters.ts'
import type { Matcher } from './match.ts'
import { type CatalogIndex, isSku } from './memory.ts'
import { type AskedWord, isFiller, type Question, readQuestion } from './question.ts'
import { isOfGuides, namedColor, partsOf, withLinesTogether } from './readings.ts'
import { reportOf, type Shown } from './report.ts'
import { isUnknown, rewritings, spellingsOf } from './spelling.ts'
import { compact } from './vocabulary.ts'

/**
 * How one question is answered, from its words to a page of fabrics.
 *
 * Somebody asks: "Do you have a warm mustrad kona, by the yard?"
 *
 * 1. `question` reads it. Colours such as #D9A441 would be taken out first; there is none. What is left is folded to words
 *    in their usual spelling, singular, and each gets a kind. "Do you have a … by the" only ask, "yard" is a word of the
 *    trade: these are fillers, and may be missing in a fabric at no cost. "warm" is a tone. "mustrad" and "kona" are
 *    words. The comma parts the question as if it were a list, but behind it are only fillers, so it is one part.
 *
 * 2. `match` finds each word in all fabrics. The index (`memory`, built by `load`) knows for each word of the catalog which
 *    names and lines have it. A word of the question becomes a column: a quality for each fabric and each line (the word
 *    itself, the beginning of one, inside one, a SKU), and a bit for each fabric in which it is found somehow. "kona" is
 *    found in the line Kona Cotton and in a few names, "mustrad" nowhere.
 *
 * 3. The ways of `waysForWords` are tried one after another, and the first that finds something is the answer. `cost` says
 *    what a way finds: the fabrics that have all words which may not be missing are the common bits of their columns, and
 *    of these the ones that lack least are the answer. Everything found: no fabric has "mustrad". A family such as "blue"
 *    missing: the question has none. The name of a colour: `readings` takes "kona" for a line, and "warm mustrad" is no
 *    colour. A list: it has one part. A tone missing: there still is no "mustrad".
 *
 * 4. So `spelling` rewrites it: two neighbours swapped, "mustard" is a word of the catalog. The ways are tried again from
 *    the first. Everything found: no Kona is called warm mustard. A tone missing: Kona Mustard has "mustard" in its name
 *    and lacks only "warm". It is the answer. Had nothing been found here either, words that the catalog does not have would be
 *    dropped beside a colour, and at last a colour would be looked for by its name.
 *
 * 5. `rank` orders what was found (D15) by a small number for each fabric: the SKU, the whole name, … Fabrics of one rank
 *    stay in the order of the catalog (D5), and nothing is sorted. A colour orders by distance instead (`colour-search`). Several
 *    colours, and the parts of a list, are lists that take turns (`answers`).
 *
 * 6. The 25 rows of the page are read from the file (`fabric-rows`). The cursor holds the way that answered, and the last
 *    fabric of each list with its rank and its sort values, so the next page goes on in any state of the catalog; nothing is
 *    kept in between. What a note may say about the answer is worked out by `report`, and only if somebody asks.
 */

/** One way to answer a question. The first one that finds something is taken (D16). */
interface Way {
  /** Stands in cursors, so that the next page goes the same way. */
  readonly name: string
  /** @param cost if an earlier page found it */
  answer(cost?: number): Answer | undefined
}

const FAMILIES_MISSING: Allowance = { families: true, tones: false, needsColor: false }
const TONES_MISSING: Allowance = { families: true, tones: true, needsColor: false }
const BESIDE_A_COLOR: Allowance = { families: true, tones: true, needsColor: true }

const isList = (words: readonly AskedWord[]) => words.some(({ part }) => part > 0)

/** The colour that words name, where that comes before corrected spellings (D16, 3). */
function surelyNamedColor(index: CatalogIndex, words: readonly AskedWord[]) {
  const named = namedColor(index, words)
  if (named === undefined || !named.isWhole) return undefined
  const [only, ...others] = named.name
  if (only === undefined || others.length > 0) return named
  if (index.wordIds.has(only.text)) return undefined
  return only.kind === 'word' && spellingsOf(index, only.text).length > 0 ? undefined : named
}

/** The ways to answer one part of a question as it is written. */
function* waysForPart(searched: Searched, words: readonly AskedWord[], name: string): Generator<Way> {
  yield { name: `${name}1`, answer: (cost) => byWords(searched, words, NOTHING_MISSING, cost) }
  yield { name: `${name}2`, answer: (cost) => byWords(searched, words, FAMILIES_MISSING, cost) }
  yield {
    name: `${name}3`,
    answer() {
      const named = surelyNamedColor(searched.index, words)
      return named && byNamedColor(searched, named)
    },
  }
}

const tonesMissing = (searched: Searched, words: readonly AskedWord[], name: string): Way => ({
  name: `${name}5`,
  answer: (cost) => byWords(searched, words, TONES_MISSING, cost),
})

/** The ways to answer a question as it is written: everything found, a family missing, a colour, a list, a tone missing. */
function* waysAsWritten(searched: Searched, words: readonly AskedWord[], name: string): Generator<Way> {
  if (isList(words))
    yield { name: `${name}1`, answer: (cost) => byWords(searched, words, NOTHING_MISSING, cost) }
  else yield* waysForPart(searched, words, name)
  yield* waysForList(searched, words, name)
  yield tonesMissing(searched, words, name)
}

/** A list (D17.8), or a question of one part beside a line. */
function* waysForList(searched: Searched, words: readonly AskedWord[], name: string): Generator<Way> {
  const parts = partsOf(searched.index, words)
  const [only] = parts
  if (parts.length === 1 && only !== undefined) {
    yield* waysForPart(searched, only, `${name}4.`)
    yield tonesMissing(searched, only, `${name}4.`)
  }
  if (parts.length < 2) return
  yield {
    name: `${name}4`,
    answer() {
      const answers: Answer[] = []
      for (const part of parts) {
        const found = firstOf(waysAlone(searched, part))
        if (found === undefined) return undefined
        answers.push(found)
      }
      return inTurn(searched, answers)
    },
  }
}

function* waysAlone(searched: Searched, words: readonly AskedWord[]): Generator<Way> {
  yield* waysForPart(searched, words, '')
  yield tonesMissing(searched, words, '')
  yield atLastColor(searched, words, '')
}

/** A colour even if the catalog has its name elsewhere, or a tone stands before it (D16, 8). */
const atLastColor = (searched: Searched, words: readonly AskedWord[], name: string): Way => ({
  name: `${name}8`,
  answer() {
    const named = namedColor(searched.index, words)
    return named && byNamedColor(searched, named)
  },
})

function firstOf(ways: Iterable<Way>): Answer | undefined {
  for (const way of ways) {
    const found = way.answer()
    if (found !== undefined) return found
  }
  return undefined
}

/** All ways to answer a question of words, in the order of D16. */
function* waysForWords(searched: Searched, words: readonly AskedWord[]): Generator<Way> {
  const { index } = searched
  yield* waysAsWritten(searched, words, '')
  const corrected = rewritings(index, words).map((rewritten) => ({
    rewritten,
    name: `${rewritten.map(({ text }) => text).join(' ')} 6.`,
  }))
  for (const { rewritten, name } of corrected) yield* waysAsWritten(searched, rewritten, name)
  for (const { rewritten, name } of corrected) yield atLastColor(searched, rewritten, name)
  const { columns } = searched.matcher.find(words)
  const known = words.filter(
    (word, at) => !(isUnknown(index, word) && columns[at]?.isEmpty && !isOfGuides(index, words, at)),
  )
  const isLess = known.length < words.length && known.some((word) => !isFiller(word))
  if (isLess) {
    if (!isList(known)) yield { name: '7', answer: (cost) => byWords(searched, known, BESIDE_A_COLOR, cost) }
    if (partsOf(index, known).every(hasColor)) yield* waysForList(searched, known, '7.')
  }
  yield atLastColor(searched, isLess ? known : words, '')
  const palette = paletteOf(known)
  if (palette !== undefined) yield* waysForList(searched, palette, '9.')
}

/** Colours beside each other without anything between them, as a list: "mustard teal navy". */
function paletteOf(words: readonly AskedWord[]): readonly AskedWord[] | undefined {
  let part = 0
  let count = 0
  const parted = words.map((word) => {
    const isColor = word.kind !== 'tone' && !isFiller(word) && hasColor([word])
    if (isColor && count > 0) part += 1
    if (isColor) count += 1
    return { ...word, part }
  })
  return count > 1 ? parted : undefined
}

const hasColor = (words: readonly AskedWord[]) => words.some(({ text }) => colorNamed([text]) !== undefined)

/** The ways in which words stand beside written colours. */
function* waysBesideColors(
  index: CatalogIndex,
  words: readonly AskedWord[],
): Generator<readonly [readonly AskedWord[], Allowance]> {
  for (const some of [words, ...rewritings(index, words)])
    for (const allowance of [NOTHING_MISSING, FAMILIES_MISSING, TONES_MISSING]) yield [some, allowance]
}

function* waysFor(searched: Searched, { colors, words }: Question): Generator<Way> {
  if (colors.length === 0) {
    if (words.length > 0) yield* waysForWords(searched, withLinesTogether(searched.index, words))
    return
  }
  const telling = words.filter((word) => !isFiller(word) && word.kind !== 'meant')
  yield {
    name: 'colors',
    answer: () => byColors(searched, colors, telling, waysBesideColors(searched.index, telling)),
  }
}

/** All fabrics that filters leave, in the order of D5. */
function browse({ index, within }: Searched): Answer | undefined {
  const bits = within ?? allBits(index.count)
  const total = countBits(bits)
  const take = (after: Place | undefined, count: number) => {
    const found: Ranked[] = []
    eachBit(bits, (fabric) => {
      if (found.length < count && isBehind(0, fabric, after)) found.push({ fabric, rank: 0 })
    })
    return found
  }
  return total === 0 ? undefined : { lists: [{ asked: { words: [] }, take }], total, cost: 0 }
}

/** The next fabrics of an answer: its lists take turns. @param last the list of the fabric before, -1 at the beginning */
function turns(
  lists: Answer['lists'],
  places: readonly (Place | undefined)[],
  last: number,
  count: number,
): readonly Shown[] {
  const share = lists.length === 1 ? count : Math.ceil(count / lists.length) + 1
  const next = (most: number) => lists.map((list, at) => list.take(places[at], most))
  let taken = next(share)
  if (taken.some(({ length }) => length < share) && lists.length > 1) taken = next(count)
  const shown: Shown[] = []
  const longest = Math.max(0, ...taken.map(({ length }) => length))
  for (let turn = 0; shown.length < count && turn <= longest; turn += 1) {
    for (const [list, items] of taken.entries()) {
      // In the first round, the lists behind the last one are still in its turn.
      const at = list > last ? turn : turn - 1
      const ranked = items[at]
      if (ranked !== undefined && shown.length < count) shown.push({ list, ranked })
    }
  }
  return shown
}

export interface SearchedPage extends Page<FabricRecord, FabricKey> {
  report(): SearchReport
}

/** §4.2, D5, D14–D18 */
export function search(
  matcher: Matcher,
  db: Connection,
  { limit, after, ...request }: PageRequest<FabricKey> & FabricFilter,
): SearchedPage {
  const { index } = matcher
  const filters = readFilters(index, request)
  const searched = { index, matcher, within: filters.bits }
  const question =
    request.query === undefined
      ? undefined
      : readQuestion(request.query, (text) => isSku(index, compact(text)))
  const found = answerTo(searched, filters, question, after)
  const lists = found?.answer.lists ?? []
  const places = lists.map((_, at): Place | undefined => {
    const key = after?.last[at] ?? null
    if (key === null) return undefined
    const [rank, ...sort] = key
    return { rank, fabric: placeBehind(db, index, sort) }
  })
  const shown = turns(lists, places, after?.list ?? -1, limit + 1)
  const page = shown.slice(0, limit)
  const items = page.map(({ ranked }) => fabricAt(db, index, ranked.fabric))
  return {
    items,
    next: shown.length > limit && found !== undefined ? keyBehind(found, page, items, after) : null,
    report: () => reportOf(searched, filters, question, found?.answer, page),
  }
}

interface FoundAnswer {
  readonly way: string
  readonly answer: Answer
}

function answerTo(
  searched: Searched,
  filters: Filters,
  question: Question | undefined,
  after: FabricKey | undefined,
): FoundAnswer | undefined {
  if (filters.lines.length === 0) return undefined
  const ways: Iterable<Way> =
    question === undefined
      ? [{ name: 'browse', answer: () => browse(searched) }]
      : waysFor(searched, question)
  for (const { name, answer } of ways) {
    if (after !== undefined && after.way !== name) continue
    const found = answer(after?.cost)
    if (found !== undefined) return { way: name, answer: found }
    if (after !== undefined) return undefined
  }
  return undefined
}

/** The place behind a page: for each list, its last fabric that was shown. */
function keyBehind(
  { way, answer }: FoundAnswer,
  page: readonly Shown[],
  items: readonly FabricRecord[],
  before: FabricKey | undefined,
): FabricKey {
  const last: FabricKey['last'][number][] = answer.lists.map((_, at) => before?.last[at] ?? null)
  for (const [at, { list, ranked }] of page.entries()) {
    const item = items[at]
    if (item !== undefined) last[list] = [ranked.rank, item.manufacturer, item.collection, item.name, item.id]
  }
  return { way, cost: answer.cost, list: page.at(-1)?.list ?? 0, last }
}
