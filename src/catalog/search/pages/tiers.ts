import { MOST_PHRASES, MOST_PRINTED, MOST_SCATTERED } from '../../tuning.ts'
import {
  allOf,
  anyOf,
  type Bounds,
  boundsOf,
  type Condition,
  EVERYTHING,
  has,
  NOTHING,
} from '../conditions/conditions.ts'
import { joined } from '../query/words.ts'
import { type Form, type Part, type Reading, subsetsOf } from '../readings/parts.ts'
import type { Level } from '../readings/readings.ts'
import {
  allFound,
  anywhere,
  atBeginning,
  found,
  inLine,
  inName,
  inOwnName,
  insideWords,
  oneFound,
} from './places.ts'

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

const anchored = ({ anchors }: Reading): readonly Condition[] =>
  anchors.length === 0 ? [] : [anyOf(anchors.map((part) => found(part, inOwnName)))]

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
const TIERS: ReadonlyArray<(reading: Reading) => Condition> = [
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

/** Behind the tiers comes the rest, which has a word only inside another. */
const RANKS = TIERS.length + 1

const across = (parts: readonly Part[], feature: 'name' | 'nameStart'): Condition =>
  anyOf(splitsOf(parts).map(({ name, line }) => allOf([phrased(feature, name), allFound(line, inLine)])))

/** It makes its condition when it is read: most pages are full, or empty, before the last tier. */
export class Tier {
  /** The ranks of a level may have gaps. */
  readonly rank: number
  readonly #make: () => Condition
  #condition: Condition | undefined

  constructor(rank: number, make: () => Condition) {
    this.rank = rank
    this.#make = make
  }

  get condition(): Condition {
    this.#condition ??= this.#make()
    return this.#condition
  }
}

/**
 * What the readings find that leave out equally many words of colour or tone. Its conditions are made when they are
 * read, because most groups find little, or nothing, and need none.
 */
export interface Group {
  /** A fabric of the group has all parts of one of these. */
  readonly alternatives: ReadonlyArray<readonly Part[]>
  readonly whole: Condition
  /** Best first. */
  readonly tiers: readonly Tier[]
  /** What the tiers find together. */
  readonly together: Condition
  /** Fabrics that have a word only inside another. Few searches need this slow tier. */
  readonly rest: Tier
}

/** What a level finds. */
export interface Plan {
  readonly whole: Condition
  /** Where the filter lets it find anything. */
  readonly bounds: Bounds
  /** Fewest words missing first. */
  readonly groups: readonly Group[]
}

/** Everything that a reading finds. */
export const wholeOf = (reading: Reading): Condition =>
  allOf([allFound(reading.parts, anywhere), ...anchored(reading)])

const skuPart = (text: string): Part => ({ written: text, forms: [{ as: 'sku', text, mayGoOn: false }] })

/**
 * @param sku the whole question as a SKU, when it may be one (D15).
 * @param filter the condition of the filters (D18); without it, every fabric.
 */
export function planOf(
  { number, readings }: Level,
  sku: string | undefined,
  filter: Condition = EVERYTHING,
): Plan {
  const leading = sku === undefined || number > 0 ? [] : [[skuPart(sku)]]
  const lead = leading.map((parts) => allFound(parts, anywhere))
  const filtered = (conditions: readonly Condition[]) =>
    filter === EVERYTHING ? anyOf(conditions) : allOf([anyOf(conditions), filter])

  function groupOf(missing: number): Group {
    const some = readings.filter((reading) => reading.missing === missing)
    const of = (condition: (reading: Reading) => Condition) =>
      some.map((reading) => allOf([condition(reading), ...anchored(reading)]))
    const rank = missing * RANKS
    const tier = (index: number, condition: (reading: Reading) => Condition) =>
      new Tier(rank + index, () => filtered([...(index === 0 ? lead : []), ...of(condition)]))
    return {
      alternatives: [...leading, ...some.map(({ parts }) => parts)],
      get whole() {
        return filtered([...lead, ...some.map(wholeOf)])
      },
      tiers: TIERS.map((each, index) => tier(index, each)),
      get together() {
        return filtered([...lead, ...of(({ parts }) => allFound(parts, atBeginning))])
      },
      // Of many parts, it asks for everything that the reading finds. The other tiers have had theirs before.
      rest: tier(TIERS.length, ({ parts }) =>
        parts.length > MOST_SCATTERED ? allFound(parts, anywhere) : oneFound(parts, insideWords, anywhere),
      ),
    }
  }

  const numbers = [...new Set(readings.map(({ missing }) => missing))].sort()
  return {
    get whole() {
      return filtered([...lead, ...readings.map(wholeOf)])
    },
    bounds: boundsOf(filter),
    groups: numbers.map(groupOf),
  }
}
