import type {
  FabricFilter,
  FabricKey,
  FabricRecord,
  ListPage,
  PageRequest,
  SearchReport,
} from '../../core/rooms.ts'
import type { Connection } from '../database.ts'
import { type Answer, byColors, byWords, inTurn, ofLines, type Searched, withNearest } from './answers.ts'
import { common, countBits, eachBit, isBitSet } from './bits.ts'
import { colorNamed } from './colour-names.ts'
import { isBehind, type Place, type Ranked } from './colour-search.ts'
import {
  type Allowance,
  BESIDE_A_COLOR,
  BESIDE_A_NAME,
  FAMILIES_MISSING,
  NOTHING_MISSING,
  TONES_MISSING,
} from './cost.ts'
import { fabricAt, placeBehind } from './fabric-rows.ts'
import { readFilters } from './filters.ts'
import type { Matcher } from './match.ts'
import { type CatalogIndex, hexAt, isSku } from './memory.ts'
import { type AskedWord, isFiller, type Question, readQuestion, textOf } from './question.ts'
import { RANKS_OF_NAMES, RANKS_OF_SKUS } from './rank.ts'
import {
  isFamily,
  isOfGuides,
  isPlural,
  matchesBetweenLines,
  type NamedColor,
  namedColor,
  partsOf,
  withLines,
} from './readings.ts'
import { reportOf, type Shown } from './report.ts'
import { isUnknown, rewritings, spellingsOf } from './spelling.ts'
import { compact, PRECUTS } from './vocabulary.ts'

/**
 * How one question is answered, from its words to a page of fabrics.
 *
 * Somebody asks: "Do you have a warm mustrad kona, by the yard?"
 *
 * 1. `question` reads it. Colours such as #D9A441 and prices would be taken out first; there are none. What is left is
 *    folded to words in their usual spelling, singular, and each gets a kind (the words are in `data/search-words.txt`).
 *    "Do you have a … by the" only ask, "yard" is a word of the trade: these are fillers, and may be missing in a fabric at
 *    no cost. "warm" is a tone. "mustrad" and "kona" are words. Behind the comma are only fillers, so it parts nothing.
 *    `readings` tells which words name a line: "kona".
 *
 * 2. `match` finds each word in all fabrics. The index (`memory`, built by `load`) knows for each word of the catalog which
 *    names and lines have it. A word of the question becomes a column: a quality for each fabric and each line (the word
 *    itself, the beginning of one, inside one, a SKU), and a bit for each fabric in which it is found somehow. "kona" is
 *    found in the line Kona Cotton and in a few names, "mustrad" nowhere.
 *
 * 3. `asWritten` tries several ways, and the first that finds something is the answer. `cost` says what fabrics a way
 *    finds: those that have all words which may not be missing are the common bits of their columns, and of these the ones
 *    that lack least are the answer. Everything found: no fabric has "mustrad". A family such as "blue" missing: the question
 *    has none. The name of a colour: "warm mustrad" is none. A list: it has one part. A tone missing: there still is no
 *    "mustrad". A fabric of another line: "in bella" is not asked.
 *
 * 4. So `spelling` rewrites it: two neighbours swapped, "mustard" is a word of the catalog. The same ways are tried again.
 *    Everything found: no Kona is called warm mustard. A tone missing: Kona Mustard has "mustard" in its name and lacks only
 *    "warm". It is the answer. Had nothing been found, `answerToWords` would drop words that the catalog does not have,
 *    beside a colour, and at last look for a colour by its name.
 *
 * 5. `rank` orders what was found (D15) by a small number for each fabric: the SKU, the whole name, … Fabrics of one rank
 *    stay in the order of the catalog (D5), and nothing is sorted. A colour orders by distance instead (`colour-search`).
 *    Several colours, and the parts of a list, are lists that take turns (`answers`).
 *
 * 6. The 25 rows of the page are read from the file (`fabric-rows`). The cursor says how the question was answered, and
 *    holds the last fabric of each list with its rank and its sort values, so the next page goes on in any state of the
 *    catalog; nothing is kept in between. What a note may say is worked out by `report`, and only if somebody asks.
 */

type Words = readonly AskedWord[]

/** Below so many names with a colour family, the fabrics nearest to it are listed behind them. */
const FEW = 25

const isList = (words: Words) => words.some(({ part }) => part > 0)
const hasColor = (words: Words) => words.some(({ text }) => colorNamed([text]) !== undefined)

/** What the first of some questions finds that finds anything. */
function firstOf<Asked>(
  asked: readonly Asked[],
  answer: (asked: Asked) => Answer | undefined,
): Answer | undefined {
  for (const each of asked) {
    const found = answer(each)
    if (found !== undefined) return found
  }
  return undefined
}

/** The fabrics nearest to a colour that is named in words (D17). */
function byName(searched: Searched, named: NamedColor | undefined): Answer | undefined {
  if (named === undefined) return undefined
  const { hex, name } = named
  return byColors(searched, [{ hex, name }], named.ofLines, ofLines(searched, named.ofLines))
}

