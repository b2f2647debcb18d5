import { crc32, deflateSync } from 'node:zlib'

/** D39: small enough for every client. */
export const MOST_PNG_BYTES = 16_384

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BITS = 8
const INDEXED = 3

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Four bytes each: red, green and blue times alpha, and alpha. */
  readonly rgba: Uint8Array
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A file with a palette. */
export interface Indexed {
  readonly width: number
  readonly height: number
  /** At most 256 colours of 24 bits. */
  readonly palette: readonly number[]
  /** How opaque each colour is, up to 255. Those that are not named are opaque. */
  readonly alphas?: readonly number[]
  /** A byte for each pixel, and the filter in front of each row; not yet compressed. */
  readonly rows: Uint8Array
  /** Of compression. A level above 6 takes ten times as long for a tenth of the size. */
  readonly level?: number
}

export function pngOf({
  width,
  height,
  palette,
  alphas = [],
  rows,
  level = 6,
}: Indexed): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = BITS
  header[9] = INDEXED
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
      ...(alphas.length > 0 ? [chunk('tRNS', Buffer.from(alphas))] : []),
      chunk('IDAT', deflateSync(rows, { level })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function distance(first: number, second: number): number {
  const red = (first >>> 24) - (second >>> 24)
  const green = ((first >> 16) & 255) - ((second >> 16) & 255)
  const blue = ((first >> 8) & 255) - ((second >> 8) & 255)
  const alpha = (first & 255) - (second & 255)
  return red * red + green * green + blue * blue + alpha * alpha
}

/** Words and lines are legible on light and on dark backgrounds. */
export const INK = '#7A756D'
const OPAQUE = 255
/** The ink in five steps down to nothing, so that words stay legible whatever the fabrics are. */
const INKS = [OPAQUE, 192, 128, 64, 0].map((alpha) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Math.round((Number.parseInt(INK.slice(at, at + 2), 16) * alpha) / OPAQUE),
  )
  return ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0
})

/** With more shades than this, no picture of 640 pixels is small enough. */
const MOST_SHADES = 2_000

/** The colours of the words, then the most frequent ones: fabrics first, then the shades on their edges. */
function commonColors(counts: ReadonlyMap<number, number>, most: number): number[] {
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color)
  return [...new Set([...INKS, ...frequent])].slice(0, most)
}

/** The colours of all pixels. Neighbours are mostly equal, so only changes are looked up. */
function readColors({ rgba, width, height }: Pixels) {
  const colors = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  const pixels = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  let [color, run] = [-1, 0]
  const endRun = () => counts.set(color, (counts.get(color) ?? 0) + run)
  for (let at = 0; at < colors.length; at += 1) {
    const next = pixels.getUint32(at * 4)
    if (next !== color) {
      if (run > 0) endRun()
      ;[color, run] = [next, 0]
    }
    run += 1
    colors[at] = next
  }
  endRun()
  return { colors, counts }
}

/**
 * A PNG with a palette on nothing: each pixel gets the nearest of the most frequent colours. Drawings have few colours,
 * and with a palette they take a third of the size of true colour.
 *
 * @param most at most 256 colours.
 * @returns `undefined` if it has so many shades that it would be far too large.
 */
export function encodeIndexedPng(pixels: Pixels, most: number): Uint8Array<ArrayBuffer> | undefined {
  const { width, height } = pixels
  const { colors, counts } = readColors(pixels)
  if (counts.size > MOST_SHADES) return undefined
  const palette = commonColors(counts, most)
  const nearest = new Map(palette.map((color, index) => [color, index]))
  const indexOf = (color: number): number => {
    const known = nearest.get(color)
    if (known !== undefined) return known
    let best = 0
    let least = Number.POSITIVE_INFINITY
    palette.forEach((candidate, index) => {
      const off = distance(candidate, color)
      if (off < least) [best, least] = [index, off]
    })
    nearest.set(color, best)
    return best
  }
  const rows = Buffer.alloc((1 + width) * height)
  let [last, index] = [-1, 0]
  colors.forEach((color, at) => {
    if (color !== last) [last, index] = [color, indexOf(color)]
    rows[at + 1 + Math.floor(at / width)] = index
  })
  const alphas = palette.map((color) => color & 255)
  const opaque = palette.map((color) => {
    const alpha = Math.max(1, color & 255)
    const [red = 0, green = 0, blue = 0] = [24, 16, 8].map((shift) =>
      Math.min(255, Math.round((((color >>> shift) & 255) * OPAQUE) / alpha)),
    )
    return (red << 16) | (green << 8) | blue
  })
  return pngOf({ width, height, palette: opaque, alphas, rows })
}
