import { type Bits, common, countBits, eachBit, isBitSet, noBits, setBit } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { areOfFamily, colorNamed } from './colour-names.ts'
import { type FoundWord, QUALITY, qualityOf } from './match.ts'
import { type AskedWord, isFiller, joined } from './question.ts'

/** The cost of a missing tone and of a missing family. Fillers cost nothing, and no other word may be missing (D16). */
const COSTS = { tone: 2, family: 3 } as const
const NEVER = Number.POSITIVE_INFINITY

/** What may be missing. */
export type MayMiss = 'nothing' | 'families' | 'families and tones'

/** The cost of a missing word. */
function costOf({ kind }: AskedWord, mayMiss: MayMiss): number {
  if (kind === 'family' && mayMiss !== 'nothing') return COSTS.family
  return kind === 'tone' && mayMiss === 'families and tones' ? COSTS.tone : NEVER
}

/** Whether a word is the name of a colour. A tone is not one, though some colours are called so. */
export const isColor = ({ text, kind }: AskedWord): boolean =>
  kind !== 'tone' && colorNamed([text]) !== undefined

/**
 * The fabrics of the lowest cost, if there are any.
 *
 * @param within the fabrics that filters leave
 * @param isShortened whether words were left out before. Then a fabric has to have an asked colour in its name, or the
 * asked collection and whole name
 */
export function cheapest(
  index: CatalogIndex,
  found: readonly FoundWord[],
  within: Bits,
  mayMiss: MayMiss,
  isShortened = false,
): Bits | undefined {
  const asked = found.filter(({ word }) => !isFiller(word))
  if (asked.length === 0) return undefined
  const needed = asked.filter(({ word }) => costOf(word, mayMiss) === NEVER)
  const bits = common(within, ...needed.map(({ column }) => column.bits))
  if (needed.length === asked.length && !isShortened) return countBits(bits) === 0 ? undefined : bits

  const families = asked.flatMap(({ word }) =>
    word.kind === 'family' ? (colorNamed([word.text]) ?? []) : [],
  )
  const isOnlyLines = asked.every(({ word }) => word.isOfLine || word.kind === 'tone')
  const besideLines = joined(asked.filter(({ word }) => !word.isOfLine).map(({ word }) => word))

  /** Whether a fabric has enough of the question to make up for what it lacks. */
  function hasEnough(fabric: number, line: number, lacked: number): boolean {
    const isIn = ({ word, column }: FoundWord, quality: number) =>
      !word.isOfLine && (column.fabricQuality[fabric] ?? 0) >= quality
    const hasWhole = (is: (word: AskedWord) => boolean) =>
      asked.some((each) => is(each.word) && isIn(each, QUALITY.word))
    if (lacked >= COSTS.family) {
      // "Navy blue", "hunter green", "kona curry yellow". But a fabric called Neon need not be neon pink.
      const looksSo = families.every(
        (hex) => !isBitSet(index.colored, fabric) || areOfFamily(index.labAt(fabric), hex),
      )
      return looksSo && hasWhole(({ kind }) => kind === 'word')
    }
    if (isShortened) {
      const { own } = index.lineAt(fabric)
      const isOfCollection = asked.some(({ word }) => word.isOfLine && own.words.includes(word.text))
      return hasWhole(isColor) || (isOfCollection && index.names[fabric] === besideLines)
    }
    if (isOnlyLines)
      return asked.every(({ word, column }) => word.kind === 'tone' || column.lineQuality[line])
    return asked.some((each) => isIn(each, QUALITY.beginning))
  }

  function costIn(fabric: number): number {
    const line = index.lineOf[fabric] ?? -1
    let lacked = 0
    for (const { word, column } of asked) {
      const quality = qualityOf(column, fabric, line)
      // A match inside a longer word is too weak where another word may be missing.
      if (quality === QUALITY.inside) return NEVER
      if (quality === QUALITY.missing) lacked += costOf(word, mayMiss)
    }
    return hasEnough(fabric, line, lacked) ? lacked : NEVER
  }
  let cost = NEVER
  let best: number[] = []
  eachBit(bits, (fabric) => {
    const own = costIn(fabric)
    if (own === NEVER || own > cost) return
    if (own < cost) best = []
    cost = own
    best.push(fabric)
  })
  if (best.length === 0) return undefined
  const cheapestOnes = noBits(index.count)
  for (const fabric of best) setBit(cheapestOnes, fabric)
  return cheapestOnes
}
