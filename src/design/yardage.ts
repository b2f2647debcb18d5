import type { CutPart, Cutting, EqualRectangles } from './cutting.ts'
import { plainEighths, upToEighth } from './inches.ts'

/** Formulas, defaults and their sources: docs/quilting.md. Inches. */
const YARD = 36
/** What is left of a bolt of 42 to 44 inches without its edges, after washing. */
const USABLE = 40
const BINDING_STRIP = 2.5
/** More than the way around, for corners and the last join. */
const BINDING_EXTRA = 10
/** How much larger backing and batting are than the quilt. */
const LARGER = 8
const WIDE_BACKING = 108
/** Strips that are sewn end to end lose a seam at each join. */
const JOIN = 0.5
/** Panels of a backing lose an inch at each seam, at half an inch on both sides. */
const PANEL_SEAM = 1
const PACKAGES = [
  ['crib', 45, 60],
  ['throw', 60, 60],
  ['twin', 72, 90],
  ['full', 81, 96],
  ['queen', 90, 108],
  ['king', 120, 120],
] as const

const ASSUMPTIONS =
  '1/4″ seams, 40″ usable width, binding 2 1/2″ strips, backing and batting 4″ larger on each side, rounded up ' +
  'to 1/8 yd, no reserve, not prewashed, prints not directional'

interface Yards {
  /** In eighths: `1.125`. */
  readonly yards: number
  readonly text: string
}

function yardsOf(inches: number): Yards {
  const yards = upToEighth(inches / YARD)
  return { yards, text: `${plainEighths(yards)} yd` }
}

/** Up to a whole number. What is calculated in floating point may be off by a little. */
const up = (value: number) => Math.ceil(value - 1e-6)
const down = (value: number) => Math.floor(value + 1e-6)

/** The length of cloth for equal rectangles, in strips across its width; `undefined` if they are too wide. */
function inOneDirection(along: number, across: number, count: number): number | undefined {
  const inOneStrip = down(USABLE / along)
  return inOneStrip === 0 ? undefined : up(count / inOneStrip) * across
}

/** The shorter of both directions; a print has none. */
function inStrips({ width, height, count }: EqualRectangles): number | undefined {
  const ways = [inOneDirection(width, height, count), inOneDirection(height, width, count)]
  const possible = ways.filter((inches) => inches !== undefined)
  return possible.length > 0 ? Math.min(...possible) : undefined
}

/** Strips that are longer than the cloth is wide are sewn end to end. Those of one width are cut together. */
function joined(pieces: readonly EqualRectangles[]): number {
  const lengths = new Map<number, number>()
  for (const { width, height, count } of pieces)
    lengths.set(height, (lengths.get(height) ?? 0) + width * count)
  return [...lengths].reduce(
    (sum, [across, length]) => sum + up((length - JOIN) / (USABLE - JOIN)) * across,
    0,
  )
}

/** @returns inches of cloth; `undefined` if a piece is wider than the cloth in both directions. */
function inchesFor(parts: readonly CutPart[]): number | undefined {
  const pieces = parts.flatMap(({ of, pieces }) => pieces.map((piece) => ({ of, ...piece })))
  const isJoined = ({ of, form, cloth }: (typeof pieces)[number]) =>
    form === 'strip' && cloth.height <= USABLE && (of === 'border' || cloth.width > USABLE)
  const own = pieces.filter((piece) => !isJoined(piece)).map(({ cloth }) => inStrips(cloth))
  if (own.includes(undefined)) return undefined
  const strips = joined(pieces.filter(isJoined).map(({ cloth }) => cloth))
  return own.reduce<number>((sum, inches) => sum + (inches ?? 0), strips)
}

/** How many widths of cloth a side takes. */
const panelsFor = (side: number, usable: number) =>
  side <= usable ? 1 : up((side - PANEL_SEAM) / (usable - PANEL_SEAM))

interface Panels {
  readonly panels: number
  readonly inches: number
  readonly seams: 'vertical' | 'horizontal' | 'none'
}

