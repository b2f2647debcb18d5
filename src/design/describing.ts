import type { AssetRecord } from '../core/rooms.ts'
import { inchesNumber } from './inches.ts'

type Described = Pick<AssetRecord, 'name'> &
  Partial<
    Pick<AssetRecord, 'width' | 'height' | 'gridRows' | 'gridCols' | 'blockSize' | 'shapeCount' | 'colorHex'>
  >

/** For people who do not see the drawing: `Bear's Paw, 14 × 14 inches, 45 pieces`. */
export function describeItem({ name, width, height, gridRows, gridCols, ...item }: Described): string {
  const { blockSize, shapeCount, colorHex } = item
  const parts = [name]
  if (width !== undefined && height !== undefined)
    parts.push(`${inchesNumber(width)} × ${inchesNumber(height)} inches`)
  if (shapeCount !== undefined)
    parts.push(shapeCount === 1 ? '1 piece' : `${shapeCount === 0 ? 'no' : shapeCount} pieces`)
  if (blockSize !== undefined && gridRows !== undefined && gridCols !== undefined)
    parts.push(`${gridRows} × ${gridCols} blocks`)
  if (colorHex !== undefined) parts.push(colorHex)
  return parts.join(', ')
}
