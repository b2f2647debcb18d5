const EIGHTHS = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'] as const
/** How far from an eighth a length may be and still be written as one: less than anyone can cut. */
const TOLERANCE = 0.011

/** A length as quilters write it: `12½`, `0.3` where no eighth is near. No unit. */
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
