import { leftOutNote, listed, quoted, readAsNote, shortNotes } from './notes.ts'
import { SUPPLY_CATEGORIES, type Supplies, type SupplyCategory } from './repositories.ts'
import type { QueryReading } from './search-report.ts'
import { foldWords } from './text.ts'

/** How many guides of a category match. */
interface Matches {
  readonly category: SupplyCategory
  readonly count: number
}

/** Shorter words mostly say nothing, such as "for". */
const SHORTEST_TELLING = 4
/** How many pairs of neighbouring words are looked for. */
const MOST_PAIRS = 4
/** A question about money, such as "under $500". */
const ASKS_PRICE = /[$€£]|\b(?:under|below|less|cheap\w*|budget|afford\w*|price\w*)\b/i
/** More than any category has. */
const MOST_GUIDES = 25
/** How many words of a question are looked for one by one. */
const MOST_WORDS = 8

/** Zero if the guides cannot be read: a missing note must not fail the answer. */
const countOf = (supplies: Supplies, category: SupplyCategory, query: string | undefined): Promise<number> =>
  supplies.browse({ category, query, limit: 1 }).then(
    ({ totalMatching }) => totalMatching,
    () => 0,
  )

async function matchesIn(
  supplies: Supplies,
  categories: readonly SupplyCategory[],
  query: string | undefined,
): Promise<readonly Matches[]> {
  const all = await Promise.all(
    categories.map(async (category) => ({ category, count: await countOf(supplies, category, query) })),
  )
  return all.filter(({ count }) => count > 0)
}

const named = (matches: readonly Matches[]) =>
  listed(matches.map(({ category, count }) => `${category} ${count}`))

/** How many guides have the words in their names, as precuts have "jelly roll". */
async function namesWith(supplies: Supplies, query: string): Promise<readonly Matches[]> {
  const words = ` ${foldWords(query).join(' ')}`
  const all = await Promise.all(
    SUPPLY_CATEGORIES.map(async (category) => {
      const { items } = await supplies
        // All of them, because a search would also try other spellings, which are not in the name.
        .browse({ category, query: undefined, limit: MOST_GUIDES })
        .catch(() => ({ items: [] }))
      const count = items.filter(({ name }) => ` ${foldWords(name).join(' ')}`.includes(words)).length
      return { category, count }
    }),
  )
  return all.filter(({ count }) => count > 0)
}

/** Whether words name a category, such as "rotary cutter" or "batting", which not every entry contains. */
function names(query: string, category: SupplyCategory): boolean {
  const words = foldWords(query).join('-')
  return [words, `${words}s`].includes(category) || category.startsWith(`${words}-`)
}

/**
 * For a search of fabrics that found nothing: whether the guides know the words, such as "jelly roll" (D38).
 *
 * @param unknown folded words that no fabric has.
 */
export async function guidesNote(
  supplies: Supplies,
  query: string,
  unknown: readonly string[],
): Promise<string | undefined> {
  const categories = SUPPLY_CATEGORIES.filter((category) => names(query, category))
  if (categories.length > 0) return inGuides(query, await matchesIn(supplies, categories, undefined))
  const isNew = (words: string) => foldWords(words).some((word) => unknown.includes(word))
  if (!isNew(query)) return undefined
  const matches = await matchesIn(supplies, SUPPLY_CATEGORIES, query)
  if (matches.length > 0) return inGuides(query, matches)
  const words = foldWords(query)
  // Of "kona jelly roll", the guides know "jelly roll". A text may have any two words, so only names count.
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  for (const pair of words.length > 2 ? pairs.filter(isNew).slice(0, MOST_PAIRS) : []) {
    const named = await namesWith(supplies, pair)
    if (named.length > 0) return inGuides(pair, named)
  }
  return undefined
}

const inGuides = (words: string, matches: readonly Matches[]): string =>
  `${quoted(words)} is in the supply guides: browse_supplies, ${named(matches)}.`

/** The notes of a list of guides: how the query was read (D38). */
export const guidesNotes = (reading: QueryReading, query: string): string[] =>
  shortNotes([readAsNote(reading, query), leftOutNote(reading, query)])

/** The notes of an empty list of guides: what would find some (D38). */
export async function noGuidesNotes(
  supplies: Supplies,
  asked: SupplyCategory,
  query: string,
): Promise<string[]> {
  // A model that asks for a material mostly means brands of the same thing.
  const [thing = ''] = asked.split('-')
  const others = SUPPLY_CATEGORIES.filter((category) => category !== asked).toSorted(
    (one, other) => Number(other.startsWith(thing)) - Number(one.startsWith(thing)),
  )
  const words = [...new Set(foldWords(query))].filter((word) => word.length >= SHORTEST_TELLING)
  const [inCategory, elsewhere, alone] = await Promise.all([
    countOf(supplies, asked, undefined),
    matchesIn(supplies, others, query),
    Promise.all(
      words
        .slice(0, words.length > 1 ? MOST_WORDS : 0)
        .map(async (word) => ({ word, count: await countOf(supplies, asked, word) })),
    ),
  ])
  // A word that every entry has says nothing.
  const found = alone
    .filter(({ count }) => count > 0 && count < inCategory)
    .toSorted((one, other) => one.count - other.count)
  return shortNotes([
    `No entry of ${asked} matches ${quoted(query)}; without query it has ${inCategory}.`,
    elsewhere.length > 0 ? `Other categories mention it: ${named(elsewhere)}.` : undefined,
    found.length > 0
      ? `Matches of one word: ${listed(found.map(({ word, count }) => `${word} ${count}`))}.`
      : undefined,
    ASKS_PRICE.test(query) ? 'Prices are not searched; entries have a priceRange.' : undefined,
  ])
}
