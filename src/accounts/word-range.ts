const AFTER_ALL = '\u{10FFFF}'

/** The texts that begin so: from the first up to before the second. */
export const rangeOf = (beginning: string): readonly [from: string, before: string] => [
  beginning,
  beginning + AFTER_ALL,
]
