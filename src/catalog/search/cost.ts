import { allBits, common, countBits, eachBit, setBit } from './bits.ts'
import { colorNamed } from './colour-names.ts'
import { type Matched, QUALITY } from './match.ts'
import type { CatalogIndex } from './memory.ts'
import { type AskedWord, isFiller } from './question.ts'

/** What it costs that a fabric lacks a word of a question (D16). Fillers cost nothing, and all else may not be missing. */
const COST = { tone: 2, family: 3 } as const
const NEVER = Number.POSITIVE_INFINITY

/** What may be missing. */
export interface Allowance {
  readonly families: boolean
  readonly tones: boolean
  /** Words were left out before: what is left has to be found by a colour in the name. */
  readonly needsColor: boolean
}

export const NOTHING_MISSING: Allowance = { families: false, tones: false, needsColor: false }

/** The fabrics that lack the least. */
export interface Cheapest {
  readonly cost: number
  /** A bit for each. */
  readonly bits: Uint32Array
  readonly total: number
}

/** Whether a word is the name of a colour. Tones are none, though some are called so. */
const isColor = ({ text, kind }: AskedWord): boolean =>
  kind !== 'tone' && (kind === 'family' || colorNamed([text]) !== undefined)

/**
 * The fabrics of the lowest cost, if there are any.
 *
 * @param within the fabrics that filters leave.
 * @param wanted the cost, if an earlier page found it.
 */
export function cheapest(
  { count, lineOf, nameWords }: CatalogIndex,
  { words, columns }: Matched,
  allowance: Allowance,
  within: Uint32Array | undefined,
  wanted?: number,
): Cheapest | undefined {
  const asked = words.flatMap((word, at) => {
    const column = columns[at]
    if (column === undefined || isFiller(word)) return []
    const cost = {
      tone: allowance.tones ? COST.tone : NEVER,
      family: allowance.families ? COST.family : NEVER,
    }
    return [{ word, column, cost: word.kind === 'tone' || word.kind === 'family' ? cost[word.kind] : NEVER }]
  })
  if (asked.length === 0) return undefined
  const needed = asked.filter(({ cost }) => cost === NEVER).map(({ column }) => column.bits)
  const sets = within === undefined ? needed : [...needed, within]
  const bits = sets.length > 0 ? common(sets) : allBits(count)
  if (needed.length === asked.length && !allowance.needsColor) {
    const total = countBits(bits)
    return total === 0 ? undefined : { cost: 0, bits, total }
  }

  const families = asked.flatMap(({ word }) => (word.kind === 'family' ? [word.text] : []))
  const colors = asked.filter(({ word }) => isColor(word))
  const shades = colors.filter(({ word }) => word.kind !== 'family')
  // "Hunter" is no colour, but "hunter green" is: so a fabric that is called Hunter and nothing else is meant.
  const halves = asked.filter(
    ({ word }) => word.kind === 'word' && families.some((family) => colorNamed([word.text, family])),
  )
  const isWordOf = (fabric: number) => (each: (typeof asked)[number]) =>
    (each.column.ofFabrics[fabric] ?? 0) >= QUALITY.word
  const hasOneWord = (fabric: number) =>
    (nameWords.starts[fabric + 1] ?? 0) - (nameWords.starts[fabric] ?? 0) === 1

  /** Whether a fabric has a word in its name that makes up for what it lacks. */
  function isAnchored(fabric: number, lacked: number): boolean {
    const isWord = isWordOf(fabric)
    if (lacked >= COST.family) return shades.some(isWord) || (hasOneWord(fabric) && halves.some(isWord))
    if (allowance.needsColor) return colors.some(isWord)
    return asked.some(({ column }) => (column.ofFabrics[fabric] ?? 0) >= QUALITY.beginning)
  }

  const costOf = (fabric: number): number => {
    const line = lineOf[fabric] ?? -1
    let lacked = 0
    for (const { column, cost } of asked) {
      const quality = Math.max(column.ofFabrics[fabric] ?? 0, column.ofLines[line] ?? 0)
      // Inside other words nothing is meant where something is missing.
      if (quality === QUALITY.inside) return NEVER
      if (quality === QUALITY.missing) lacked += cost
    }
    return isAnchored(fabric, lacked) ? lacked : NEVER
  }
  let cost = wanted ?? NEVER
  const costs = new Map<number, number>()
  eachBit(bits, (fabric) => {
    const own = costOf(fabric)
    if (own === NEVER) return
    costs.set(fabric, own)
    if (wanted === undefined && own < cost) cost = own
  })
  const found = new Uint32Array(bits.length)
  let total = 0
  for (const [fabric, own] of costs) {
    if (own !== cost) continue
    total += 1
    setBit(found, fabric)
  }
  return total === 0 ? undefined : { cost, bits: found, total }
}
