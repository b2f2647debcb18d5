import type { Readable } from 'node:stream'

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

function lineEndsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The text of an input, piece by piece, without a byte order mark. Throws when the input is not UTF-8. */
export async function* textOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw new Error(
        `The input is not UTF-8 text, on line ${line} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
        { cause: error },
      )
    }
  }
  for await (const chunk of input) {
    const text = decode(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    line += lineEndsIn(text)
    yield text
  }
  yield decode()
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
