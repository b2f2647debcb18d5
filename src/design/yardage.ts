import type { CutPart, Cutting } from './cutting.ts'
import { type Slot, shownSlots } from './design.ts'
import { down, plainInches, up, upToEighth } from './inches.ts'
import { cutOf, type Rectangles, USABLE } from './pieces.ts'
import { type Size, sumOf } from './polygon.ts'

/** Inches. Formulas, defaults and their sources: docs/quilting.md. */
const YARD = 36
const BINDING_STRIP = 2.5
/** For corners and the last join. */
const BINDING_EXTRA = 10
/** How much larger backing and batting are than the quilt. */
const LARGER = 8
const WIDE_BACKING = 108
/** Two panels lose half an inch each at their seam. */
const PANEL_SEAM = 1
/** Many people cut from 42 inches. The text says so if a backing then takes fewer yards. */
const WIDER = 42
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
  'to 1/8 yd, no reserve, not prewashed, prints not directional, borders not mitred; borders, and ' +
  'strips longer than 40″, cut across the width and joined end to end with straight seams; every other kind of piece cut from strips of its own'

function yardsOf(inches: number) {
  const yards = upToEighth(inches / YARD)
  return { yards, text: `${plainInches(yards)} yd` }
}

/** Inches of cloth if smaller squares are cut from what is left of the strips of larger ones. */
function besideEachOther(squares: readonly Rectangles[]): number {
  const strips: { readonly across: number; left: number }[] = []
  for (const { width, count } of squares.toSorted((a, b) => b.width - a.width)) {
    let rest = count
    while (rest > 0) {
      const strip = strips.find(({ left }) => left >= width) ?? { across: width, left: USABLE }
      if (strip.left === USABLE) strips.push(strip)
      const fitting = Math.min(rest, down(strip.left / width))
      strip.left -= fitting * width
      rest -= fitting
    }
  }
  return sumOf(strips.map(({ across }) => across))
}

/** `undefined` if a piece is wider than the cloth in both directions. */
function yardsFor(parts: readonly CutPart[]) {
  const cuts = parts.flatMap(({ pieces }) => pieces.map(cutOf))
  const strips = cuts.flatMap((cut) => cut.strips ?? [])
  if (strips.length < cuts.length) return undefined
  const bought = yardsOf(sumOf(strips.map(({ count, width }) => count * width)))
  // A large side triangle leaves almost half of its strip.
  if (parts.some(({ of }) => of !== 'setting') || cuts.some(({ width }) => width > USABLE)) return bought
  const least = yardsOf(besideEachOther(cuts))
  if (least.yards >= bought.yards) return bought
  return { ...bought, text: `${bought.text} (${least.text} if squares are cut beside larger ones)` }
}

/** In the direction of seams that takes less cloth, then fewer panels. */
function panelsOf(width: number, length: number, usable: number) {
  const way = (side: number, other: number, seams: 'vertical' | 'horizontal') => {
    const panels = side <= usable ? 1 : up((side - PANEL_SEAM) / (usable - PANEL_SEAM))
    return { panels, seams: panels === 1 ? ('none' as const) : seams, ...yardsOf(panels * other) }
  }
  const [vertical, horizontal] = [way(width, length, 'vertical'), way(length, width, 'horizontal')]
  const difference = vertical.yards - horizontal.yards || vertical.panels - horizontal.panels
  return difference <= 0 ? vertical : horizontal
}

function backingOf(width: number, length: number) {
  const { text, ...panels } = panelsOf(width, length, USABLE)
  const wider = panelsOf(width, length, WIDER)
  const [short, long] = [Math.min(width, length), Math.max(width, length)]
  const inches = long <= WIDE_BACKING ? short : long
  const wide = short <= WIDE_BACKING && { width: WIDE_BACKING, ...yardsOf(inches) }
  return {
    ...panels,
    text: wider.yards < panels.yards ? `${text} (${wider.text} where ${WIDER}″ are usable)` : text,
    ...(wide && { wide }),
  }
}

function packageFor(width: number, length: number) {
  const [short, long] = [Math.min(width, length), Math.max(width, length)]
  const found = PACKAGES.find(([, narrow, wide]) => short <= narrow && long <= wide)
  return found && { package: found[0], packageSize: `${found[1]} × ${found[2]}` }
}

/** The parts without a fabric, with the slots in which the picture shows them. */
function unchosen(parts: readonly CutPart[], palette: readonly Slot[]): readonly string[] {
  const { ground, crossings } = shownSlots(palette)
  const used = new Set(parts.map(({ slot }) => slot))
  const open = parts.flatMap(({ of, slot }) => (slot === undefined ? [of] : []))
  return [...new Set(open)].map((of) => {
    const shown = of === 'cornerstones' ? crossings : ground
    return shown !== undefined && used.has(shown.slot) ? `${of} (slot ${shown.slot} in the picture)` : of
  })
}

export type Yardage = ReturnType<typeof yardageOf>

/** What to buy for a quilt (D41). If the cutting is not complete, slots have no yards: they would be too few. */
export function yardageOf(
  quilt: Size & { readonly palette: readonly Slot[] },
  { parts, isComplete, notCounted, assumptions }: Cutting,
) {
  const known = parts.filter(({ slot }) => isComplete || slot === undefined)
  const byFabric = Map.groupBy(known, ({ of, slot }) => (slot === undefined ? `of ${of}` : `slot ${slot}`))
  const tooWide: string[] = []
  const fabrics = [...byFabric.values()].flatMap(([part, ...others]) => {
    if (part === undefined) return []
    const { of, slot } = part
    const yards = yardsFor([part, ...others])
    if (yards !== undefined) return [slot === undefined ? { of, ...yards } : { slot, ...yards }]
    tooWide.push(`yards of ${slot ?? of}: a piece is wider than the cloth`)
    return []
  })
  const [width, length] = [quilt.width + LARGER, quilt.height + LARGER]
  const packed = packageFor(width, length)
  const around = 2 * (quilt.width + quilt.height) + BINDING_EXTRA
  // A diagonal join takes as much as the strip is wide.
  const strips = up(around / (USABLE - BINDING_STRIP))
  const toChoose = [...unchosen(parts, quilt.palette), 'binding'].join(', ')
  return {
    assumptions: [ASSUMPTIONS, `no fabric is chosen for ${toChoose} and backing`, ...assumptions].join('; '),
    fabrics,
    binding: { strips, ...yardsOf(strips * BINDING_STRIP) },
    backing: backingOf(width, length),
    batting: { width, length, ...packed },
    notCounted: [
      ...notCounted,
      ...(packed === undefined ? ['batting package: none is large enough'] : []),
      ...tooWide,
    ],
  }
}