/** The direction that takes less cloth, then fewer panels. */
function panelsOf(width: number, length: number, usable: number): Panels {
  const way = (side: number, other: number, seams: 'vertical' | 'horizontal'): Panels => {
    const panels = panelsFor(side, usable)
    return { panels, inches: panels * other, seams: panels === 1 ? 'none' : seams }
  }
  const [vertical, horizontal] = [way(width, length, 'vertical'), way(length, width, 'horizontal')]
  const difference = yardsOf(vertical.inches).yards - yardsOf(horizontal.inches).yards
  return difference < 0 || (difference === 0 && vertical.panels <= horizontal.panels) ? vertical : horizontal
}

/** Many cut from 42 inches; where that changes the answer, it is said. */
const WIDER = 42

function backingOf(width: number, length: number) {
  const { panels, seams, inches } = panelsOf(width, length, USABLE)
  const own = yardsOf(inches)
  const wider = yardsOf(panelsOf(width, length, WIDER).inches)
  const fitting = [...(width <= WIDE_BACKING ? [length] : []), ...(length <= WIDE_BACKING ? [width] : [])]
  return {
    panels,
    seams,
    yards: own.yards,
    text: wider.yards < own.yards ? `${own.text} (${wider.text} where ${WIDER}″ are usable)` : own.text,
    ...(fitting.length > 0 ? { wide: { width: WIDE_BACKING, ...yardsOf(Math.min(...fitting)) } } : {}),
  }
}

function bindingOf(width: number, length: number) {
  const strips = up((2 * (width + length) + BINDING_EXTRA) / (USABLE - BINDING_STRIP))
  return { strips, ...yardsOf(strips * BINDING_STRIP) }
}

/** The smallest package that covers, either way round. */
function packageFor(width: number, length: number): string | undefined {
  const [short, long] = [Math.min(width, length), Math.max(width, length)]
  return PACKAGES.find(([, narrow, wide]) => short <= narrow && long <= wide)?.[0]
}

export interface Yardage {
  readonly assumptions: string
  /** For each slot, or for each part whose fabric nobody has chosen. */
  readonly fabrics: ReadonlyArray<Yards & ({ readonly slot: string } | { readonly of: CutPart['of'] })>
  readonly binding: Yards & { readonly strips: number }
  readonly backing: ReturnType<typeof backingOf>
  readonly batting: { readonly width: number; readonly length: number; readonly package?: string }
  readonly notCounted: readonly string[]
}

/**
 * How much to buy for a quilt (D41).
 *
 * @param size the finished quilt in inches.
 * @param cutting a slot of which not all pieces are known has no yards, because they would be too few.
 */
export function yardageOf(
  size: { readonly width: number; readonly height: number },
  { parts, incomplete, notCounted: given }: Cutting,
): Yardage {
  const notCounted = [...given]
  const fabrics = new Map<string, CutPart[]>()
  for (const part of parts) {
    const isKnown = part.slot === undefined || (incomplete !== 'all' && !incomplete.has(part.slot))
    if (!isKnown) continue
    const key = part.slot === undefined ? `of ${part.of}` : `slot ${part.slot}`
    fabrics.set(key, [...(fabrics.get(key) ?? []), part])
  }
  const [width, length] = [size.width + LARGER, size.height + LARGER]
  const packed = packageFor(width, length)
  if (packed === undefined) notCounted.push('batting package: none is large enough')
  return {
    assumptions: ASSUMPTIONS,
    fabrics: [...fabrics.values()].flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      const named = first.slot === undefined ? { of: first.of } : { slot: first.slot }
      const inches = inchesFor(own)
      if (inches !== undefined) return [{ ...named, ...yardsOf(inches) }]
      notCounted.push(`yards of ${first.slot ?? first.of}: a piece is wider than the cloth`)
      return []
    }),
    binding: bindingOf(size.width, size.height),
    backing: backingOf(width, length),
    batting: { width, length, ...(packed === undefined ? {} : { package: packed }) },
    notCounted,
  }
}
