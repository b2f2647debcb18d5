import { type Lab, length, toThe7 } from '../../../core/color.ts'
import { type ColorCell, WIDTH } from './color-space.ts'

const DEGREE = Math.PI / 180
/** Where the formula's rotation term is strongest, and how wide its bell is. */
const BLUE = 275 * DEGREE
const BLUE_WIDTH = 25 * DEGREE
const TWENTY_FIVE_TO_7 = 25 ** 7
/** Distances are rounded to a millionth. */
const ROUNDED = 0.00001

/** From 0 for greys to 1 for strong colours. */
function saturation(chroma: number): number {
  const chroma7 = toThe7(chroma)
  return Math.sqrt(chroma7 / (chroma7 + TWENTY_FIVE_TO_7))
}

/** An angle as it is between -180 and 180 degrees. */
const turned = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))

/** How far a value is from a side of a cell, which begins there. */
const gap = (value: number, low: number) => Math.max(low - value, value - low - WIDTH, 0)

/** The difference in lightness, divided by its weight. It grows with the lightness. */
function lightTerm(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return (other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square))
}

/** The least difference in lightness between a target and the colours of a cell, divided by its weight. */
const leastLightTerm = (l: number, cell: ColorCell): number =>
  Math.abs(lightTerm(l, Math.max(cell.l, Math.min(cell.l + WIDTH, l))))

/** A distance that no colour of a cell falls below, told by its lightness alone. */
export const leastLight = ([l]: Lab, cell: ColorCell): number => leastLightTerm(l, cell) - ROUNDED

/** How far the formula stretches colours along a: greys by half, strong colours hardly. @param chroma their mean */
const stretchAt = (chroma: number) => 1 + 0.5 * (1 - saturation(chroma))

/**
 * The least angle between blue and the mean of two hues: the target's and one of the cell.
 *
 * @param turn how far stretching may turn each of them.
 */
function leastFromBlue(hue: number, cell: ColorCell, turn: number): number {
  const apart = turned(cell.hue - hue)
  const mayBeOpposite = Math.abs(apart) + cell.halfAngle + 2 * turn >= Math.PI
  if (mayBeOpposite) return 0
  return Math.max(0, Math.abs(turned(hue + apart / 2 - BLUE)) - cell.halfAngle / 2 - turn)
}

/**
 * A CIEDE2000 distance from a target that no colour of a cell falls below: the gap between target and cell in
 * lightness and in the plane of a and b, with the greatest weights that the formula can give them there.
 */
export function leastDistanceFrom([l, a, b]: Lab): (cell: ColorCell) => number {
  const own = length(a, b)
  const ownHue = Math.atan2(b, a)
  return (cell) => {
    const light = leastLightTerm(l, cell)

    const stretch = stretchAt((own + cell.mostChroma) / 2)
    const mostStretch = stretchAt((own + cell.leastChroma) / 2)
    const chroma = (length(mostStretch * a, b) + length(mostStretch * cell.mostA, cell.mostB)) / 2
    // The weight of hue is less than that of chroma, which is this one.
    const plane = length(stretch * gap(a, cell.a), gap(b, cell.b)) / (1 + 0.045 * chroma)

    // Around blue, the formula may take off a share of the product of the two parts of `plane`, chroma and hue. The
    // product is at most half the sum of their squares, and near grey the part of hue is small.
    const turn = Math.asin((mostStretch - 1) / (mostStretch + 1))
    const fromBlue = leastFromBlue(ownHue, cell, turn) / BLUE_WIDTH
    const rotation = 2 * saturation(chroma) * Math.sin(60 * DEGREE * Math.exp(-(fromBlue ** 2)))
    const mostHue = 2 * mostStretch * Math.sqrt(own * cell.mostChroma)
    const twist = rotation * Math.min(plane / 2, mostHue)
    return Math.sqrt(light ** 2 + (plane - twist) * plane) - ROUNDED
  }
}
