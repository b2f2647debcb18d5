import { counted } from '../core/text.ts'
import type { CutPart, Cutting } from './cutting.ts'
import { type Slot, shownSlots } from './design.ts'
import { down, plainInches, up, upToEighth } from './inches.ts'
import { cutOf, type Piece, type Rectangles, stripsFor, USABLE } from './pieces.ts'
import { type Size, sumOf } from './polygon.ts'

/** Inches. Formulas, defaults and their sources: docs/quilting.md. */
const YARD = 36
const BINDING_STRIP = 2.5
/** Inches of binding for corners and the last join. */
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
const laid = (cuts: readonly Rectangles[], usable: number): Rectangles[] =>
  cuts
    .map((cut) => (cut.width <= usable ? cut : { width: cut.height, height: cut.width, count: cut.count }))
    .toSorted((a, b) => b.height - a.height)

/** Equal strips, and the inches that are left of each. */
interface Begun {
  readonly left: number
  readonly strips: number
}

/**
 * How many strips each size takes, if smaller ones are cut from what is left of larger ones. The widths lie along
 * the strips. Infinitely many if a piece is too long.
 */
function stripsBeside(pieces: readonly Rectangles[], usable: number) {
  let begun: Begun[] = []
  return pieces.map(({ width, height, count }) => {
    const left: Begun[] = []
    let rest = count
    const cutFrom = (group: Begun) => {
      const each = down(group.left / width)
      const full = each === 0 ? 0 : Math.min(group.strips, Math.floor(rest / each))
      rest -= full * each
      // The last strip that pieces are cut from may keep room for more of them.
      const others = full < group.strips ? Math.min(rest, each) : 0
      const last = others > 0 ? 1 : 0
      rest -= others
      left.push(
        { left: group.left - each * width, strips: full },
        { left: group.left - others * width, strips: last },
        { left: group.left, strips: group.strips - full - last },
      )
    }
    for (const group of begun) cutFrom(group)
    const strips = up(rest / down(usable / width))
    cutFrom({ left: usable, strips })
    begun = left.filter((group) => group.strips > 0)
    return { height, count: strips }
  })
}

/** What can be used of 18 × 22 inches. */
const FAT_QUARTER = { long: 21, short: 18 } as const

/** Infinite if a piece is too long. */
function fatQuartersFor(cuts: readonly Rectangles[]): number {
  const cutInto = (length: number, width: number) => {
    const strips = stripsBeside(laid(cuts, length), length)
    // Strips lie in a fat quarter as pieces lie in a strip.
    const beside = stripsBeside(
      strips.map(({ height, count }) => ({ width: height, height: 1, count })),
      width,
    )
    return sumOf(beside.map(({ count }) => count))
  }
  const { long, short } = FAT_QUARTER
  return Math.min(cutInto(long, short), cutInto(short, long))
}

/** `undefined` if a piece is wider than the cloth in both directions. */
function yardsFor(parts: readonly CutPart[]) {
  const cuts = parts.flatMap(({ pieces }) => pieces.map(cutOf))
  const strips = cuts.flatMap((cut) => cut.strips ?? [])
  if (strips.length < cuts.length) return undefined
  const fatQuarters = fatQuartersFor(cuts)
  return {
    ...yardsOf(sumOf(strips.map(({ count, width }) => count * width))),
    ...(fatQuarters < Number.POSITIVE_INFINITY && { fatQuarters }),
  }
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

function gives(blocks: number): string {
  if (blocks === 0) return 'is too little for one block'
  return `gives ${counted(blocks, 'block')}${blocks === MOST_OF_FAT_QUARTER ? ' or more' : ''}`
}

function blocksOfFatQuarter(pieces: readonly Piece[]): number {
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
      const beside = stripsBeside(laid(cuts, USABLE), USABLE)
      const inches = sumOf(beside.map(({ height, count }) => height * count))
      // Strips of their own may lie in the better direction.
      const ownInches = sumOf(cuts.map(stripsFor).map(({ width, count }) => width * count))
      return { blocks, ...yardsOf(Math.min(inches, ownInches)) }
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
  const wideLength = long <= WIDE_BACKING ? short : long
  return {
    ...panels,
    text: wider.yards < panels.yards ? `${text} (${wider.text} where ${WIDER}″ are usable)` : text,
    ...(short <= WIDE_BACKING && { wide: { width: WIDE_BACKING, ...yardsOf(wideLength) } }),
  }
}

function packageFor(width: number, length: number) {
  const [short, long] = [Math.min(width, length), Math.max(width, length)]
  const found = PACKAGES.find(([, narrow, wide]) => short <= narrow && long <= wide)
  if (found === undefined) return undefined
  const [name, narrow, wide] = found
  const turned = width > narrow || length > wide ? ', turned' : ''
  const spare = Math.min(narrow - short, wide - long) < 1 ? ', less than an inch to spare' : ''
  return { package: name, packageSize: `${narrow} × ${wide}${turned}${spare}` }
}

/** Says which parts have no fabric yet, with the slots in which the picture shows them. */
function withoutFabric(
  unchosen: ReadonlyArray<CutPart['of']>,
  parts: readonly CutPart[],
  palette: readonly Slot[],
): string[] {
  const { ground, crossings } = shownSlots(palette)
  const used = new Set(parts.map(({ slot }) => slot))
  return unchosen.map((of) => {
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
  const buy = <Named extends { slot: string } | { of: string }>(
    what: string,
    named: Named,
    same: CutPart[],
  ) => {
    const bought = yardsFor(same)
    if (bought === undefined) wide.push(tooWide(what))
    return bought ? [{ ...named, ...bought }] : []
  }
  const chosen = Map.groupBy(isComplete ? parts : [], ({ slot }) => slot)
  const unchosen = Map.groupBy(
    parts.filter(({ slot }) => slot === undefined),
    ({ of }) => of,
  )
  const fabrics = [
    ...[...chosen].flatMap(([slot, same]) =>
      slot === undefined ? [] : buy(`fabric ${slot}`, { slot }, same),
    ),
    ...[...unchosen].flatMap(([of, same]) => buy(of, { of }, same)),
  ]
  const [width, length] = [quilt.width + LARGER, quilt.height + LARGER]
  const packed = packageFor(width, length)
  const around = upToEighth(2 * (quilt.width + quilt.height) + BINDING_EXTRA)
  // A diagonal join takes as much as the strip is wide.
  const strips = up(around / (USABLE - BINDING_STRIP))
  const toChoose = [...withoutFabric([...unchosen.keys()], parts, quilt.palette), 'binding'].join(', ')
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
    backing: backingOf(width, length),
    batting: { width, length, ...packed },
    notCounted: [
      ...notCounted,
      ...(packed === undefined ? ['batting package: none is large enough'] : []),
      ...wide,
    ],
  }
}
