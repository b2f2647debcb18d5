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

/** Words that are colours by themselves, or with a family of the question: the hunter of "hunter green". */
function isColor({ text, kind }: AskedWord, families: readonly string[]): boolean {
  if (kind === 'tone') return false
  return kind === 'family' || [[text], ...families.map((family) => [text, family])].some(colorNamed)
}

/**
 * The fabrics of the lowest cost, if there are any.
 *
 * @param within the fabrics that filters leave.
 * @param wanted the cost, if an earlier page found it.
 */
export function cheapest(
  { count, lineOf }: CatalogIndex,
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
  const colors = asked.filter(({ word }) => isColor(word, families)).map(({ column }) => column)
  const all = asked.map(({ column }) => column)
  const costOf = (fabric: number): number => {
    const line = lineOf[fabric] ?? -1
    let lacked = 0
    for (const { column, cost } of asked) {
      const quality = Math.max(column.ofFabrics[fabric] ?? 0, column.ofLines[line] ?? 0)
      // Inside other words nothing is meant where something is missing.
      if (quality === QUALITY.inside && allowance !== NOTHING_MISSING) return NEVER
      if (quality === QUALITY.missing) lacked += cost
    }
    if (lacked >= COST.family || allowance.needsColor)
      return colors.some(({ ofFabrics }) => (ofFabrics[fabric] ?? 0) >= QUALITY.word) ? lacked : NEVER
    return all.some(({ ofFabrics }) => (ofFabrics[fabric] ?? 0) >= QUALITY.beginning) ? lacked : NEVER
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
