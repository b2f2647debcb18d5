import { sizeText } from './inches.ts'

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
  const hasBlocks = item.blockSize !== undefined && gridRows !== undefined && gridCols !== undefined
  return [
    name,
    width !== undefined && height !== undefined && sizeText(width, height),
    item.shapeCount !== undefined &&
      (item.shapeCount === 1 ? '1 piece' : `${item.shapeCount === 0 ? 'no' : item.shapeCount} pieces`),
    hasBlocks && `${gridRows} × ${gridCols} blocks`,
    item.colorHex,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ')
}
