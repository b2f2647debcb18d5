import type { FabricFilter } from '../../../core/repositories.ts'
import { foldWords } from '../../../core/text.ts'
import { MOST_NAMED } from '../../tuning.ts'
import { allOf, type Condition, has, isOneOf } from '../conditions/conditions.ts'
import { type Facet, type Lines, type Named, spaced, spell } from '../lines.ts'
import { editDistance, editsAllowed } from '../query/edits.ts'
import { COMPANY_WORDS, EMPTY_WORDS, SHORT_NAMES } from '../query/vocabulary.ts'

function isSpelledLike({ words: value }: Named, text: readonly string[]): boolean {
  if (text.length === 0) return false
  const joinedText = text.join('')
  return value.some((_, from) => {
    const isNear = text.every(
      (word, at) => editDistance(word, value[from + at] ?? '', editsAllowed(word)) !== undefined,
    )
    const isJoined = [1, 2, 3].some((count) => value.slice(from, from + count).join('') === joinedText)
    return isNear || isJoined
  })
}

/** The names that a filter stands for, by the first step of D18 that finds any. */
function namesFor(lines: Lines, facet: Facet, filter: string): readonly Named[] {
  const wanted = spell(filter)
  const telling = wanted.filter((word) => !EMPTY_WORDS.has(word) && !COMPANY_WORDS.has(word))
  const meant = SHORT_NAMES.filter(({ short }) => short === wanted.join(' ')).flatMap(
    (name) => name[facet] ?? [],
  )
  // An empty filter stands for nothing.
  const standsIn = (text: string) => (name: Named) => text !== '' && name.text.includes(text)
  const isMeant = [wanted, ...meant.map(spell)].map((words) => standsIn(spaced(words)))
  const steps: ReadonlyArray<(name: Named) => boolean> = [
    ({ text }) => text !== '' && text === spaced(wanted),
    (name) => isMeant.some((means) => means(name)),
    standsIn(spaced(telling)),
    (name) => isSpelledLike(name, wanted) || isSpelledLike(name, telling),
  ]
  for (const step of steps) {
    const found = lines.named(facet).filter(step)
    if (found.length > 0) return found
  }
  return []
}

/** The filters of a search, resolved to names of the catalog (D18). */
export interface Filters {
  /** `undefined` without filters; "any of nothing" when a filter stands for nothing. */
  readonly condition: Condition | undefined
  readonly manufacturers: readonly string[]
  readonly collections: readonly string[]
}

/** The makers or collections of the catalog that a filter stands for (D18). */
export const namedBy = (lines: Lines, facet: Facet, filter: string): readonly string[] =>
  namesFor(lines, facet, filter).map(({ name }) => name)

/** How many more collections have in their names what is the whole name of one: "solids" is one of many. */
export function furtherCollections(
  lines: Lines,
  asked: string | undefined,
  [only, ...others]: readonly string[],
): number {
  if (asked === undefined || only === undefined || others.length > 0) return 0
  const wanted = spaced(spell(asked))
  if (spaced(spell(only)) !== wanted) return 0
  return lines.named('collection').filter(({ name, text }) => name !== only && text.includes(wanted)).length
}

export function filtersOf(lines: Lines, { manufacturer, collection }: FabricFilter): Filters {
  const makers = manufacturer === undefined ? [] : namesFor(lines, 'manufacturer', manufacturer)
  const collections = collection === undefined ? [] : namesFor(lines, 'collection', collection)
  const conditions: Condition[] = []
  const wholes = (names: readonly Named[]) => names.map(({ whole }) => whole)
  if (manufacturer !== undefined) conditions.push(isOneOf('maker', wholes(makers), lines.rangeOf(makers)))
  if (collection !== undefined) {
    conditions.push(isOneOf('collection', wholes(collections), lines.rangeOf(collections)))
    // A match cannot name that many collections. It asks for the words that they share.
    if (collections.length > MOST_NAMED) {
      const shared = foldWords(collection).filter((word) =>
        collections.every(({ whole }) => `_${whole}`.includes(`_${word}`)),
      )
      conditions.push(...shared.map((word) => has('lineWord', word)))
    }
  }
  return {
    condition: conditions.length === 0 ? undefined : allOf(conditions),
    manufacturers: makers.map(({ name }) => name),
    collections: collections.map(({ name }) => name),
  }
}
