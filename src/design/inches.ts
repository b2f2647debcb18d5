const EIGHTHS = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'] as const
/** A length this near to an eighth of an inch is written as that eighth. Nobody can cut more exactly. */
const TOLERANCE = 0.011

/** A length as quilters write it, without a unit: `12½`, or `0.3` if no eighth is near. */
export function inchesNumber(inches: number): string {
  const eighths = Math.round(inches * 8)
  if (inches < 0 || Math.abs(inches * 8 - eighths) / 8 > TOLERANCE)
    return String(Math.round(inches * 100) / 100)
  const whole = Math.floor(eighths / 8)
  const fraction = EIGHTHS[eighths % 8] ?? ''
  return whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`
}

/** `12½″` */
export function inchesText(inches: number): string {
  return `${inchesNumber(inches)}″`
}

/** `12½ × 12½ inches`, for reading aloud. */
export function sizeText(width: number, height: number): string {
  return `${inchesNumber(width)} × ${inchesNumber(height)} inches`
}
