/** Units that people give lengths in, and how many inches each has. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['in', 'inch', 'inches', '"', '″', '”'].map((unit) => [unit, 1] as const),
  ['cm', 1 / 2.54],
  ['mm', 1 / 25.4],
])

/** A length with a unit, such as "30 cm", as a number of inches with two decimals. */
export function inchesIn(text: string): number | undefined {
  // Trimmed first: spaces at the end that belong to two parts of the pattern would take time by their square.
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)\s*(\D{1,6})$/.exec(text.trim()) ?? []
  const factor = UNITS.get(unit.toLowerCase())
  return factor === undefined ? undefined : Math.round(Number(number) * factor * 100) / 100
}

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
