import { inchesNumber } from './inches.ts'

/** What a description of an item is made of. */
export interface Described {
  readonly name: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly gridRows?: number | undefined
  readonly gridCols?: number | undefined
  /** Of a quilt. */
  readonly blockSize?: number | undefined
  /** Of a block. */
  readonly shapeCount?: number | undefined
  readonly colorHex?: string | undefined
}

/** What a drawing shows, for people who do not see it: `Bear's Paw, 14 × 14 inches, 45 pieces`. */
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
