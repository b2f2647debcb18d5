import type { Readable } from 'node:stream'

/** No line and no record is longer: a design may have 1 MiB, and JSON may spell each character in six. */
export const MOST_CHARACTERS = 8 * 1024 * 1024

/** Thrown when a line or a record is longer than any may be. */
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

/** Lines end at line feeds only: other characters that break lines may stand in JSON text. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  // The pieces of a line are joined once, at its end: a long one must not cost the square of its length.
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
