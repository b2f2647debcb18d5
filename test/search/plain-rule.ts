import { ABBREVIATIONS, SPELLINGS } from '../../src/catalog/vocabulary.ts'
import type { FabricRecord } from '../../src/kit/repositories.ts'
import { foldWords } from '../../src/kit/text.ts'

/** The decisions on search, word by word over all rows: slow, and plain enough to be believed. */

const begins = (words: readonly string[], part: string) => words.some((word) => word.startsWith(part))
const contains = (words: readonly string[], part: string) =>
  [...part].length >= 3 ? words.some((word) => word.includes(part)) : begins(words, part)

const line = ({ name, collection, manufacturer }: FabricRecord) =>
  foldWords(`${name} ${collection} ${manufacturer}`).flatMap((word) => {
    const usual = SPELLINGS.get(word) ?? ABBREVIATIONS.get(word)
    return usual === undefined ? [word] : [word, usual]
  })

/** D14: every word occurs. */
export function matches(fabric: FabricRecord, query: string): boolean {
  const wanted = foldWords(query)
  const words = line(fabric)
  return wanted.length > 0 && wanted.every((part) => contains(words, part))
}

/** D15: which of its steps puts a match into the list, first ones first. */
export function step(fabric: FabricRecord, query: string): number {
  const wanted = [...new Set(foldWords(query))]
  const name = foldWords(fabric.name)
  const collection = foldWords(fabric.collection)
  const text = foldWords(query).join(' ')
  if (name.join(' ') === text) return 0
  if (`${collection.join(' ')} `.startsWith(`${text} `)) return 1
  if (name.join(' ').startsWith(text)) return 2
  if (wanted.every((part) => begins(name, part))) return 3
  if (wanted.every((part) => begins(line(fabric), part))) return 4
  return 5
}

const order = (values: readonly (readonly [string | number, string | number])[]): number => {
  for (const [one, other] of values) if (one !== other) return one < other ? -1 : 1
  return 0
}

/** D5 */
export const byCatalogOrder = (one: FabricRecord, other: FabricRecord): number =>
  order([
    [one.manufacturer, other.manufacturer],
    [one.collection, other.collection],
    [one.name, other.name],
    [one.id, other.id],
  ])
