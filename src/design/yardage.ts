import { counted } from '../core/text.ts'
import type { CutPart, Cutting } from './cutting.ts'
import { type Slot, shownSlots } from './design.ts'
import { down, plainInches, up, upToEighth } from './inches.ts'
import { cutOf, type Piece, type Rectangles, stripsFor, USABLE } from './pieces.ts'
import { longSideFirst, type Size, sumOf } from './polygon.ts'

/** Inches. Formulas, defaults and their sources: docs/quilting.md. */
const YARD = 36
const BINDING_STRIP = 2.5
/** Inches of binding for corners and the last join. */
const BINDING_EXTRA = 10
/** Of backing and batting. */
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

const ALWAYS =
  '1/4″ seams, 40″ usable width, rounded up to 1/8 yd, no reserve, not prewashed, prints not directional'
const FINISHING =
  'Binding of 2 1/2″ strips, 10″ longer than the edge of the quilt, backing and batting 4″ larger on each side'
const JOINING =
  'Borders, not mitred, and strips longer than 40″ are cut across the width and joined end to end with straight seams'
const PIECES =
  'Every other kind of piece is cut from strips of its own. Fat quarters are 18 × 21″, with smaller pieces cut ' +
  'from what is left of larger ones, and are not counted where a piece is longer than 21″'
const BLOCKS_ALONE =
  'Smaller pieces are cut from what is left of the strips of larger ones, so the yardage of a quilt may be more, ' +
  'because there each kind of piece has strips of its own. A fat quarter is 18 × 21″'

function yardsOf(inches: number) {
  const yards = upToEighth(inches / YARD)
  return { yards, text: `${plainInches(yards)} yd` }
}

/** Along a strip with the longer side, if it fits. The widest strips come first. */
const laid = (cuts: readonly Rectangles[], usable: number) =>
  cuts
    .map((cut) => (cut.width <= usable ? cut : { width: cut.height, height: cut.width, count: cut.count }))
    .toSorted((a, b) => b.height - a.height)

/**
 * How many strips each size takes, if smaller ones are cut from what is left of larger ones. The widths lie along
 * the strips. Infinitely many if a piece is too long.
 */
function stripsBeside(pieces: readonly Rectangles[], usable: number): Rectangles[] {
  /** Equal strips, and the inches that are left of each. */
  let begun: { inches: number; strips: number }[] = []
  return pieces.map(({ width, height, count }) => {
    const left: typeof begun = []
    let rest = count
    const cutFrom = (inches: number, strips: number) => {
      const each = Math.min(down(inches / width), rest)
      const cut = each === 0 ? 0 : Math.min(strips, Math.floor(rest / each))
      rest -= cut * each
      left.push({ inches: inches - each * width, strips: cut })
      // Of the next one, only the rest is cut.
      if (cut > 0 && cut < strips) cutFrom(inches, strips - cut)
      else left.push({ inches, strips: strips - cut })
    }
    for (const { inches, strips } of begun) cutFrom(inches, strips)
    const strips = up(rest / down(usable / width))
    cutFrom(usable, strips)
    begun = left.filter((group) => group.strips > 0)
    return { width: height, height: 1, count: strips }
  })
}

/** Of the length of cloth that strips take. */
const inchesOf = (strips: ReadonlyArray<{ readonly count: number; readonly width: number }>) =>
  sumOf(strips.map(({ count, width }) => count * width))

/** What can be used of 18 × 22 inches. */
const FAT_QUARTER = [21, 18] as const

/** Infinite if a piece is too long. */
function fatQuartersFor(cuts: readonly Rectangles[]) {
  const cutInto = (length: number, width: number) => {
    const strips = stripsBeside(laid(cuts, length), length)
    // Strips lie in a fat quarter as pieces lie in a strip.
    return sumOf(stripsBeside(strips, width).map(({ count }) => count))
  }
  const [long, short] = FAT_QUARTER
  return Math.min(cutInto(long, short), cutInto(short, long))
}

/** `undefined` if a piece is wider than the cloth in both directions. */
function yardsFor(parts: readonly CutPart[]) {
  const cuts = parts.flatMap(({ pieces }) => pieces.map(cutOf))
  const strips = cuts.flatMap((cut) => cut.strips ?? [])
  if (strips.length < cuts.length) return undefined
  const fatQuarters = fatQuartersFor(cuts)
  return { ...yardsOf(inchesOf(strips)), ...(Number.isFinite(fatQuarters) && { fatQuarters }) }
}

const tooWide = (what: string) => `yards of ${what}: a piece is wider than the cloth`

/** One block, and as many as a runner, a baby quilt and a throw take. */
const BLOCKS = [1, 6, 12, 20] as const
/** Nobody makes more of one. */
const MOST_OF_FAT_QUARTER = 60

/** Triangles of several blocks may share a square. */
const cutsFor = (pieces: readonly Piece[], blocks: number): Rectangles[] =>
  pieces.map((piece) => {
    const cut = cutOf(piece)
    return { ...cut, count: Math.ceil((piece.count * blocks) / 2 ** cut.diagonals) }
  })

function gives(blocks: number) {
  if (blocks === 0) return 'is too little for one block'
  return `gives ${counted(blocks, 'block')}${blocks === MOST_OF_FAT_QUARTER ? ' or more' : ''}`
}

function blocksOfFatQuarter(pieces: readonly Piece[]) {
  let blocks = 0
  while (blocks < MOST_OF_FAT_QUARTER && fatQuartersFor(cutsFor(pieces, blocks + 1)) <= 1) blocks += 1
  return blocks
}

