import { readOutline } from '../core/design.ts'
import { sizeText } from '../core/inches.ts'

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
  readonly geometry?: unknown
}

/** What a drawing shows, for people who do not see it: `Bear's Paw, 14 × 14 inches, 45 pieces, three fabrics`. */
export function describeItem({ name, width, height, shapeCount, colorHex, geometry }: Described): string {
  const outline = readOutline(geometry)
  const fabrics = outline === undefined || outline.kind === 'swatch' ? 0 : outline.palette.length
  const placed = outline !== undefined && 'placements' in outline ? outline.placements.length : 0
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
