import { MOST_SCATTERED } from '../../tuning.ts'
import { allOf, anyOf, type Bounds, boundsOf, type Condition, EVERYTHING } from '../conditions/conditions.ts'
import type { Part, Reading } from '../readings/parts.ts'
import type { Level } from '../readings/readings.ts'
import { allFound, anywhere, atBeginning, found, inOwnName, insideWords, oneFound } from './places.ts'
import { TIERS } from './tiers.ts'

/** Behind the tiers comes the rest, which has a word only inside another. */
const RANKS = TIERS.length + 1

const anchored = ({ anchors }: Reading): readonly Condition[] =>
  anchors.length === 0 ? [] : [anyOf(anchors.map((part) => found(part, inOwnName)))]

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
