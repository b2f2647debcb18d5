import type { Design } from './design.ts'
import { sizeText } from './inches.ts'

const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const inWords = (count: number) => WORDS[count] ?? String(count)

export interface Described {
  readonly name: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly shapeCount?: number | undefined
  readonly colorHex?: string | undefined
  readonly design?: Design | undefined
}

/** What a drawing shows, for people who do not see it: `Bear's Paw, 14 × 14 inches, 45 pieces, three fabrics`. */
export function describeItem({ name, width, height, shapeCount, colorHex, design }: Described): string {
  const fabrics = design === undefined || design.kind === 'swatch' ? 0 : design.palette.length
  const placed = design !== undefined && 'placements' in design ? design.counts.placements : 0
  return [
    name,
    width !== undefined && height !== undefined && sizeText(width, height),
    shapeCount !== undefined &&
      (shapeCount === 1 ? '1 piece' : `${shapeCount === 0 ? 'no' : shapeCount} pieces`),
    placed > 0 && `${placed} blocks`,
    fabrics > 0 && (fabrics === 1 ? 'one fabric' : `${inWords(fabrics)} fabrics`),
    colorHex,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ')
}
