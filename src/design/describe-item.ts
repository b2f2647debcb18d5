import type { AssetRecord } from '../core/rooms.ts'
import { counted } from '../core/text.ts'
import { sizeText } from './inches.ts'

type Described = Pick<AssetRecord, 'name'> &
  Partial<
    Pick<AssetRecord, 'width' | 'height' | 'gridRows' | 'gridCols' | 'blockSize' | 'shapeCount' | 'colorHex'>
  >

/** For people who do not see the drawing: `Bear's Paw, 14 × 14 inches, 45 pieces`. */
export function describeItem({ name, width, height, gridRows, gridCols, ...item }: Described): string {
  const { blockSize, shapeCount, colorHex } = item
  const parts = [name]
  if (width !== undefined && height !== undefined) parts.push(`${sizeText({ width, height })} inches`)
  if (shapeCount !== undefined) parts.push(counted(shapeCount, 'piece').replace(/^0/, 'no'))
  if (blockSize !== undefined && gridRows !== undefined && gridCols !== undefined)
    parts.push(`${gridRows} × ${gridCols} blocks`)
  if (colorHex !== undefined) parts.push(colorHex)
  return parts.join(', ')
}
