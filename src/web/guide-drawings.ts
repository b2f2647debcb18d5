import { type Html, html } from '../core/html.ts'
import type { SupplyCategory, SupplyRecord } from '../core/rooms.ts'
import { sizeText } from './parts.ts'

/** The longest side that a drawing of each category has room for, in inches. So all of one category compare. */
const ROOM: Partial<Readonly<Record<SupplyCategory, number>>> = {
  precuts: 44,
  rulers: 25,
  'cutting-mats': 70,
}
/** Strips are cut across the width of the fabric; this much of it can be used. */
const FABRIC_WIDTH = 40

interface Size {
  readonly width: number
  readonly height: number
}

const NUMBER = String.raw`(\d{1,3}(?:\.\d{1,3})?)`
/** How guides state sizes: two sides, the side of squares, or the width of strips. */
const SIZES: ReadonlyArray<readonly [pattern: RegExp, sizeOf: (a: number, b: number) => Size]> = [
  [
    new RegExp(String.raw`${NUMBER}(?:-\d+)? ?x ?${NUMBER}`),
    (a, b) => ({ width: Math.max(a, b), height: Math.min(a, b) }),
  ],
  [
    new RegExp(`${NUMBER} in square|squares?, each ${NUMBER} inches`),
    (side) => ({ width: side, height: side }),
  ],
  [
    new RegExp(`${NUMBER}-inch strips|strips, each ${NUMBER} inches wide`),
    (height) => ({ width: FABRIC_WIDTH, height }),
  ],
]

function sizeIn(text: string): Size | undefined {
  for (const [pattern, sizeOf] of SIZES) {
    const [a, b = 0] = (pattern.exec(text) ?? []).slice(1).filter(Boolean).map(Number)
    if (a !== undefined) return sizeOf(a, b)
  }
  return undefined
}

/**
 * A rectangle with a grid, to scale.
 *
 * @param step between two lines of the grid, in inches.
 * @param room the width that the drawing is for, in inches. By default it is that of the rectangle.
 */
export function squared({ width, height }: Size, step: number, label: string, room = width): Html {
  const lines = (end: number) => Array.from({ length: Math.ceil(end / step) - 1 }, (_, at) => (at + 1) * step)
  const d = [...lines(width).map((x) => `M${x} 0V${height}`), ...lines(height).map((y) => `M0 ${y}H${width}`)]
  return html`<svg viewBox="0 0 ${room} ${height}" role="img" aria-label="${label}"><rect width="${width}" height="${height}"/><path d="${d.join('')}"/></svg>`
}

/** Precuts, rulers and mats, drawn to one scale in their category; nothing for a guide without a size. */
export function toScale(
  category: SupplyCategory,
  { name, summary }: Pick<SupplyRecord, 'name' | 'summary'>,
  kind: 'small' | 'large',
): Html | undefined {
  const room = ROOM[category] ?? 0
  const size = sizeIn(name) ?? sizeIn(summary)
  if (size === undefined || size.width > room) return undefined
  const words = sizeText(size.height, size.width)
  // About twelve squares on the longer side.
  const step = Math.max(1, Math.ceil(size.width / 12))
  return html`<figure class="scale ${kind}">${squared(size, step, `${name}, ${words}`, room)}<figcaption>${words}</figcaption></figure>`
}
