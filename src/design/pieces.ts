import { counted } from '../core/text.ts'
import { down, onRuler, plainSize, up, upToEighth, upToMark } from './inches.ts'
import { longSideFirst, type Size } from './polygon.ts'

/** What is left of a bolt of 42 to 44 inches without its edges, after washing. */
export const USABLE = 40

/** The usual seam allowance, in inches. */
export const SEAM = 0.25
const RIGHT_ANGLES = { seams: 2 * SEAM, diagonals: 0 } as const
const QUARTER_SQUARE = { seams: 1.25, diagonals: 2 } as const

/**
 * What quilters call a piece (D41), what seams add to its sides, and the diagonal cuts. Triangles are cut from
 * squares of their leg or their long edge.
 */
const FORMS = {
  square: RIGHT_ANGLES,
  rectangle: RIGHT_ANGLES,
  strip: RIGHT_ANGLES,
  'half-square-triangle': { seams: 0.875, diagonals: 1 },
  'quarter-square-triangle': QUARTER_SQUARE,
  'flying-goose': QUARTER_SQUARE,
  template: RIGHT_ANGLES,
} as const
type Form = keyof typeof FORMS

/** In inches. */
export interface Rectangles extends Size {
  readonly count: number
}

/** Squares or rectangles to cut, in inches with seams. */
interface Cut extends Rectangles {
  diagonals: 0 | 1 | 2
  text: string
  /** The strips across the cloth that hold them; absent for pieces that are wider than the cloth. */
  strips?: Strips | undefined
}

interface Strips {
  count: number
  width: number
  /** How many lie in one, unless strips are sewn end to end. */
  perStrip?: number
  /** How many strips of a jelly roll hold them, if others are counted. */
  jellyRoll?: number
}

/**
 * Equal pieces or mirror images. Their finished size, the longer side first: of half-square triangles the sides
 * at the right angle, of geese and quarter-square triangles the long edge and the height, of templates the
 * rectangle around them (upright if a side is, otherwise along the longest).
 */
export type Piece = Rectangles & {
  readonly form: Form
  readonly place?: 'sides' | 'top and bottom' | undefined
} & (
    | { readonly cut: Cut }
    /** On no ruler: first cut what holds one, two or four, then trim each to a template. */
    | { readonly cut: 'template'; readonly fitsIn: Cut }
  )

/** What is cut first. */
export const cutOf = (piece: Piece): Cut => (piece.cut === 'template' ? piece.fitsIn : piece.cut)

/** The width of its strips. */
const JELLY_ROLL = 2.5

/** Cuts in the direction that needs less cloth. Infinitely many strips for pieces that are wider than the cloth. */
export function stripsFor({ width, height, count }: Rectangles): Strips {
  const along = (side: number, across: number) => {
    const perStrip = down(USABLE / side)
    return { count: up(count / perStrip), width: across, perStrip }
  }
  const [one, other] = [along(width, height), along(height, width)]
  const [best, worse] = one.count * one.width <= other.count * other.width ? [one, other] : [other, one]
  const isRoll = worse.width === JELLY_ROLL && worse.perStrip > 0 && best.width !== JELLY_ROLL
  return { ...best, ...(isRoll && { jellyRoll: worse.count }) }
}

/** Strips that are sewn end to end lose half an inch at each join. */
const joinedStrips = (inches: number) => up((inches - 0.5) / (USABLE - 0.5))

/** Strips that are cut from others, which are sewn end to end. They begin with the rest of those `before`. */
function joinedFrom({ width, height, count }: Rectangles, before: number) {
  const inches = width * count
  const more = joinedStrips(before + inches) - joinedStrips(before)
  const isLong = width > USABLE
  const strips = { count: more, width: height }
  if (before === 0) return { strips, joined: isLong ? ', joined from strips' : '' }
  if (more >= joinedStrips(inches))
    return { strips, joined: `,${isLong ? ' joined' : ''} from ${counted(more, 'new strip')}` }
  const others = more > 0 ? ` and ${counted(more, 'more strip')}` : ''
  return { strips, joined: `, from what is left of the strips before${others}` }
}

export const toThousandths = (inches: number) => Math.round(inches * 1000) / 1000
const DIAGONALS = ['', ', cut once diagonally', ', cut twice diagonally'] as const

export interface Finished extends Rectangles {
  readonly form: Form
  /** The size to cut where `FORMS` does not say it. */
  readonly cloth?: Size | undefined
  /** The inches of strips that these are sewn to. */
  readonly sewnTo?: number | undefined
}

export function pieceOf(finished: Finished): Piece {
  const { form, count, cloth, sewnTo } = finished
  const { seams, diagonals } = FORMS[form]
  const { width: long, height: short } = longSideFirst(finished)
  const exact = cloth ?? { width: long + seams, height: (diagonals > 0 ? long : short) + seams }
  const [width, height] = [upToMark(exact.width), upToMark(exact.height)]
  const rectangles = { width, height, count: Math.ceil(count / 2 ** diagonals) }
  const isJoined = sewnTo !== undefined || (form === 'strip' && width > USABLE)
  const { strips, joined } =
    isJoined && height <= USABLE
      ? joinedFrom(rectangles, sewnTo ?? 0)
      : { strips: stripsFor(rectangles), joined: '' }
  const text = `${plainSize(rectangles)}${DIAGONALS[diagonals]}${joined}`
  const isTooWide = strips.count === Number.POSITIVE_INFINITY
  const cut = { ...rectangles, diagonals, text, strips: isTooWide ? undefined : strips }
  const piece = { form, width: toThousandths(long), height: toThousandths(short), count }
  const isOnMarks = [exact.width, exact.height].every((side) => onRuler(side) !== undefined)
  if (form !== 'template' && isOnMarks) return { ...piece, cut }
  const trim = form === 'template' || diagonals > 0 ? 'a template with seams' : plainSize(exact)
  return { ...piece, cut: 'template', fitsIn: { ...cut, text: `${text}, then trimmed to ${trim}` } }
}

const square = (edge: number): Size => ({ width: edge, height: edge })

export const squares = (edge: number, count: number): Piece =>
  pieceOf({ form: 'square', ...square(edge), count })

/** They are trimmed to fit a side, so they are cut up to the next eighth. */
export function strips(length: number, width: number, count: number, sewnTo?: number): Piece {
  const finished = longSideFirst({ width: length, height: width })
  const cloth = { width: upToEighth(finished.width) + 2 * SEAM, height: finished.height + 2 * SEAM }
  return pieceOf({ form: 'strip', ...finished, count, cloth, sewnTo })
}

/** Charts calculate with this number instead of the root of two, so that sizes agree with theirs. */
const ROOT = 1414 / 1000

/** The triangles at the sides and corners of a quilt on point, cut up to the next eighth and trimmed. */
export function sideTriangles(block: number, count: number): Piece {
  const edge = block * Math.SQRT2
  const cloth = square(upToEighth(block * ROOT + QUARTER_SQUARE.seams))
  return pieceOf({ form: 'quarter-square-triangle', width: edge, height: edge / 2, count, cloth })
}
export function cornerTriangles(block: number, count: number): Piece {
  const form = 'half-square-triangle'
  const cloth = square(upToEighth(block / ROOT + FORMS[form].seams))
  return pieceOf({ form, ...square(block / Math.SQRT2), count, cloth })
}
