/**
 * The longest line or record. A design may have 1 MiB, and JSON may need six characters for each of its own.
 */
export const MOST_CHARACTERS = 8 * 1024 * 1024

/** The error for a line or a record that is too long. */
export function tooLong(what: string, line: number): Error {
  return new Error(
    `${what} ${line} is longer than ${MOST_CHARACTERS.toLocaleString('en')} characters. Does the file have line ends, and is it text?`,
  )
}

/** Lines end only at line feeds, because JSON text may contain the other characters that break lines. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  // The pieces of a line are joined once, at its end. Joining each piece would make a long line take
  // quadratic time.
  let pieces: string[] = []
  let length = 0
  let line = 1
  for await (const piece of text) {
    let start = 0
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      pieces.push(piece.slice(start, end))
      yield pieces.join('')
      pieces = []
      length = 0
      line += 1
      start = end + 1
    }
    pieces.push(piece.slice(start))
    length += piece.length - start
    if (length > MOST_CHARACTERS) throw tooLong('Line', line)
  }
  yield pieces.join('')
}
