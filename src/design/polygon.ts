/** Inches, or pixels in a drawing. */
export type Point = readonly [x: number, y: number]

/** The least of many numbers. `Math.min(...numbers)` fails with a hundred thousand, because arguments need stack. */
export const leastOf = (numbers: readonly number[]): number =>
  numbers.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)

/** The greatest of many numbers. */
export const greatestOf = (numbers: readonly number[]): number =>
  numbers.reduce((greatest, each) => Math.max(greatest, each), Number.NEGATIVE_INFINITY)
