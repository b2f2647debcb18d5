import type { ForgivenessLevel } from '../../../core/repositories.ts'
import { MOST_OPTIONAL, MOST_WORDS_OF_A_SKU, SHORTEST_SKU_BEGINNING } from '../../tuning.ts'
import { saysNothing } from '../query/empty.ts'
import { ASKING_WORDS, FAMILY_WORDS, SHORT_NAMES, TONE_WORDS } from '../query/vocabulary.ts'
import type { Lexicon } from './lexicon.ts'
import { type Form, type Part, type Reading, reading, subsetsOf } from './parts.ts'
import { respelled } from './respelling.ts'

const wordPart = (word: string, lexicon: Lexicon): Part => ({ written: word, forms: lexicon.formsOf(word) })

/** Level 1: neighbouring words that, written together, begin a SKU. */
function skuAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
): { part: Part; takes: number } | undefined {
  for (let takes = Math.min(MOST_WORDS_OF_A_SKU, words.length - at); takes > 0; takes -= 1) {
    const run = words.slice(at, at + takes)
    const text = run.join('')
    if (!/\p{Nd}/u.test(text) || !lexicon.beginsSku(text)) continue
    const form: Form = { as: 'sku', text, mayGoOn: [...text].length >= SHORTEST_SKU_BEGINNING }
    const forms = takes === 1 ? [...lexicon.formsOf(text), form] : [form]
    return { part: { written: run.join(' '), forms }, takes }
  }
  return undefined
}

/** Level 1: a short name of one word or two. */
function shortNameAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
): { part: Part; takes: number } | undefined {
  for (const takes of [2, 1]) {
    const short = words.slice(at, at + takes).join(' ')
    const meant = SHORT_NAMES.filter((name) => name.short === short)
    if (meant.length === 0 || at + takes > words.length) continue
    const forms = meant.map(({ manufacturer = '', collection = '' }): Form => {
      const stands = `${manufacturer} ${collection}`.trim()
      return { as: 'shortName', texts: stands.split(' ') }
    })
    return {
      part: { written: short, forms: takes === 1 ? [...lexicon.formsOf(short), ...forms] : forms },
      takes,
    }
  }
  return undefined
}

function withNamesAndSkus(words: readonly string[], lexicon: Lexicon): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const found = skuAt(words, at, lexicon) ?? shortNameAt(words, at, lexicon)
    parts.push(found?.part ?? wordPart(words[at] ?? '', lexicon))
    at += found?.takes ?? 1
  }
  return parts
}

/** The parts without those to leave out; nothing if no part would be left out, or none would remain. */
function leavingOut(
  parts: readonly Part[],
  isLeftOut: (part: Part, at: number) => boolean,
): readonly Reading[] {
  const left = parts.filter((part, at) => !isLeftOut(part, at))
  const out = parts.filter((part, at) => isLeftOut(part, at)).map(({ written }) => written)
  return out.length === 0 || left.length === 0 ? [] : [reading(left, out)]
}

/** Level 2: first without the words that only ask, then without all words that say nothing. */
function withoutEmpty(parts: readonly Part[]): readonly Reading[] {
  const words = parts.map(({ written }) => written)
  const asks = ({ written }: Part) => ASKING_WORDS.has(written)
  const isEmpty = (_: Part, at: number) => saysNothing(words, at)
  const [some, every] = [leavingOut(parts, asks), leavingOut(parts, isEmpty)]
  return some[0]?.leftOut.length === every[0]?.leftOut.length ? every : [...some, ...every]
}

const isFamily = ({ written }: Part) => FAMILY_WORDS.has(written)
const isTone = ({ written }: Part) => TONE_WORDS.has(written)

/** Levels 3 and 4: some words of colour or tone may be missing if another word is found in the name. */
function withMissing({ parts, leftOut }: Reading, mayMiss: (part: Part) => boolean): readonly Reading[] {
  return subsetsOf(parts.filter(mayMiss).slice(-MOST_OPTIONAL)).flatMap((missing): readonly Reading[] => {
    const left = parts.filter((part) => !missing.includes(part))
    // A tone says less than a colour, so it cannot replace one.
    const anchors = missing.some(isFamily) ? left.filter((part) => !isTone(part)) : left
    if (missing.length === 0) return [{ parts, leftOut, missing: 0, anchors: [] }]
    if (anchors.length === 0) return []
    return [
      {
        parts: left,
        leftOut: [...leftOut, ...missing.map(({ written }) => written)],
        missing: missing.length,
        anchors,
      },
    ]
  })
}

/** A level of forgiveness with all readings of a question at that level. */
export interface Level {
  readonly number: ForgivenessLevel
  readonly readings: readonly Reading[]
}

const sameParts = (one: readonly Part[], other: readonly Part[]): boolean =>
  one.length === other.length && one.every(({ forms }, at) => forms.length === other[at]?.forms.length)

/** How each level reads a question's words, least forgiving first (D14, D16). Skips levels that add nothing. */
export function* levelsOf(
  words: readonly string[],
  lexicon: Lexicon,
  last: ForgivenessLevel = 4,
): Generator<Level> {
  const asWritten = words.map((word) => wordPart(word, lexicon))
  yield { number: 0, readings: [reading(asWritten)] }

  const named = withNamesAndSkus(words, lexicon)
  if (!sameParts(asWritten, named)) yield { number: 1, readings: [reading(named)] }

  const short = withoutEmpty(named)
  if (short.length > 0) yield { number: 2, readings: short }

  const base = short.length > 0 ? short : [reading(named)]
  const colorless = base
    .flatMap((each) => withMissing(each, (part) => isFamily(part) || isTone(part)))
    .filter(({ missing }) => missing > 0)
  if (colorless.length > 0) yield { number: 3, readings: colorless }

  if (last < 4) return
  const respelt = base.flatMap((each) => respelled(each, lexicon))
  const corrected = respelt.flatMap((each) => withMissing(each, isTone))
  const isNew =
    corrected.length > base.length ||
    base.some(({ parts }, at) => !sameParts(parts, respelt[at]?.parts ?? []))
  if (isNew) yield { number: 4, readings: corrected }
}
