import type { AssetRecord } from '../core/rooms.ts'
import { counted } from '../core/text.ts'
import type { CutPart } from './cutting.ts'
import { plainInches, plainSize, sizeText } from './inches.ts'
import type { Geometry } from './outline.ts'
import { cutOf, type Piece } from './pieces.ts'
import type { Yardage } from './yardage.ts'

/** `16 half-square triangles`, or `2 strips, border, sides` */
function piecesInWords({ form, place, count }: Piece, of: CutPart['of']) {
  const noun = form === 'template' ? 'template piece' : form.replace(/-(?=goose|triangle)/, ' ')
  const words = counted(count, noun).replace('gooses', 'geese')
  return [words, of === 'pieces' ? undefined : of, place].filter(Boolean).join(', ')
}

function cutInWords(piece: Piece) {
  const { count, text, strips } = cutOf(piece)
  // Strips that are sewn together may leave enough for the next ones.
  if (strips === undefined || strips.count === 0) return `${count} at ${text}`
  const { jellyRoll } = strips
  const roll = jellyRoll === undefined ? '' : `, or ${counted(jellyRoll, 'jelly roll strip')}`
  return `${count} at ${text} (${counted(strips.count, 'strip')} ${plainInches(strips.width)} wide${roll})`
}

const withFatQuarters = ({ text, fatQuarters }: Yardage['fabrics'][number]) =>
  fatQuarters === undefined ? text : `${text} or ${counted(fatQuarters, 'fat quarter')}`

/** It has a slot where a fabric is chosen. */
const purchase = (what: string, amount: string, slot?: string) => ({ what, amount, slot })

function purchasesOf({ fabrics, binding, backing, batting }: Yardage) {
  const { panels, seams, wide } = backing
  const sewn = panels > 1 ? `, ${counted(panels - 1, `${seams} seam`)}` : ''
  const size = plainSize({ width: batting.width, height: batting.length })
  const { package: packed = 'no', packageSize = 'none is large enough' } = batting
  return [
    ...fabrics.map((each) =>
      'slot' in each
        ? purchase(`fabric ${each.slot}`, withFatQuarters(each), each.slot)
        : purchase(each.of, `${withFatQuarters(each)}, fabric not chosen`),
    ),
    purchase(
      'binding',
      `${binding.text}, ${counted(binding.strips, 'strip')}, ${plainInches(binding.length)}″ long`,
    ),
    purchase('backing', `${backing.text}, ${counted(panels, 'panel')}${sewn}`),
    ...(wide ? [purchase('or wide backing', `${wide.text}, ${wide.width}″ wide`)] : []),
    purchase('batting', `${size}″, ${packed} package (${packageSize})`),
  ]
}

export type CutAndBuy = ReturnType<typeof cutAndBuy>

const sentence = (label: string, text: string | undefined) => (text ? `${label}: ${text}.` : undefined)

/** The cutting and shopping list of an outline (D41), in the words of every surface. */
export const cutAndBuy = ({ cutting = [], yardage, cloth, notCounted = [], palette }: Geometry) => ({
  cuts: cutting.flatMap(({ of, slot, pieces }) =>
    pieces.map((piece) => ({
      slot,
      what: piecesInWords(piece, of),
      /** `8 at 2 7/8 × 2 7/8, cut once diagonally (1 strip 2 7/8 wide)` */
      cut: cutInWords(piece),
      /** `2 × 2`, without seams. */
      finished: plainSize(piece),
    })),
  ),
  purchases: yardage
    ? purchasesOf(yardage)
    : (cloth?.fabrics ?? []).map(({ slot, text }) => purchase(`fabric ${slot}`, text, slot)),
  assumed: sentence('Assumed', (yardage ?? cloth)?.assumptions),
  notCounted: sentence('Not counted', (yardage?.notCounted ?? notCounted).join('; ')),
  slots: new Map(palette.map((each) => [each.slot, each])),
})

type Described = Pick<
  AssetRecord,
  'name' | 'width' | 'height' | 'gridRows' | 'gridCols' | 'blockSize' | 'shapeCount' | 'colorHex'
>

/** For people who do not see the drawing: `Bear's Paw, 14 × 14 inches, 45 pieces`. */
export function describeItem(item: Described): string {
  const { name, width, height, gridRows, gridCols, blockSize, shapeCount, colorHex } = item
  const parts = [
    name,
    width && height && `${sizeText({ width, height })} inches`,
    shapeCount !== undefined && counted(shapeCount, 'piece').replace(/^0/, 'no'),
    blockSize && gridRows && gridCols && `${gridRows} × ${gridCols} blocks`,
    colorHex,
  ]
  return parts.filter(Boolean).join(', ')
}
