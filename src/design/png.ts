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

interface Indexed {
  readonly width: number
  readonly height: number
  /** At most 256 colours of 24 bits. */
  readonly palette: readonly number[]
  /** How opaque each colour is, up to 255. The rest are opaque. */
  readonly alphas?: readonly number[]
  /** A byte for the filter of each row, and one for each pixel; not yet compressed. */
  readonly rows: Uint8Array
  /** Of compression. Above 6 it takes ten times as long for a tenth of the size. */
  readonly level?: number
}

export function pngOf(file: Indexed): Uint8Array<ArrayBuffer> {
  const { width, height, palette, alphas = [], rows, level = 6 } = file
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

const channelsOf = (color: number) => [24, 16, 8, 0].map((shift) => (color >>> shift) & 255)

/** The square of the distance. */
const distance = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)

/** Legible on light and on dark backgrounds. */
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

/**
 * A PNG without a background: each pixel gets the nearest of the `most` most frequent colours, at most 256.
 * Drawings have few colours, and a palette makes them a third of the size. `undefined` if it has so many
 * shades that it would be far too large.
 */
export function encodeIndexedPng(
  { rgba, width, height }: Pixels,
  most: number,
): Uint8Array<ArrayBuffer> | undefined {
  const pixels = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  const counts = new Map<number, number>()
  for (let at = 0; at < width * height; at += 1) {
    const color = pixels.getUint32(at * 4)
    counts.set(color, (counts.get(color) ?? 0) + 1)
    if (counts.size > MOST_SHADES) return undefined
  }
  // The inks come first. Fabrics are more frequent than the shades on their edges.
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color)
  const palette = [...new Set([...INKS, ...frequent])].slice(0, most)
  const channels = palette.map(channelsOf)
  const indexes = new Map(palette.map((color, index) => [color, index]))
  for (const color of frequent.filter((each) => !indexes.has(each))) {
    const wanted = channelsOf(color)
    const distances = channels.map((candidate) => distance(candidate, wanted))
    indexes.set(color, distances.indexOf(Math.min(...distances)))
  }
  const rows = Buffer.alloc((1 + width) * height)
  for (let at = 0; at < width * height; at += 1) {
    // Each row begins with a byte for its filter.
    rows[at + 1 + Math.floor(at / width)] = indexes.get(pixels.getUint32(at * 4)) ?? 0
  }
  // Pixels have colours multiplied by alpha, a palette has not.
  const opaque = channels.map(([red = 0, green = 0, blue = 0, alpha = 0]) =>
    [red, green, blue]
      .map((value) => Math.min(OPAQUE, Math.round((value * OPAQUE) / Math.max(1, alpha))))
      .reduce((color, value) => (color << 8) | value, 0),
  )
  return pngOf({ width, height, palette: opaque, alphas: channels.map(([, , , alpha = 0]) => alpha), rows })
}
