import type { Size } from './polygon.ts'

const EIGHTHS = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'] as const
/** A length this near to an eighth of an inch is that eighth. Nobody can cut more exactly. */
const TOLERANCE = 0.011

/** The nearest eighth of an inch; `undefined` if the length is on no ruler. */
export function onRuler(inches: number): number | undefined {
  const eighth = Math.round(inches * 8) / 8
  return Math.abs(inches - eighth) <= TOLERANCE ? eighth : undefined
}

/** Rounding in which an error of floating point does not count. */
export const up = (value: number): number => Math.ceil(value - 1e-6)
export const down = (value: number): number => Math.floor(value + 1e-6)
export const upToEighth = (length: number): number => up(length * 8) / 8

export const upToMark = (length: number): number => onRuler(length) ?? upToEighth(length)

/** A length as quilters write it, without a unit: `12½`, or `0.3` if no eighth is near. */
export function inchesNumber(inches: number): string {
  const eighth = onRuler(inches)
  if (inches < 0 || eighth === undefined) return String(Math.round(inches * 100) / 100)
  const fraction = EIGHTHS[(eighth * 8) % 8] ?? ''
  return eighth < 1 && fraction !== '' ? fraction : `${Math.floor(eighth)}${fraction}`
}

/** A length in plain characters, as patterns write it: `3 7/8`. */
export const plainInches = (inches: number): string =>
  inchesNumber(inches)
    // Unicode takes its signs apart: ⅞ is 7⁄8.
    .replace(/[^\d.-]/, (sign) => ` ${sign.normalize('NFKD').replace('⁄', '/')}`)
    .trim()

/** `12½″` */
export const inchesText = (inches: number): string => `${inchesNumber(inches)}″`

/** `12½ × 9` */
export const sizeText = ({ width, height }: Size): string =>
  `${inchesNumber(width)} × ${inchesNumber(height)}`

/** `12 1/2 × 9` */
export const plainSize = ({ width, height }: Size): string => `${plainInches(width)} × ${plainInches(height)}`
