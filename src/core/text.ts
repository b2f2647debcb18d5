/** As JSON Schema counts (D8). */
export const codePointLength = (text: string): number => [...text].length

/** False for text with a NUL or an unpaired surrogate (D8). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** For HTML and XML: elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Puts values in the place of their names, such as `{baseUrl}`. */
export const filled = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const WHITE_SPACE_CONTROLS = /[\t\n\v\f\r\u2028\u2029]+/g
// Controls, what fonts may ignore (marks and overrides of direction, tags, fillers, selectors), annotations and blank
// Braille. The joiners of emoji and scripts (U+200C, U+200D) and the selector of emoji (U+FE0F) stay.
const HIDDEN = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]--[\u200C\u200D\uFE0F]]/gv

/** Removes characters that hide or reorder text (D23). Line breaks and tabs become spaces. */
export function visibleText(text: string): string {
  return text.replace(WHITE_SPACE_CONTROLS, ' ').replace(HIDDEN, '')
}

/** Apostrophes, and the trademark signs that makers put after a name. */
const DROPPED = /['’‘ʼ`´＇®™©]/gu
/** Accents, and the apostrophe that NFKD makes of ŉ. */
const MARKS = /[\p{M}ʼ]+/gu
const SEPARATORS = /[\p{P}\p{Z}\p{C}\p{Sm}\p{Sc}\p{Sk}]+/gu
/** Letters that NFKD does not take apart. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

/** Words without case, accents, apostrophes and punctuation, with one spelling for gray/grey and color/colour (D14). */
export function foldWords(text: string): string[] {
  // NFKD would turn `´` into a space and an accent, and ™ into letters. It turns ℡ into capitals.
  const plain = text.replace(DROPPED, '').normalize('NFKD').replace(MARKS, '').toLowerCase()
  const separate = plain.replace(/[ßæœøłđ]/g, (letter) => LETTERS[letter] ?? letter)
  const folded = separate.replace(/&/g, ' and ').replace(SEPARATORS, ' ')
  const words = folded.replaceAll('grey', 'gray').replaceAll('colour', 'color').split(' ')
  return words.filter((word) => word !== '')
}

export function fold(text: string): string {
  return foldWords(text).join(' ')
}

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** `undefined` for more than `most` edits. An edit adds, removes or changes a letter, or swaps two neighbours. */
export function editDistance(from: string, to: string, most = Number.POSITIVE_INFINITY): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed)
      const isSwap = column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current.push(isSwap ? Math.min(edits, (beforeLast[column - 2] ?? edits) + 1) : edits)
    }
    if (Math.min(...current) > most) return undefined
    beforeLast = last
    last = current
  }
  const edits = last[to.length] ?? 0
  return edits <= most ? edits : undefined
}
