import { common, countBits, eachBit, isBitSet, setBit } from './bits.ts'
import { areOfFamily, colorNamed } from './colour-names.ts'
import { ASKED, type Matched, QUALITY, qualityOf } from './match.ts'
import { type CatalogIndex, labAt, lineAt } from './memory.ts'
import { type AskedWord, isFiller } from './question.ts'

/** What it costs that a fabric lacks a word of a question (D16). Fillers cost nothing, and all else may not be missing. */
const COST = { tone: 2, family: 3 } as const
const NEVER = Number.POSITIVE_INFINITY

/** What may be missing. */
export interface Allowance {
  readonly families: boolean
  readonly tones: boolean
  /** Words were left out before: what is left has to be a colour in the name, or a line and a whole name. */
  readonly needs?: 'color' | 'name'
}

export const NOTHING_MISSING: Allowance = { families: false, tones: false }
export const FAMILIES_MISSING: Allowance = { families: true, tones: false }
export const TONES_MISSING: Allowance = { families: true, tones: true }
export const BESIDE_A_COLOR: Allowance = { families: true, tones: true, needs: 'color' }
export const BESIDE_A_NAME: Allowance = { families: true, tones: true, needs: 'name' }

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

/** The fabrics of the lowest cost, if there are any. @param within the fabrics that filters leave */
export function cheapest(
  index: CatalogIndex,
  { words, columns, asked: askedIds }: Matched,
  allowance: Allowance,
  within: Uint32Array,
): Cheapest | undefined {
  const asked = words.flatMap((word, at) => {
    const column = columns[at]
    if (column === undefined || isFiller(word)) return []
    const isOptional =
      (word.kind === 'tone' && allowance.tones) || (word.kind === 'family' && allowance.families)
    return [
      {
        word,
        column,
        cost: isOptional && word.kind === 'tone' ? COST.tone : isOptional ? COST.family : NEVER,
      },
    ]
  })
  if (asked.length === 0) return undefined
  const needed = asked.filter(({ cost }) => cost === NEVER).map(({ column }) => column.bits)
  const bits = common([...needed, within])
  if (needed.length === asked.length && allowance.needs === undefined) {
    const total = countBits(bits)
    return total === 0 ? undefined : { cost: 0, bits, total }
  }

  const families = asked.flatMap(({ word }) => (word.kind === 'family' ? [word.text] : []))
  const colors = asked.filter(({ word }) => isColor(word))
  const shades = colors.filter(({ word }) => word.kind !== 'family')
  // "Hunter" is no colour, but "hunter green" is: so a fabric that is called Hunter and nothing else is meant.
  const halves = asked.flatMap(({ word, column }) =>
    families.flatMap((family) => {
      const hex = word.kind === 'word' ? colorNamed([word.text, family]) : undefined
      return hex === undefined ? [] : [{ column, hex }]
    }),
  )
  const isOnlyLines = asked.every(({ word }) => word.isOfLine || word.kind === 'tone')

  const looksLike = (fabric: number, hex: string) =>
    !isBitSet(index.colored, fabric) || areOfFamily(labAt(index, fabric), hex)

  /** Whether a fabric has something that makes up for what it lacks. */
  function isAnchored(fabric: number, line: number, lacked: number): boolean {
    const isWord = ({ column }: Pick<(typeof asked)[number], 'column'>) =>
      (column.ofFabrics[fabric] ?? 0) >= QUALITY.word
    const name = index.nameWords[fabric] ?? []
    const isWholeName = name.every((id) => askedIds[id] === ASKED.whole)
    if (lacked >= COST.family) {
      const isHalf = name.length === 1 && halves.some((half) => isWord(half) && looksLike(fabric, half.hex))
      if (isHalf || shades.some(isWord)) return true
      // "Kona Curry yellow": the line, the whole name, and what the fabric looks like.
      return (
        asked.some(({ word, column }) => word.isOfLine && column.ofLines[line]) &&
        asked.some((each) => each.word.kind === 'word' && !each.word.isOfLine && isWord(each)) &&
        isWholeName &&
        families.every((family) => looksLike(fabric, colorNamed([family]) ?? ''))
      )
    }
    if (allowance.needs === 'color') return colors.some(isWord)
    if (allowance.needs === 'name') {
      const { own } = lineAt(index, fabric)
      const isOfCollection = asked.some(({ word }) => word.isOfLine && own.words.includes(word.text))
      return isOfCollection && isWholeName && asked.some((each) => !each.word.isOfLine && isWord(each))
    }
    if (isOnlyLines) return asked.every(({ word, column }) => word.kind === 'tone' || column.ofLines[line])
    return asked.some(
      ({ word, column }) => !word.isOfLine && (column.ofFabrics[fabric] ?? 0) >= QUALITY.beginning,
    )
  }

  const costOf = (fabric: number): number => {
    const line = index.lineOf[fabric] ?? -1
    let lacked = 0
    for (const { column, cost } of asked) {
      const quality = qualityOf(column, fabric, line)
      // Inside other words nothing is meant where something is missing.
      if (quality === QUALITY.inside) return NEVER
      if (quality === QUALITY.missing) lacked += cost
    }
    return isAnchored(fabric, line, lacked) ? lacked : NEVER
  }
  let cost = NEVER
  let found: number[] = []
  eachBit(bits, (fabric) => {
    const own = costOf(fabric)
    if (own === NEVER || own > cost) return
    if (own < cost) found = []
    cost = own
    found.push(fabric)
  })
  if (found.length === 0) return undefined
  const best = new Uint32Array(bits.length)
  for (const fabric of found) setBit(best, fabric)
  return { cost, bits: best, total: found.length }
}
