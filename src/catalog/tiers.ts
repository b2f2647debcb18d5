import { allOf, anyOf, type Condition, has } from './conditions.ts'
import type { Form, Level, Part, Reading } from './readings.ts'

import { MOST_PHRASES, MOST_PRINTED, MOST_SCATTERED } from './tuning.ts'

import { joined } from './words.ts'

const wordsIn = (form: Form): readonly string[] => {
  if (form.as === 'word') return [form.text]
  return form.as === 'words' ? form.texts : []
}

const inName = (form: Form): Condition =>
  form.as === 'sku' || form.as === 'shortName'
    ? anyOf([])
    : allOf(wordsIn(form).map((word) => has('nameWord', word)))

function inLine(form: Form): Condition {
  if (form.as === 'sku') return has(form.mayGoOn ? 'skuStart' : 'sku', form.text)
  const words = form.as === 'shortName' ? form.words : wordsIn(form)
  return allOf(words.map((word) => has('lineWord', word)))
}

const beginning = (form: Form): Condition =>
  form.as === 'words'
    ? allOf(form.texts.map((word) => anyOf([has('nameWord', word), has('lineWord', word)])))
    : anyOf([inName(form), inLine(form)])

/** What has the form's word inside: the words that have it, named; or, when they are many, by their letters. */
function inside(form: Form, feature: 'inside' | 'nameInside'): readonly Condition[] {
  if (form.as !== 'word') return []
  if (form.inside === undefined) return [has(feature, form.text)]
  return form.inside.flatMap((word) =>
    feature === 'inside' ? [has('nameWord', word), has('lineWord', word)] : [has('nameWord', word)],
  )
}

/** Whether a fabric has what the form stands for, wherever (D14). */
export const anywhere = (form: Form): Condition => anyOf([beginning(form), ...inside(form, 'inside')])

const inOwnName = (form: Form): Condition => anyOf([inName(form), ...inside(form, 'nameInside')])

const found = (part: Part, how: (form: Form) => Condition): Condition => anyOf(part.forms.map(how))

/** Every way to say the parts one after the other; none when one of them is no word. */
function phrasesOf(parts: readonly Part[]): readonly string[] {
  let phrases: readonly (readonly string[])[] = [[]]
  for (const part of parts) {
    const forms = part.forms.map(wordsIn).filter((words) => words.length > 0)
    phrases = phrases.flatMap((phrase) => forms.map((words) => [...phrase, ...words])).slice(0, MOST_PHRASES)
  }
  return phrases.map(joined)
}

const phrased = (
  feature: 'name' | 'nameStart' | 'maker' | 'collection' | 'collectionStart',
  parts: readonly Part[],
) => anyOf(phrasesOf(parts).map((phrase) => has(feature, phrase)))

interface Split {
  readonly name: readonly Part[]
  readonly line: readonly Part[]
}

/** The ways to take some parts for the name and the others for the line; of many parts the name stands at an end. */
function splitsOf(parts: readonly Part[]): readonly Split[] {
  const splits: Split[] = []
  if (parts.length <= MOST_SCATTERED) {
    for (let choice = 1; choice < 2 ** parts.length - 1; choice += 1) {
      const isName = (at: number) => Math.floor(choice / 2 ** at) % 2 === 1
      splits.push({ name: parts.filter((_, at) => isName(at)), line: parts.filter((_, at) => !isName(at)) })
    }
    return splits
  }
  for (let at = 1; at < parts.length; at += 1) {
    splits.push(
      { name: parts.slice(0, at), line: parts.slice(at) },
      { name: parts.slice(at), line: parts.slice(0, at) },
    )
  }
  return splits
}

/** The name as it is printed behind its line: collection and name, or maker, collection and name. */
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

/** The SKU of the reading is a whole one. */
function wholeSku({ parts }: Reading): Condition {
  const conditions = parts.flatMap((part, at) =>
    part.forms.flatMap((form) =>
      form.as === 'sku'
        ? [allOf([has('sku', form.text), ...parts.toSpliced(at, 1).map((other) => found(other, beginning))])]
        : [],
    ),
  )
  return anyOf(conditions)
}