/** The colour that words name, where that comes before corrected spellings (D16, 3). */
function surelyNamed(index: CatalogIndex, words: Words): NamedColor | undefined {
  const named = namedColor(words)
  const [only, ...others] = named?.name ?? []
  if (only === undefined || !named?.isWhole) return undefined
  const isKnown =
    index.wordIds.has(only.text) || (only.kind === 'word' && spellingsOf(index, only).length > 0)
  return others.length === 0 && isKnown ? undefined : named
}

/** One part of a question, where not everything is found: a family missing, or a colour (D16, 2 and 3). */
const inPart = (searched: Searched, words: Words): Answer | undefined =>
  byWords(searched, words, FAMILIES_MISSING) ?? byName(searched, surelyNamed(searched.index, words))

/** One part of a list: everything found, the same, or with a tone missing, or a colour whatever else has its name. */
const partOfList = (searched: Searched, words: Words): Answer | undefined =>
  byWords(searched, words, NOTHING_MISSING) ??
  inPart(searched, words) ??
  byWords(searched, words, TONES_MISSING) ??
  byName(searched, namedColor(words))

/** A list (D17.8), or a question of one part beside a line. */
function list(searched: Searched, words: Words): Answer | undefined {
  const parts = partsOf(searched.index, words)
  const answers = parts.flatMap((each) => partOfList(searched, each) ?? [])
  const [only] = answers
  if (only === undefined || answers.length < parts.length) return undefined
  return parts.length === 1 ? only : inTurn(searched, answers)
}

/**
 * A colour family, or colours in the plural, beside nothing but lines and tones: where few names have it, and none is
 * called just so, they are followed by what is nearest to it.
 */
function withFamily(searched: Searched, words: Words, allowance: Allowance): Answer | undefined {
  const found = byWords(searched, words, allowance)
  const named = namedColor(words)
  if (found === undefined || found.total >= FEW || !isFamily(named)) return found
  const [first] = found.lists[0]?.take(undefined, 1) ?? []
  // "Reds" are not what is called Red.
  const isCalledSo = first !== undefined && first.rank < RANKS_OF_NAMES && !isPlural(named)
  if (isCalledSo) return found
  return withNearest(searched, found, byName(searched, named))
}

/** What is nearest to a fabric of one line in another one: "kona curry in bella". */
function match(searched: Searched, words: Words): Answer | undefined {
  const { index } = searched
  return firstOf([...matchesBetweenLines(words)], ({ line, fabric }) => {
    const found = byWords({ ...searched, within: index.colored }, fabric, NOTHING_MISSING)
    const [first, second] = found?.lists[0]?.take(undefined, 2) ?? []
    if (first === undefined || first.rank === second?.rank) return undefined
    const isExact = fabric.some(({ isOfLine }) => isOfLine)
      ? first.rank < RANKS_OF_NAMES
      : first.rank < RANKS_OF_SKUS
    const bits = ofLines(searched, line)
    if (!isExact || isBitSet(bits, first.fabric)) return undefined
    const hex = hexAt(index, first.fabric)
    return byColors(searched, [{ hex, name: fabric, fabric: first.fabric }], line, bits)
  })
}

/** A question as it is written: everything found, a family missing, a colour, a list, a tone missing. */
const asWritten = (searched: Searched, words: Words): Answer | undefined =>
  (isList(words)
    ? byWords(searched, words, NOTHING_MISSING)
    : (withFamily(searched, words, NOTHING_MISSING) ?? inPart(searched, words))) ??
  list(searched, words) ??
  withFamily(searched, words, TONES_MISSING) ??
  match(searched, words)

/** The answer to a question of words, in the order of D16. */
function answerToWords(searched: Searched, words: Words): Answer | undefined {
  const { index } = searched
  const found = asWritten(searched, words)
  if (found !== undefined) return found
  const corrected = rewritings(index, words).map((each) => withLines(index, each))
  const { columns } = searched.matcher.find(words)
  const known = words.filter(
    (word, at) => !(isUnknown(index, word) && columns[at]?.isEmpty && !isOfGuides(index, words, at)),
  )
  const isLess = known.length < words.length && known.some((word) => !isFiller(word))
  const named = known.filter(({ text }) => !PRECUTS.has(text))
  const isNamed = named.length < words.length && !isList(named)
  const dropped = () =>
    (isList(known) ? undefined : byWords(searched, known, BESIDE_A_COLOR)) ??
    (partsOf(index, known).every(hasColor) ? list(searched, known) : undefined)
  return (
    firstOf(corrected, (each) => asWritten(searched, each)) ??
    firstOf(corrected, (each) => byName(searched, namedColor(each))) ??
    (isLess ? dropped() : undefined) ??
    (isNamed ? byWords(searched, named, BESIDE_A_NAME) : undefined) ??
    byName(searched, namedColor(isLess ? known : words)) ??
    list(searched, palette(known))
  )
}

