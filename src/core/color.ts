/** CIE L*a*b*, D65. */
export type Lab = readonly [l: number, a: number, b: number]

/** In a search (D17). */
export const MOST_COLORS = 12

/** @param value the lowest eight bits count. */
function linear(value: number) {
  const channel = (value & 255) / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
const lightness = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : (24_389 / 27) * (t / 116) + 16 / 116)

/** @param hex `#RRGGBB` */
export function labOf(hex: string): Lab {
  const value = Number.parseInt(hex.slice(1), 16)
  const r = linear(value >> 16)
  const g = linear(value >> 8)
  const b = linear(value)
  const x = lightness((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = lightness(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = lightness((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const DEGREES = 180 / Math.PI
const TWENTY_FIVE_TO_7 = 25 ** 7
// Searches compare thousands of colours, and these are several times as fast as `Math.hypot` and `** 7`.
const length = (a: number, b: number) => Math.sqrt(a * a + b * b)
const toThe7 = (value: number) => value * value * value * (value * value * value) * value
const cosine = (degrees: number) => Math.cos(degrees / DEGREES)

function hueOf(a: number, b: number) {
  const hue = Math.atan2(b, a) * DEGREES
  return hue < 0 ? hue + 360 : hue
}

function turn(first: number, second: number) {
  const difference = second - first
  if (difference > 180) return difference - 360
  return difference < -180 ? difference + 360 : difference
}

/** How different two colours look (CIEDE2000): below 1 hardly visible, above 10 another colour. */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanChroma7 = toThe7((length(a1, b1) + length(a2, b2)) / 2)
  const stretch = 1 + 0.5 * (1 - Math.sqrt(meanChroma7 / (meanChroma7 + TWENTY_FIVE_TO_7)))
  const chroma1 = length(stretch * a1, b1)
  const chroma2 = length(stretch * a2, b2)
  const hue1 = hueOf(stretch * a1, b1)
  const hue2 = hueOf(stretch * a2, b2)
  const between = turn(hue1, hue2)

  // Zero beside a gray, which has no hue.
  const deltaHue = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin(between / 2 / DEGREES)
  const hue = (hue1 + between / 2 + 360) % 360
  const chroma = (chroma1 + chroma2) / 2
  const light = ((l1 + l2) / 2 - 50) ** 2

  const t =
    1 -
    0.17 * cosine(hue - 30) +
    0.24 * cosine(2 * hue) +
    0.32 * cosine(3 * hue + 6) -
    0.2 * cosine(4 * hue - 63)
  const lightTerm = (l2 - l1) / (1 + (0.015 * light) / Math.sqrt(20 + light))
  const chromaTerm = (chroma2 - chroma1) / (1 + 0.045 * chroma)
  const hueTerm = deltaHue / (1 + 0.015 * chroma * t)
  const chroma7 = toThe7(chroma)
  const rotation =
    -2 *
    Math.sqrt(chroma7 / (chroma7 + TWENTY_FIVE_TO_7)) *
    Math.sin((60 * Math.exp(-(((hue - 275) / 25) ** 2))) / DEGREES)
  return Math.sqrt(lightTerm ** 2 + chromaTerm ** 2 + hueTerm ** 2 + rotation * chromaTerm * hueTerm)
}

/** Of two colours as `#RRGGBB`. */
export const distanceBetween = (one: string, other: string): number => ciede2000(labOf(one), labOf(other))

/** What the eye sees of a difference below a number (D38.4). */
const SEEN_BELOW = [
  [1, 'hardly visible'],
  [2, 'slight'],
  [4, 'visible'],
  [10, 'clearly visible'],
] as const

const SEEN_ABOVE = 'another colour'

/** `below 1 hardly visible, 2 slight, …, above another colour` */
export const distancesInWords = (): string =>
  `below ${SEEN_BELOW.map((each) => each.join(' ')).join(', ')}, above ${SEEN_ABOVE}`

/** Judged by the number that is shown. */
export function distanceInWords(distance: number): string {
  const shown = Number(distance.toFixed(1))
  if (shown === 0) return 'the same'
  return SEEN_BELOW.find(([below]) => shown < below)?.[1] ?? SEEN_ABOVE
}
