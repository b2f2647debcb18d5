const EIGHTHS = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'] as const
const PLAIN_EIGHTHS = ['', '1/8', '1/4', '3/8', '1/2', '5/8', '3/4', '7/8'] as const
/** A length this near to an eighth of an inch is that eighth. Nobody can cut more exactly. */
const TOLERANCE = 0.011

/** The eighth of an inch that a length is; `undefined` if it is on no ruler. */
export function onRuler(inches: number): number | undefined {
  const eighth = Math.round(inches * 8) / 8
  return Math.abs(inches - eighth) <= TOLERANCE ? eighth : undefined
}

/** Up to the next eighth. What is calculated in floating point may be off by a little. */
export const upToEighth = (length: number): number => Math.ceil(length * 8 - 1e-6) / 8

/** A length as quilters write it, without a unit: `12½`, or `0.3` if no eighth is near. */
export function inchesNumber(inches: number): string {
  const eighths = Math.round(inches * 8)
  if (inches < 0 || onRuler(inches) === undefined) return String(Math.round(inches * 100) / 100)
  const whole = Math.floor(eighths / 8)
  const fraction = EIGHTHS[eighths % 8] ?? ''
  return whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`
}

/** Eighths in plain characters, as patterns write them: `3 7/8`. */
export function plainEighths(length: number): string {
  const eighths = Math.round(length * 8)
  const whole = Math.floor(eighths / 8)
  const fraction = PLAIN_EIGHTHS[eighths % 8] ?? ''
  return [whole > 0 || fraction === '' ? String(whole) : '', fraction].filter((part) => part !== '').join(' ')
}

/** `12½″` */
export function inchesText(inches: number): string {
  return `${inchesNumber(inches)}″`
}

/** `12½ × 12½ inches`, for reading aloud. */
export function sizeText(width: number, height: number): string {
  return `${inchesNumber(width)} × ${inchesNumber(height)} inches`
}
