import fc from 'fast-check'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { foldWords } from '../../src/core/text.ts'

/** Words beside those of a fabric: of sentences, measures, colours, short names, separators, and one that nothing has. */
const OTHERS =
  'solid|fabric|in|fat quarter|a|or|and|,|please|2 1/2 yards|color|blue|green|red|dark|warm|bright|hellblau|vert|#5F8A8B|#D9A441|agf|rk|kona|moda bella|zebra|108'.split(
    '|',
  )

const CHANGES = [
  'whole',
  'beginning',
  'inside',
  'slip',
  'swap',
  'first letter',
  'joined',
  'cut',
  'sku',
] as const

/** A word of some fabric, changed as people change words. */
const piece = fc.record({
  word: fc.nat(),
  at: fc.nat(),
  length: fc.nat(),
  change: fc.constantFrom(...CHANGES),
})
const other = fc.constantFrom(...OTHERS)

/** A query to come: the pieces are words of one fabric or of several, with other words between them. */
export const drawnQuery = fc.record({
  fabric: fc.nat(),
  isOfOne: fc.boolean(),
  pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
  others: fc.array(other, { maxLength: 2 }),
  isOthersFirst: fc.boolean(),
})
export type DrawnQuery = typeof drawnQuery extends fc.Arbitrary<infer Value> ? Value : never

type Piece = DrawnQuery['pieces'][number]

function changed(row: FabricRecord | undefined, { word, at, length, change }: Piece): string {
  if (change === 'sku') return (row?.sku ?? '').slice(0, 3 + (length % 8))
  const words = foldWords(`${row?.name} ${row?.collection} ${row?.manufacturer}`)
  const index = word % Math.max(1, words.length)
  const letters = [...(words[index] ?? '')]
  const place = at % Math.max(1, letters.length)
  const [before, behind] = [letters.slice(0, place).join(''), letters.slice(place).join('')]
  switch (change) {
    case 'whole':
      return letters.join('')
    case 'beginning':
      return letters.slice(0, 1 + (length % Math.max(1, letters.length))).join('')
    case 'inside':
      return letters.slice(place, place + 3 + (length % 3)).join('')
    case 'slip':
      return letters.toSpliced(place, 1, ...['', 'e', 'xo'].slice(length % 3, 1 + (length % 3))).join('')
    case 'swap':
      return before + behind.replace(/^(.)(.)/u, '$2$1')
    case 'first letter':
      return ['q', ...letters.slice(1)].join('')
    case 'joined':
      return words.slice(index, index + 2).join('')
    case 'cut':
      return `${before} ${behind}`
  }
}

/** The text of a drawn query over a catalog; at most 100 characters (§4.2). */
export function textOf(rows: readonly FabricRecord[], drawn: DrawnQuery): string {
  const words = drawn.pieces.map((each, index) =>
    // Few people cut more than one word.
    index > 0 && each.change === 'cut'
      ? ''
      : changed(rows[(drawn.fabric + (drawn.isOfOne ? 0 : index * 977)) % rows.length], each),
  )
  const all = drawn.isOthersFirst ? [...drawn.others, ...words] : [...words, ...drawn.others]
  return all.join(' ').slice(0, 100)
}
