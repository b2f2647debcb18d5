import { leftOutNote, listed, quoted, readAsNote, shortNotes } from './notes.ts'
import { SUPPLY_CATEGORIES, type Supplies, type SupplyCategory } from './repositories.ts'
import type { QueryReading } from './search-report.ts'
import { foldWords } from './text.ts'

/** How many guides of a category match. */
interface Matches {
  readonly category: SupplyCategory
  readonly count: number
  /** Whether some are about the words, and do not only mention them. */
  readonly areAbout: boolean
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

/** Words of categories that stand in questions about anything. */
const COMMON_WORDS: readonly string[] = ['fabric', 'quilting']

/** Whether a question has a word of the category's name, as "which batting for hand quilting" has. */
const asksFor = (query: string, category: SupplyCategory): boolean =>
  foldWords(query).some(
    (word) =>
      !COMMON_WORDS.includes(word) && category.split('-').some((part) => [word, `${word}s`].includes(part)),
  )

/** None if the guides cannot be read: a missing note must not fail the answer. */
const matchesOf = (
  supplies: Supplies,
  category: SupplyCategory,
  query: string | undefined,
): Promise<Matches> =>
  supplies.browse({ category, query, limit: 1 }).then(
    ({ totalMatching: count, named }) => ({
      category,
      count,
      areAbout: query === undefined || named > 0 || asksFor(query, category),
    }),
    () => ({ category, count: 0, areAbout: false }),
  )

const countOf = async (supplies: Supplies, category: SupplyCategory, query?: string): Promise<number> =>
  (await matchesOf(supplies, category, query)).count

/** Those that are about the words come first. */
async function matchesIn(
  supplies: Supplies,
  categories: readonly SupplyCategory[],
  query: string | undefined,
): Promise<readonly Matches[]> {
  const all = await Promise.all(categories.map((category) => matchesOf(supplies, category, query)))
  return all
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => Number(other.areAbout) - Number(one.areAbout))
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
      return { category, count, areAbout: true }
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
  const about = matches.filter(({ areAbout }) => areAbout)
  if (about.length > 0) return inGuides(query, about)
  const words = foldWords(query)
  // Of "kona jelly roll", the guides know "jelly roll". A text may have any two words, so only names count.
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  for (const pair of words.length > 2 ? pairs.filter(isNew).slice(0, MOST_PAIRS) : []) {
    const called = await namesWith(supplies, pair)
    if (called.length > 0) return inGuides(pair, called)
  }
  return matches.length > 0 ? inTexts(query, matches) : undefined
}

const inGuides = (words: string, matches: readonly Matches[]): string =>
  `${quoted(words)} is in the supply guides: browse_supplies, ${named(matches)}.`

/** For words that entries mention, and no entry is called. Many mentions mean more than one. */
const inTexts = (words: string, matches: readonly Matches[]): string =>
  `No supply guide is called ${quoted(words)}; texts mention it: browse_supplies, ${named(
    matches.toSorted((one, other) => other.count - one.count),
  )}.`

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
    countOf(supplies, asked),
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