/** D15: what puts a fabric into the list, first ones first. A fabric counts for the first that it meets. */
const TIERS: ReadonlyArray<(reading: Reading) => Condition> = [
  wholeSku,
  ({ parts }) => anyOf([phrased('name', parts), printedInFull(parts)]),
  ({ parts }) => phrased('collectionStart', parts),
  ({ parts }) => phrased('nameStart', parts),
  ({ parts }) => allOf(parts.map((part) => found(part, inName))),
  // Across fields: what is named exactly so in a line that is called so comes before what merely has the words.
  ({ parts }) =>
    anyOf(
      splitsOf(parts).map(({ name, line }) => allOf([phrased('name', name), phrased('collection', line)])),
    ),
  ({ parts }) => across(parts, 'name'),
  ({ parts }) => across(parts, 'nameStart'),
  ({ parts }) => allOf(parts.map((part) => found(part, beginning))),
]

/** The last tier is all that a reading finds: some words are only found inside others. */
const RANKS = TIERS.length + 1

const across = (parts: readonly Part[], feature: 'name' | 'nameStart'): Condition =>
  anyOf(
    splitsOf(parts).map(({ name, line }) =>
      allOf([phrased(feature, name), ...line.map((part) => found(part, inLine))]),
    ),
  )

export interface Tier {
  /** Ranks of one level need not follow each other without gaps. */
  readonly rank: number
  readonly condition: Condition
}

/** A tier whose condition is made when it is asked for: most pages are full, or empty, before the last one. */
export function lazyTier(rank: number, make: () => Condition): Tier {
  let made: Condition | undefined
  return {
    rank,
    get condition() {
      made ??= make()
      return made
    },
  }
}

/** What a level finds. */
export interface Plan {
  readonly whole: Condition
  /** Best first. */
  readonly tiers: readonly Tier[]
  /** What the tiers find together. */
  readonly most: Condition
  /** What is left: fabrics that have a word only inside another. Few searches get there, and it takes long to ask. */
  readonly rest: Tier | undefined
}

/** Everything that a reading finds. */
export const wholeOf = (reading: Reading): Condition =>
  allOf([...reading.parts.map((part) => found(part, anywhere)), ...anchored(reading)])

const hasInsides = ({ parts }: Reading): boolean =>
  parts.some(({ forms }) => forms.some((form) => form.as === 'word' && form.inside?.length !== 0))

/** @param sku the whole question as a SKU, when it may be one (D15). */
export function planOf({ level, readings }: Level, sku: string | undefined): Plan {
  const lead = sku === undefined || level > 0 ? [] : [has('sku', sku)]
  const tiersOf = (missing: number, kinds: ReadonlyArray<(reading: Reading) => Condition>) => {
    const equal = readings.filter((reading) => reading.missing === missing)
    return kinds.map((tier, index) =>
      lazyTier(missing * RANKS + index, () => {
        const conditions = equal.map((reading) => allOf([tier(reading), ...anchored(reading)]))
        return anyOf(missing + index === 0 ? [...lead, ...conditions] : conditions)
      }),
    )
  }
  const mostMissing = Math.max(...readings.map(({ missing }) => missing))
  if (mostMissing > 0) {
    const whole = anyOf(readings.map(wholeOf))
    const tiers = Array.from({ length: mostMissing + 1 }, (_, missing) =>
      tiersOf(missing, [...TIERS, wholeOf]),
    )
    return { whole, tiers: tiers.flat(), most: whole, rest: undefined }
  }
  const all = () => anyOf([...lead, ...readings.map(wholeOf)])
  const beginnings = readings.map(({ parts }) => allOf(parts.map((part) => found(part, beginning))))
  return {
    get whole() {
      return all()
    },
    tiers: tiersOf(0, TIERS),
    most: anyOf([...lead, ...beginnings]),
    rest: lazyTier(TIERS.length, () => anyOf(readings.filter(hasInsides).map(wholeOf))),
  }
}
