import { MOST_PHRASES, MOST_PRINTED, MOST_SCATTERED } from '../../tuning.ts'
import { allOf, anyOf, type Condition, has, NOTHING } from '../conditions/conditions.ts'
import { joined } from '../query/words.ts'
import { type Form, type Part, type Reading, subsetsOf } from '../readings/parts.ts'
import { allFound, atBeginning, inLine, inName } from './places.ts'

type PhraseOf = 'name' | 'nameStart' | 'maker' | 'collection' | 'collectionStart'

/** The words of a form, if it may be part of such a phrase. */
function wordsIn(form: Form, feature: PhraseOf): readonly string[] {
  const place = feature === 'name' || feature === 'nameStart' ? inName : inLine
  if (place(form) === NOTHING) return []
  if (form.as === 'word') return [form.text]
  return form.as === 'words' ? form.texts : []
}

/** The parts one after the other, each in any of its forms, are the name or another phrase of the fabric. */
function phrased(feature: PhraseOf, parts: readonly Part[]): Condition {
  let phrases: readonly (readonly string[])[] = [[]]
  for (const part of parts) {
    const forms = part.forms.map((form) => wordsIn(form, feature)).filter((words) => words.length > 0)
    phrases = phrases.flatMap((phrase) => forms.map((words) => [...phrase, ...words])).slice(0, MOST_PHRASES)
  }
  return anyOf(phrases.map((words) => has(feature, joined(words))))
}

interface Split {
  readonly name: readonly Part[]
  readonly line: readonly Part[]
}

/** The ways to divide the parts between name and line. Of many parts, those of the name come first or last. */
function splitsOf(parts: readonly Part[]): readonly Split[] {
  if (parts.length <= MOST_SCATTERED)
    return subsetsOf(parts)
      .filter((name) => name.length > 0 && name.length < parts.length)
      .map((name) => ({ name, line: parts.filter((part) => !name.includes(part)) }))
  const splits: Split[] = []
  for (let at = 1; at < parts.length; at += 1) {
    splits.push(
      { name: parts.slice(0, at), line: parts.slice(at) },
      { name: parts.slice(at), line: parts.slice(0, at) },
    )
  }
  return splits
}

/** The name as it is printed after its line: collection and name, or maker, collection and name. */
function printedInFull(parts: readonly Part[]): Condition {
  const ways: Condition[] = []
  for (let name = 1; name < parts.length && parts.length <= MOST_PRINTED; name += 1) {
    const named = phrased('name', parts.slice(name))
    ways.push(allOf([named, phrased('collection', parts.slice(0, name))]))
    for (let collection = 1; collection < name; collection += 1) {
      const [maker, line] = [parts.slice(0, collection), parts.slice(collection, name)]
      ways.push(allOf([named, phrased('maker', maker), phrased('collection', line)]))
    }
  }
  return anyOf(ways)
}

/** One part of the reading is a complete SKU. */
function wholeSku({ parts }: Reading): Condition {
  const conditions = parts.flatMap((part, at) =>
    part.forms.flatMap((form) =>
      form.as === 'sku'
        ? [allOf([has('sku', form.text), allFound(parts.toSpliced(at, 1), atBeginning)])]
        : [],
    ),
  )
  return anyOf(conditions)
}

/** The tiers of D15, best first. A fabric counts for the first one that it meets. */
export const TIERS: ReadonlyArray<(reading: Reading) => Condition> = [
  // 0: a complete SKU
  wholeSku,
  // 1: the whole name, also behind its line
  ({ parts }) => anyOf([phrased('name', parts), printedInFull(parts)]),
  // 2: the collection begins so
  ({ parts }) => phrased('collectionStart', parts),
  // 3: the name begins so
  ({ parts }) => phrased('nameStart', parts),
  // 4: all in the name
  ({ parts }) => allFound(parts, inName),
  // 5: the whole name, and the whole collection
  ({ parts }) =>
    anyOf(
      splitsOf(parts).map(({ name, line }) => allOf([phrased('name', name), phrased('collection', line)])),
    ),
  // 6: the whole name, and the other words in its line
  ({ parts }) => across(parts, 'name'),
  // 7: the name begins so, and the other words are in its line
  ({ parts }) => across(parts, 'nameStart'),
  // 8: all of them, at the beginning of words
  ({ parts }) => allFound(parts, atBeginning),
]

const across = (parts: readonly Part[], feature: 'name' | 'nameStart'): Condition =>
  anyOf(splitsOf(parts).map(({ name, line }) => allOf([phrased(feature, name), allFound(line, inLine)])))