export type Cloth = ReturnType<typeof clothOf>['cloth']

/** How much cloth blocks take, of each slot (D41). */
export function clothOf({ parts }: Cutting) {
  const wide: string[] = []
  const fabrics = parts.flatMap(({ slot = '', pieces }) => {
    const bought = BLOCKS.map((blocks) => {
      const cuts = cutsFor(pieces, blocks)
      const beside = inchesOf(stripsBeside(laid(cuts, USABLE), USABLE))
      // Strips of their own may lie in the better direction.
      return { blocks, ...yardsOf(Math.min(beside, inchesOf(cuts.map(stripsFor)))) }
    })
    if (bought.some(({ yards }) => yards === Number.POSITIVE_INFINITY)) {
      wide.push(tooWide(`fabric ${slot}`))
      return []
    }
    const yards = Object.fromEntries(bought.map((each) => [each.blocks, each.yards]))
    const amounts = bought.map(({ blocks, text }) => `${text} for ${blocks}`).join(', ')
    const blocksPerFatQuarter = blocksOfFatQuarter(pieces)
    const text = `${amounts} blocks; a fat quarter ${gives(blocksPerFatQuarter)}`
    return [{ slot, yards, blocksPerFatQuarter, text }]
  })
  const cloth = fabrics.length > 0 ? { assumptions: `${ALWAYS}. ${BLOCKS_ALONE}`, fabrics } : undefined
  return { cloth, notCounted: wide }
}

/** Puts the seams in the direction that takes less cloth, then fewer panels. */
function panelsOf({ width, height }: Size, usable: number) {
  const way = (side: number, other: number, seams: 'vertical' | 'horizontal') => {
    const panels = side <= usable ? 1 : up((side - PANEL_SEAM) / (usable - PANEL_SEAM))
    return { panels, seams: panels === 1 ? ('none' as const) : seams, ...yardsOf(panels * other) }
  }
  const [vertical, horizontal] = [way(width, height, 'vertical'), way(height, width, 'horizontal')]
  const difference = vertical.yards - horizontal.yards || vertical.panels - horizontal.panels
  return difference <= 0 ? vertical : horizontal
}

function backingOf(size: Size) {
  const { text, ...panels } = panelsOf(size, USABLE)
  const wider = panelsOf(size, WIDER)
  const { width: long, height: short } = longSideFirst(size)
  return {
    ...panels,
    text: wider.yards < panels.yards ? `${text} (${wider.text} where ${WIDER}″ are usable)` : text,
    ...(short <= WIDE_BACKING && {
      wide: { width: WIDE_BACKING, ...yardsOf(long <= WIDE_BACKING ? short : long) },
    }),
  }
}

function packageFor(size: Size) {
  const { width: long, height: short } = longSideFirst(size)
  const found = PACKAGES.find(([, narrow, wide]) => short <= narrow && long <= wide)
  if (found === undefined) return undefined
  const [name, narrow, wide] = found
  const turned = size.width > narrow || size.height > wide ? ', turned' : ''
  const spare = Math.min(narrow - short, wide - long) < 1 ? ', less than an inch to spare' : ''
  return { package: name, packageSize: `${narrow} × ${wide}${turned}${spare}` }
}

/** Parts for which nobody has chosen a fabric, with the slots in which the picture shows them. */
function withoutFabric(parts: readonly CutPart[], palette: readonly Slot[]) {
  const { ground, crossings } = shownSlots(palette)
  const used = new Set(parts.map(({ slot }) => slot))
  const unchosen = new Set(parts.filter(({ slot }) => slot === undefined).map(({ of }) => of))
  return [...unchosen].map((of) => {
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
  const wide: string[] = []
  const unchosen = parts.filter(({ slot }) => slot === undefined)
  const chosen = isComplete ? parts.filter(({ slot }) => slot !== undefined) : []
  const named = Map.groupBy([...chosen, ...unchosen], ({ of, slot }) =>
    slot === undefined ? of : `fabric ${slot}`,
  )
  const fabrics = [...named].flatMap(([what, [part, ...others]]) => {
    if (part === undefined) return []
    const { of, slot } = part
    const bought = yardsFor([part, ...others])
    if (bought === undefined) wide.push(tooWide(what))
    return bought ? [{ ...(slot === undefined ? { of } : { slot }), ...bought }] : []
  })
  const large = { width: quilt.width + LARGER, height: quilt.height + LARGER }
  const packed = packageFor(large)
  const around = upToEighth(2 * (quilt.width + quilt.height) + BINDING_EXTRA)
  // A diagonal join takes as much as the strip is wide.
  const strips = up(around / (USABLE - BINDING_STRIP))
  const toChoose = [...withoutFabric(parts, quilt.palette), 'binding'].join(', ')
  const applying = [
    `${ALWAYS}. ${FINISHING}`,
    ...(parts.some(({ pieces }) => pieces.some(({ form }) => form === 'strip')) ? [JOINING] : []),
    ...(parts.some(({ of }) => of === 'pieces') ? [PIECES] : []),
    `No fabric is chosen for ${toChoose} and backing`,
  ]
  return {
    assumptions: [...applying, ...assumptions].join('. '),
    fabrics,
    binding: { strips, ...yardsOf(strips * BINDING_STRIP), length: around },
    backing: backingOf(large),
    batting: { width: large.width, length: large.height, ...packed },
    notCounted: [
      ...notCounted,
      ...(packed === undefined ? ['batting package: none is large enough'] : []),
      ...wide,
    ],
  }
}
