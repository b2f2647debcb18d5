import { type Lab, length, toThe7 } from '../../kit/color.ts'
import type { Cube } from './color-cells.ts'

export type Range = readonly [least: number, most: number]

/** A direction in the plane of a and b, in radians. */
type Angle = number

/** What is known of the hues of two colours. */
interface Hues {
  /** From the target's hue to the other one. */
  readonly apart: Range
  /** The factor T of the hue's weight. */
  readonly t: Range
  /** The factor of the rotation term, which matters only around blue, without its sign. */
  readonly rotation: Range
}

const DEGREE = Math.PI / 180
const HALF_TURN = Math.PI
/** Bounds of T, and of how fast its slope changes. */
const T: Range = [0.3, 1.93]
const MOST_BEND = 7.21
/** Where the rotation term is strongest, how wide its bell is, and up to where it is the same on both sides. */
const BLUE = 275 * DEGREE
const BLUE_WIDTH = 25 * DEGREE
const BLUE_SIDE = 85 * DEGREE
const TWENTY_FIVE_TO_7 = 25 ** 7
/** Distances are rounded to a millionth. */
const ROUNDED = 0.00001

// Ranges are not destructured here, because that takes a third of the time.
/** The range of the absolute value. */
const sizes = (range: Range): Range => {
  const least = range[0]
  const most = range[1]
  if (least >= 0) return range
  return most <= 0 ? [-most, -least] : [0, Math.max(-least, most)]
}
const lengths = (one: Range, other: Range): Range => [length(one[0], other[0]), length(one[1], other[1])]
/** @param factor is positive. */
const times = (range: Range, factor: Range): Range => [
  range[0] * factor[range[0] < 0 ? 1 : 0],
  range[1] * factor[range[1] < 0 ? 0 : 1],
]

/** An angle as it is between -180 and 180 degrees. */
const turned = (angle: Angle): Angle => angle - 2 * HALF_TURN * Math.round(angle / (2 * HALF_TURN))

/** From 0 for greys to 1 for strong colours. */
function saturation(chroma: number): number {
  const chroma7 = toThe7(chroma)
  return Math.sqrt(chroma7 / (chroma7 + TWENTY_FIVE_TO_7))
}

/** T for hues about a mean one: its value there, and how far it gets from that by its slope and by its bend. */
function tAround(mean: Angle, width: Angle): Range {
  const first = mean - 30 * DEGREE
  const second = 2 * mean
  const third = 3 * mean + 6 * DEGREE
  const fourth = 4 * mean - 63 * DEGREE
  const value =
    1 - 0.17 * Math.cos(first) + 0.24 * Math.cos(second) + 0.32 * Math.cos(third) - 0.2 * Math.cos(fourth)
  const slope =
    0.17 * Math.sin(first) - 0.48 * Math.sin(second) - 0.96 * Math.sin(third) + 0.8 * Math.sin(fourth)
  const most = width * (Math.abs(slope) + (width * MOST_BEND) / 2)
  return [Math.max(T[0], value - most), Math.min(T[1], value + most)]
}

const rotationAt = (fromBlue: Angle, chroma: number): number =>
  2 * saturation(chroma) * Math.sin(60 * DEGREE * Math.exp(-((fromBlue / BLUE_WIDTH) ** 2)))

/** Of two hues about which nothing is known. */
const anyHues = (chroma: Range): Hues => ({
  apart: [-HALF_TURN, HALF_TURN],
  t: T,
  rotation: [0, rotationAt(0, chroma[1])],
})

/** The hue of a target and those of a rectangle in the plane of a and b. */
function huesOf(ownA: Range, ownB: number, as: Range, bs: Range, chroma: Range): Hues {
  const isAroundGray = sizes(as)[0] === 0 && sizes(bs)[0] === 0
  if (isAroundGray) return anyHues(chroma)
  const hue = Math.atan2(ownB, ownA[0])
  const ownWidth = Math.abs(turned(Math.atan2(ownB, ownA[1]) - hue))
  const middle = turned(Math.atan2((bs[0] + bs[1]) / 2, (as[0] + as[1]) / 2) - hue)
  let least = middle
  let most = middle
  for (let corner = 0; corner < 4; corner += 1) {
    const a = corner < 2 ? as[0] : as[1]
    const b = corner % 2 === 0 ? bs[0] : bs[1]
    const angle = middle + turned(Math.atan2(b, a) - hue - middle)
    least = Math.min(least, angle)
    most = Math.max(most, angle)
  }
  least -= ownWidth
  most += ownWidth
  const mayBeOpposite = least <= -HALF_TURN || most >= HALF_TURN
  if (mayBeOpposite) return anyHues(chroma)
  const mean = hue + (least + most) / 4
  const width = (most - least) / 4 + ownWidth
  const fromBlue = Math.abs(turned(mean - BLUE))
  const isOnOneSide = fromBlue + width < BLUE_SIDE
  return {
    apart: [least, most],
    t: tAround(mean, width),
    rotation: [
      isOnOneSide ? rotationAt(fromBlue + width, chroma[0]) : 0,
      rotationAt(Math.max(0, fromBlue - width), chroma[1]),
    ],
  }
}

