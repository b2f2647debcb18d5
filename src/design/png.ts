import { constants, crc32, deflateSync } from 'node:zlib'
import type { Size } from './polygon.ts'

/** D39: small enough for every client. */
export const MOST_PNG_BYTES = 16_384

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BITS = 8
const INDEXED = 3

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([fourBytes(data.length), body, fourBytes(crc32(body))])
}

interface Indexed extends Size {
  /** Three bytes for each of at most 256 colours. */
  palette: Uint8Array
  /** How opaque each colour is, up to 255. The rest are opaque. */
  alphas?: readonly number[]
  /** A byte for the filter of each row, and one for each pixel. */
  rows: Uint8Array
  strategy?: number
}

function pngOf({ width, height, palette, alphas = [], rows, strategy }: Indexed) {
  const header = [fourBytes(width), fourBytes(height), Buffer.from([BITS, INDEXED, 0, 0, 0])]
  const chunks = [
    chunk('IHDR', Buffer.concat(header)),
    chunk('PLTE', palette),
    ...(alphas.length > 0 ? [chunk('tRNS', Buffer.from(alphas))] : []),
    // Above this level it takes ten times as long for a tenth of the size.
    chunk('IDAT', deflateSync(rows, { level: 6, strategy })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Uint8Array.from(Buffer.concat([SIGNATURE, ...chunks]))
}

/** Legible on light and on dark backgrounds. */
export const INK = '#7A756D'
const OPAQUE = 255
/** The ink in five steps down to nothing, so that words stay legible whatever the fabrics are. */
const INKS = [OPAQUE, 192, 128, 64, 0].map((alpha) => {
  const ink = [...Buffer.from(INK.slice(1), 'hex')].map((value) => Math.round((value * alpha) / OPAQUE))
  return Buffer.from([...ink, alpha]).readUInt32BE()
})

/** With more shades than this, no picture of 640 pixels is small enough. */
const MOST_SHADES = 2_000

export interface Pixels extends Size {
  /** Four bytes each: red, green and blue times alpha, and alpha. */
  readonly rgba: Uint8Array
}

/** Calls `use` for neighbours of one colour in a row, with their bytes in `Indexed.rows`. */
function eachRun({ rgba, width, height }: Pixels, use: (color: number, from: number, to: number) => void) {
  const pixels = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  for (let row = 0; row < height; row += 1) {
    const pixel = row * width
    const byte = row * (1 + width) + 1
    let from = 0
    for (let x = 1; x <= width; x += 1) {
      const color = pixels.getUint32((pixel + from) * 4)
      if (x < width && pixels.getUint32((pixel + x) * 4) === color) continue
      use(color, byte + from, byte + x)
      from = x
    }
  }
}

const channelsOf = (color: number) => [24, 16, 8, 0].map((shift) => (color >>> shift) & 255)

const distance = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)

/**
 * A PNG without a background: each pixel gets the nearest of the `most` most frequent colours, at most 256.
 * A palette makes drawings a third of the size. `undefined` if there are far too many shades.
 */
export function encodeIndexedPng(image: Pixels, most: number): Uint8Array<ArrayBuffer> | undefined {
  const { width, height } = image
  const counts = new Map<number, number>()
  eachRun(image, (color, from, to) => counts.set(color, (counts.get(color) ?? 0) + to - from))
  if (counts.size > MOST_SHADES) return undefined
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
  const rows = new Uint8Array((1 + width) * height)
  eachRun(image, (color, from, to) => rows.fill(indexes.get(color) ?? 0, from, to))
  // Pixels have colours multiplied by alpha, a palette has not.
  const opaque = channels.flatMap(([red = 0, green = 0, blue = 0, alpha = 0]) =>
    [red, green, blue].map((value) => Math.min(OPAQUE, Math.round((value * OPAQUE) / Math.max(1, alpha)))),
  )
  const alphas = channels.map(([, , , alpha = 0]) => alpha)
  return pngOf({ width, height, palette: Buffer.from(opaque), alphas, rows })
}

const WIDEST = 640
/** In pixels. If there are many swatches, they are narrower. */
const SIDE = 56
const GAP = 2
/** Light grey, so that white cloth is seen. */
const GROUND = '#D0CCC4'
/** The filter of a row that is like the row above. */
const UP = 2

/**
 * Plain fills side by side, as PNG of at most 4 KB (D39), in the order of the fabrics. The place of one without
 * a colour (`#RRGGBB`) stays empty. `undefined` if none has one.
 */
export function swatchStrip(colors: readonly (string | undefined)[]): Uint8Array<ArrayBuffer> | undefined {
  if (colors.every((color) => color === undefined)) return undefined
  const side = Math.min(SIDE, Math.floor((WIDEST + GAP) / colors.length) - GAP)
  const width = colors.length * (side + GAP) - GAP
  const rows = new Uint8Array((1 + width) * SIDE)
  colors.forEach((_, index) => {
    const from = 1 + index * (side + GAP)
    rows.fill(index + 1, from, from + side)
  })
  for (let row = 1; row < SIDE; row += 1) rows[row * (1 + width)] = UP
  const palette = [GROUND, ...colors].map((color = GROUND) => color.slice(1)).join('')
  // Nearly all bytes are like the one before. To look only for such takes a quarter of the time.
  const strategy = constants.Z_RLE
  return pngOf({ width, height: SIDE, palette: Buffer.from(palette, 'hex'), rows, strategy })
}
