import type { AssetRecord } from '../core/rooms.ts'
import { counted } from '../core/text.ts'
import type { CutPart } from './cutting.ts'
import { inchesNumber, plainInches } from './inches.ts'
import type { Geometry } from './outline.ts'
import { cutOf, type Piece } from './pieces.ts'
import type { Yardage } from './yardage.ts'

const sizeIn = (write: (inches: number) => string, width: number, height: number) =>
  `${write(width)} × ${write(height)}`

/** Pieces as quilters call them, and where they lie: `16 half-square triangles`, `2 strips, border, sides`. */
function piecesInWords({ form, place, count }: Piece, of: CutPart['of']): string {
  const noun = form === 'template' ? 'template piece' : form.replace(/-(?=goose|triangle)/, ' ')
  const words = counted(count, noun).replace('gooses', 'geese')
  return [words, of === 'pieces' ? undefined : of, place].filter(Boolean).join(', ')
}

function cutInWords(piece: Piece): string {
  const { count, text, strips } = cutOf(piece)
  // Strips that are sewn together may leave enough for the next ones.
  if (strips === undefined || strips.count === 0) return `${count} at ${text}`
  return `${count} at ${text} (${counted(strips.count, 'strip')} ${plainInches(strips.width)} wide)`
}

/** Equal pieces, each property in words. */
const cutRow = (piece: Piece, { of, slot }: CutPart) => ({
  slot,
  what: piecesInWords(piece, of),
  /** `8 at 2 7/8 × 2 7/8, cut once diagonally (1 strip 2 7/8 wide)` */
  cut: cutInWords(piece),
  /** `2 × 2`, without seams. */
  finished: sizeIn(plainInches, piece.width, piece.height),
})

/** In words, with its slot where a fabric is chosen. */
interface Purchase {
  readonly slot?: string
  readonly what: string
  readonly amount: string
}

function purchasesOf({ fabrics, binding, backing, batting }: Yardage): Purchase[] {
  const { wide } = backing
  const panels = counted(backing.panels, 'panel')
  const seams = backing.panels > 1 ? [counted(backing.panels - 1, `${backing.seams} seam`)] : []
  const size = sizeIn(plainInches, batting.width, batting.length)
  const { package: packed = 'no', packageSize = 'none is large enough' } = batting
  return [
    ...fabrics.map((each) =>
      'slot' in each
        ? { slot: each.slot, what: `fabric ${each.slot}`, amount: each.text }
        : { what: each.of, amount: `${each.text}, fabric not chosen` },
    ),
    { what: 'binding', amount: `${binding.text}, ${counted(binding.strips, 'strip')}` },
    { what: 'backing', amount: [backing.text, panels, ...seams].join(', ') },
    ...(wide ? [{ what: 'or wide backing', amount: `${wide.text}, ${wide.width}″ wide` }] : []),
    { what: 'batting', amount: `${size}″, ${packed} package (${packageSize})` },
  ]
}

export type CutAndBuy = ReturnType<typeof cutAndBuy>

/** What an outline says of cutting and buying (D41), in the words of every surface. */
export const cutAndBuy = ({ cutting = [], yardage, notCounted = [], palette }: Geometry) => ({
  cuts: cutting.flatMap((part) => part.pieces.map((piece) => cutRow(piece, part))),
  purchases: yardage === undefined ? [] : purchasesOf(yardage),
  assumptions: yardage?.assumptions,
  notCounted: yardage?.notCounted ?? notCounted,
  slots: new Map(palette.map((each) => [each.slot, each])),
})

type Described = Pick<AssetRecord, 'name'> &
  Partial<
    Pick<AssetRecord, 'width' | 'height' | 'gridRows' | 'gridCols' | 'blockSize' | 'shapeCount' | 'colorHex'>
  >

/** For people who do not see the drawing: `Bear's Paw, 14 × 14 inches, 45 pieces`. */
export function describeItem({ name, width, height, gridRows, gridCols, ...item }: Described): string {
  const { blockSize, shapeCount, colorHex } = item
  const parts = [name]
  if (width !== undefined && height !== undefined) parts.push(`${sizeIn(inchesNumber, width, height)} inches`)
  if (shapeCount !== undefined) parts.push(counted(shapeCount, 'piece').replace(/^0/, 'no'))
  if (blockSize !== undefined && gridRows !== undefined && gridCols !== undefined)
    parts.push(`${gridRows} × ${gridCols} blocks`)
  if (colorHex !== undefined) parts.push(colorHex)
  return parts.join(', ')
}