/** The difference in lightness, divided by its weight. It grows with the lightness. */
function lightTerm(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return (other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square))
}

/** The difference in chroma, divided by its weight. It grows with the second chroma and falls with the first. */
const chromaTerm = (one: number, other: number): number => (other - one) / (1 + 0.0225 * (one + other))

/** The difference in hue, divided by its weight. */
function hueTerms(own: Range, other: Range, apart: Range, t: Range): Range {
  const [nearest, farthest] = sizes(apart)
  const least = (chroma: number) =>
    (2 * Math.sqrt(own[0] * chroma) * Math.sin(nearest / 2)) / (1 + 0.0075 * (own[1] + chroma) * t[1])
  // It grows with the chroma up to here, then falls.
  const peak = Math.max(other[0], Math.min(other[1], own[0] + 1 / (0.0075 * t[0])))
  const low = Math.min(least(other[0]), least(other[1]))
  const high = (2 * Math.sqrt(own[1] * peak) * Math.sin(farthest / 2)) / (1 + 0.0075 * (own[0] + peak) * t[0])
  if (apart[0] >= 0) return [low, high]
  return apart[1] <= 0 ? [-high, -low] : [-high, high]
}

/** The square of what the terms of chroma and hue are together, without rotation, by the difference in a and b. */
function byDifference(difference: Range, ofChroma: Range, mean: Range, t: Range): Range {
  // Chroma has the larger weight, so the distance is least when the difference is one of chroma as far as possible.
  const squares = (whole: number, part: number, at: 0 | 1) =>
    (part / (1 + 0.045 * mean[at])) ** 2 + (whole ** 2 - part ** 2) / (1 + 0.015 * t[at] * mean[at]) ** 2
  return [
    squares(difference[0], Math.min(difference[0], ofChroma[1]), 1),
    squares(difference[1], ofChroma[0], 0),
  ]
}

/**
 * Bounds of the CIEDE2000 distance from a target to the colours of a cube: each term of the formula has a range
 * over the cube. Besides, the terms of chroma and hue together are bounded by the difference in a and b, which is
 * better near grey.
 */
export function distancesTo({ corner, width }: Cube, target: Lab): Range {
  const l = target[0]
  const a = target[1]
  const b = target[2]
  const over = (low: number): Range => [low, low + width]
  const as = over(corner[1])
  const bs = over(corner[2])
  const light = sizes([lightTerm(l, corner[0]), lightTerm(l, corner[0] + width)])

  const plain = lengths(sizes(as), sizes(bs))
  const stretchAt = (chroma: number) => 1 + 0.5 * (1 - saturation((length(a, b) + chroma) / 2))
  const stretch: Range = [stretchAt(plain[1]), stretchAt(plain[0])]
  const ownA = times([a, a], stretch)
  const otherA = times(as, stretch)
  const own = lengths(sizes(ownA), sizes([b, b]))
  const other = lengths(sizes(otherA), sizes(bs))
  const mean: Range = [(own[0] + other[0]) / 2, (own[1] + other[1]) / 2]
  const { apart, t, rotation } = huesOf(ownA, b, otherA, bs, mean)

  const chroma: Range = [chromaTerm(own[1], other[0]), chromaTerm(own[0], other[1])]
  const hue = hueTerms(own, other, apart, t)
  const difference = lengths(times(sizes([as[0] - a, as[1] - a]), stretch), sizes([bs[0] - b, bs[1] - b]))
  const ofChroma = sizes([other[0] - own[1], other[1] - own[0]])
  const plane = byDifference(difference, ofChroma, mean, t)

  const chromaSize = sizes(chroma)
  const hueSize = sizes(hue)
  const terms: Range = [chromaSize[0] ** 2 + hueSize[0] ** 2, chromaSize[1] ** 2 + hueSize[1] ** 2]
  const products = [chroma[0] * hue[0], chroma[0] * hue[1], chroma[1] * hue[0], chroma[1] * hue[1]] as const
  const turns = times([-Math.max(...products), -Math.min(...products)], rotation)
  // A product is at most half the sum of the squares.
  const share = rotation[1] / 2
  const least = Math.max(terms[0] + turns[0], (1 - share) * Math.max(terms[0], plane[0]))
  const most = Math.min(terms[1] + turns[1], (1 + share) * Math.min(terms[1], plane[1]))
  return [Math.sqrt(light[0] ** 2 + least) - ROUNDED, Math.sqrt(light[1] ** 2 + most) + ROUNDED]
}
