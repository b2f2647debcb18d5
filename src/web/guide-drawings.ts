import { type Html, html } from '../core/html.ts'
import type { SupplyCategory } from '../core/rooms.ts'
import { inchesNumber } from '../design/index.ts'

/** The longest side that a drawing of each category has room for, in inches. So all of one category compare. */
const ROOM: Partial<Readonly<Record<SupplyCategory, number>>> = {
  precuts: 44,
  rulers: 25,
  'cutting-mats': 70,
}
/** Strips are cut across the width of the fabric; this much of it can be used. */
const FABRIC_WIDTH = 40

interface Described {
  readonly name: string
  readonly summary: string
}

interface Size {
  readonly width: number
  readonly height: number
}

const NUMBER = String.raw`(\d{1,3}(?:\.\d{1,3})?)`
const SIDES = new RegExp(String.raw`${NUMBER}(?:-\d+)? ?x ?${NUMBER}`)
const SQUARE = new RegExp(`${NUMBER} in square|squares?, each ${NUMBER} inches`)
const STRIPS = new RegExp(`${NUMBER}-inch strips|strips, each ${NUMBER} inches wide`)

/** The size that a guide states in its name or its text; `undefined` where it states none. */
function sizeIn({ name, summary }: Described): Size | undefined {
  for (const text of [name, summary]) {
    const [, a, b] = SIDES.exec(text) ?? []
    if (a !== undefined && b !== undefined) {
      const sides = [Number(a), Number(b)]
      return { width: Math.max(...sides), height: Math.min(...sides) }
    }
    const square = SQUARE.exec(text)
    const side = Number(square?.[1] ?? square?.[2])
    if (side > 0) return { width: side, height: side }
    const strip = STRIPS.exec(text)
    const narrow = Number(strip?.[1] ?? strip?.[2])
    if (narrow > 0) return { width: FABRIC_WIDTH, height: narrow }
  }
  return undefined
}

/** Lines of a grid in inches, about twelve on the longer side. */
function gridOf({ width, height }: Size): string {
  const step = Math.max(1, Math.ceil(width / 12))
  const lines = (end: number) => Array.from({ length: Math.ceil(end / step) - 1 }, (_, at) => (at + 1) * step)
  return [
    ...lines(width).map((x) => `M${x} 0V${height}`),
    ...lines(height).map((y) => `M0 ${y}H${width}`),
  ].join('')
}

/** Precuts, rulers and mats, drawn to one scale in their category; nothing for a guide without a size. */
export function toScale(
  category: SupplyCategory,
  guide: Described,
  kind: 'small' | 'large',
): Html | undefined {
  const room = ROOM[category]
  const size = room === undefined ? undefined : sizeIn(guide)
  if (room === undefined || size === undefined) return undefined
  const { width, height } = size
  if (width > room) return undefined
  const words = `${inchesNumber(height)} × ${inchesNumber(width)}″`
  const drawing = html`<svg viewBox="0 0 ${room} ${height}" role="img" aria-label="${guide.name}, ${words}"><rect width="${width}" height="${height}" class="body"/><path d="${gridOf(size)}" class="grid"/></svg>`
  return html`<figure class="scale ${kind}">${drawing}<figcaption>${words}</figcaption></figure>`
}
