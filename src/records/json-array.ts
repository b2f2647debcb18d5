import { MOST_CHARACTERS, tooLong } from './lines.ts'

/**
 * An element of a JSON array as text, with the line on which it begins, or a description of what is wrong
 * with the array.
 */
export type Element =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly problem: string }

/** The characters that matter outside strings, and those that matter inside. */
const OUTSIDE = /["[\]{},\n]/g
const INSIDE = /["\\\n]/g

/** The elements of a JSON array, one after the other. The array is never in memory as a whole. */
export async function* arrayElements(text: AsyncIterable<string>): AsyncGenerator<Element> {
  let pieces: string[] = []
  let length = 0
  let line = 1
  /** The line on which the current element begins. */
  let first = 1
  let depth = 0
  let isInString = false
  let isEscaped = false
  let isEmpty = true
  let isClosed = false

  const add = (piece: string): void => {
    // White space before an element does not belong to it.
    const kept = length === 0 ? piece.trimStart() : piece
    if (kept === '') return
    if (length === 0) first = line
    pieces.push(kept)
    length += kept.length
    if (length > MOST_CHARACTERS) throw tooLong('The record on line', first)
  }
  const take = (): Element => {
    const element = { line: length === 0 ? line : first, text: pieces.join('') }
    pieces = []
    length = 0
    return element
  }

  for await (const piece of text) {
    let start = 0
    let at = 0
    while (at < piece.length && !isClosed) {
      if (isEscaped) {
        isEscaped = false
        at += 1
        continue
      }
      const pattern = isInString ? INSIDE : OUTSIDE
      pattern.lastIndex = at
      const found = pattern.exec(piece)
      if (found === null) break
      at = found.index + 1
      const [character] = found
      if (character === '\n') {
        add(piece.slice(start, at))
        start = at
        line += 1
      } else if (isInString) {
        if (character === '\\') isEscaped = true
        else isInString = false
      } else if (character === '"') isInString = true
      else if (character === '[' || character === '{') {
        depth += 1
        if (depth === 1) start = at
      } else if (character === ',') {
        if (depth !== 1) continue
        add(piece.slice(start, at - 1))
        isEmpty = false
        yield take()
        start = at
      } else {
        depth -= 1
        if (depth > 0) continue
        add(piece.slice(start, at - 1))
        if (!isEmpty || length > 0) yield take()
        isClosed = true
        start = at
      }
    }
    add(piece.slice(start))
    if (isClosed && length > 0) break
  }
  if (!isClosed) yield { line, problem: 'the list is not closed: the file is not whole' }
  else if (length > 0) yield { line, problem: 'there is more text behind the list' }
}
