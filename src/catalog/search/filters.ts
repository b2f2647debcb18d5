import type { FabricFilter } from '../../kit/repositories.ts'
import { fold, foldWords } from '../../kit/text.ts'
import { MOST_NAMED } from '../tuning.ts'
import { allOf, anyOf, type Condition, has } from './conditions.ts'
import { editDistance, editsAllowed } from './edits.ts'
import type { Lines } from './lines.ts'
import { EMPTY_WORDS, SHORT_NAMES } from './vocabulary.ts'
import { joined, usualSpelling } from './words.ts'

export type Facet = 'manufacturer' | 'collection'

const spell = (text: string): readonly string[] => foldWords(text).map(usualSpelling)

/** Whether the value contains the text, starting at the beginning of a word. */
const standsIn = (value: readonly string[], text: readonly string[]): boolean =>
  text.length > 0 && ` ${value.join(' ')}`.includes(` ${text.join(' ')}`)

function isSpelledLike(value: readonly string[], text: readonly string[]): boolean {
  if (text.length === 0) return false
  return value.some((_, from) => {
    const run = value.slice(from, from + text.length)
    const isNear = text.every(
      (word, at) => editDistance(word, run[at] ?? '', editsAllowed(word)) !== undefined,
    )
    const isJoined = [1, 2, 3].some((count) => value.slice(from, from + count).join('') === text.join(''))
    return isNear || isJoined
  })
}

/** The names that a filter stands for, by the first step of D18 that finds any. */
function namesFor(names: readonly string[], facet: Facet, filter: string): readonly string[] {
  const wanted = spell(filter)
  const telling = wanted.filter((word) => !EMPTY_WORDS.has(word))
  const meant = SHORT_NAMES.filter(({ short }) => short === wanted.join(' ')).flatMap(
    (name) => name[facet] ?? [],
  )
  const steps: ReadonlyArray<(name: readonly string[]) => boolean> = [
    (name) => wanted.length > 0 && fold(name.join(' ')) === wanted.join(' '),
    (name) => standsIn(name, wanted) || meant.some((other) => standsIn(name, spell(other))),
    (name) => standsIn(name, telling),
    (name) => isSpelledLike(name, wanted) || isSpelledLike(name, telling),
  ]
  const spelledNames = names.map((name) => [name, spell(name)] as const)
  for (const step of steps) {
    const found = spelledNames.filter(([, words]) => step(words)).map(([name]) => name)
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
export function namedBy(lines: Lines, facet: Facet, filter: string | undefined): readonly string[] {
  return filter === undefined
    ? []
    : namesFor([...new Set(lines.all.map((line) => line[facet]))], facet, filter)
}

export function filtersOf(lines: Lines, { manufacturer, collection }: FabricFilter): Filters {
  const manufacturers = namedBy(lines, 'manufacturer', manufacturer)
  const collections = namedBy(lines, 'collection', collection)
  const conditions: Condition[] = []
  const whole = (name: string) => joined(fold(name).split(' '))
  if (manufacturer !== undefined)
    conditions.push(anyOf(manufacturers.map((name) => has('maker', whole(name)))))
  if (collection !== undefined) {
    conditions.push(anyOf(collections.map((name) => has('collection', whole(name)))))
    // A match cannot name that many collections. It asks for the words that they share.
    if (collections.length > MOST_NAMED) {
      const shared = fold(collection)
        .split(' ')
        .filter((word) => collections.every((name) => ` ${fold(name)}`.includes(` ${word}`)))
      conditions.push(...shared.map((word) => has('lineWord', word)))
    }
  }
  return { condition: conditions.length === 0 ? undefined : allOf(conditions), manufacturers, collections }
}