/** Colours beside each other without anything between them, as the parts of a list: "mustard teal navy". */
function palette(words: Words): Words {
  let colors = 0
  return words.map((word) => {
    if (word.kind !== 'tone' && !isFiller(word) && hasColor([word])) colors += 1
    return { ...word, part: Math.max(0, colors - 1) }
  })
}

/** The answer to written colours. Words beside them filter; a name that no fabric has says the colour again. */
function answerToColors(searched: Searched, hexes: readonly string[], words: Words): Answer | undefined {
  const { index } = searched
  const colors = hexes.map((hex) => ({ hex, name: [] }))
  const telling = words.filter((word) => !isFiller(word) && word.kind !== 'meant')
  if (telling.length === 0) return byColors(searched, colors, [], index.colored)
  const within = common([index.colored, searched.within])
  const ways = [telling, ...rewritings(index, telling)].flatMap((some) =>
    [NOTHING_MISSING, FAMILIES_MISSING, TONES_MISSING].map((allowance) => ({ some, allowance })),
  )
  const named = namedColor(telling)
  return (
    firstOf(ways, ({ some, allowance }) => {
      const found = byWords({ ...searched, within }, some, allowance)
      return found && byColors(searched, colors, some, found.bits)
    }) ??
    (named && byColors(searched, colors, named.ofLines, ofLines(searched, named.ofLines)))
  )
}

/** All fabrics that filters leave, in the order of D5. */
function browse({ within }: Searched): Answer {
  const take = (after: Place | undefined, count: number) => {
    const found: Ranked[] = []
    eachBit(within, (fabric) => {
      if (found.length < count && isBehind(0, fabric, after)) found.push({ fabric, rank: 0 })
    })
    return found
  }
  return { lists: [{ asked: { words: [] }, take }], total: countBits(within), cost: 0 }
}

/** The next fabrics of an answer: its lists take turns. @param last the list of the fabric before, -1 at the beginning */
function turns(
  lists: Answer['lists'],
  places: readonly (Place | undefined)[],
  last: number,
  count: number,
): readonly Shown[] {
  const taken = lists.map((list, at) => list.take(places[at], count))
  const shown: Shown[] = []
  for (let turn = 0; turn <= count; turn += 1) {
    for (const [list, items] of taken.entries()) {
      // In the first round, the lists behind the last one are still in its turn.
      const ranked = items[list > last ? turn : turn - 1]
      if (ranked !== undefined && shown.length < count) shown.push({ list, ranked })
    }
  }
  return shown
}

export interface SearchedPage extends ListPage<FabricRecord, FabricKey> {
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
  const read =
    request.query === undefined
      ? undefined
      : readQuestion(request.query, (text) => isSku(index, compact(text)))
  const question = read && { ...read, words: withLines(index, read.words) }
  const found = filters.lines.length === 0 ? undefined : answerTo(searched, question)
  const way = found === undefined ? '' : wayOf(found)
  // An import may let another way answer. Then the list of the page before has come to its end.
  const lists = after === undefined || after.way === way ? (found?.lists ?? []) : []
  const places = lists.map((_, at): Place | undefined => {
    const key = after?.last[at] ?? null
    if (key === null) return undefined
    const [rank, ...sort] = key
    return { rank, fabric: placeBehind(db, index, sort) }
  })
  const shown = turns(lists, places, after?.list ?? -1, limit + 1)
  const page = shown.slice(0, limit)
  const items = page.map(({ ranked }) => fabricAt(db, index, ranked.fabric))
  const last = lists.map((_, at): FabricKey['last'][number] => {
    const from = page.findLastIndex(({ list }) => list === at)
    const item = items[from]
    if (item === undefined) return after?.last[at] ?? null
    return [page[from]?.ranked.rank ?? 0, item.manufacturer, item.collection, item.name, item.id]
  })
  return {
    items,
    next: shown.length > limit ? { way, list: page.at(-1)?.list ?? 0, last } : null,
    report: () =>
      reportOf({
        searched,
        filters,
        question,
        answer: found,
        page,
        rowAt: (fabric) => fabricAt(db, index, fabric),
        totalWithout: (among, left) => {
          if (read === undefined) return 0
          const kept = read.words.filter(({ spelled }) => !left.includes(spelled))
          const words = withLines(index, kept)
          const isEmpty = read.colors.length === 0 && words.every(isFiller)
          return isEmpty ? 0 : (answerTo(among, { ...read, words })?.total ?? 0)
        },
      }),
  }
}

function answerTo(searched: Searched, question: Question | undefined): Answer | undefined {
  if (question === undefined) return browse(searched)
  const { colors, words } = question
  return colors.length > 0 ? answerToColors(searched, colors, words) : answerToWords(searched, words)
}

/** How a question was answered, to know it again on the next page. */
const wayOf = ({ cost, lists }: Answer): string =>
  [cost, ...lists.map(({ asked }) => `${textOf(asked.words)}${asked.color?.hex ?? ''}`)].join('|')
