import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INDEXED = 3

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Four bytes each; alpha is ignored. */
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

const colorAt = (rgba: Uint8Array, offset: number) =>
  ((rgba[offset] ?? 0) << 16) | ((rgba[offset + 1] ?? 0) << 8) | (rgba[offset + 2] ?? 0)

function distance(first: number, second: number): number {
  const red = (first >> 16) - (second >> 16)
  const green = ((first >> 8) & 255) - ((second >> 8) & 255)
  const blue = (first & 255) - (second & 255)
  return red * red + green * green + blue * blue
}

/** Black on white in five steps, so that words stay legible whatever the fabrics are. */
const INK = [0x000000, 0x555555, 0x999999, 0xcccccc, 0xffffff]

/** The colours of the words, then the most frequent ones: fabrics first, then the shades on their edges. */
function commonColors({ rgba }: Pixels, most: number): number[] {
  const counts = new Map<number, number>()
  for (let offset = 0; offset < rgba.length; offset += 4) {
    const color = colorAt(rgba, offset)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color)
  return [...new Set([...INK, ...frequent])].slice(0, most)
}

/**
 * A PNG with a palette: each pixel gets the nearest of the most frequent colours. Drawings have few colours,
 * and with a palette they take a third of the size of true colour.
 *
 * @param most at most 256 colours; up to 16 take half a byte each.
 */
export function encodeIndexedPng(pixels: Pixels, most: number): Uint8Array<ArrayBuffer> {
  const { width, height, rgba } = pixels
  const palette = commonColors(pixels, most)
  const depth = palette.length <= 16 ? 4 : 8
  const nearest = new Map(palette.map((color, index) => [color, index]))
  const indexOf = (color: number): number => {
    const known = nearest.get(color)
    if (known !== undefined) return known
    let best = 0
    palette.forEach((candidate, index) => {
      if (distance(candidate, color) < distance(palette[best] ?? 0, color)) best = index
    })
    nearest.set(color, best)
    return best
  }
  const stride = 1 + Math.ceil((width * depth) / 8)
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = indexOf(colorAt(rgba, (y * width + x) * 4))
      const at = y * stride + 1 + (depth === 8 ? x : x >> 1)
      rows[at] = depth === 8 ? index : (rows[at] ?? 0) | (x % 2 === 0 ? index << 4 : index)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = INDEXED
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
