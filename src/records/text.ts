import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'

/** The first bytes of files that are no text but are easily taken for it, and what to do with them. */
const NO_TEXT: ReadonlyArray<readonly [begin: Buffer, advice: string]> = [
  [
    Buffer.from('PK\u0003\u0004'),
    'The input is a workbook or a ZIP file, not text. Open it in a spreadsheet, and save the sheet as "CSV UTF-8".',
  ],
  [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    'The input is an old workbook, not text. Open it in a spreadsheet, and save the sheet as "CSV UTF-8".',
  ],
  [Buffer.from([0x1f, 0x8b]), 'The input is compressed. Unpack it with gunzip first.'],
]
/** So many bytes tell what an input is. */
const TELLING = 4

/** UTF-16 begins with a byte order mark, or else with a Latin character, one of whose two bytes is zero. */
function encodingOf([one, two]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  if (two === 0 && one !== 0) return 'utf-16le'
  return one === 0 && two !== undefined ? 'utf-16be' : 'utf-8'
}

/** The bytes of an input. The first piece is long enough to tell what it is, unless the input is shorter. */
async function* bytesOf(input: Readable): AsyncGenerator<Uint8Array> {
  let begin: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of input) {
    const piece: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (begin === undefined) yield piece
    else {
      begin = Buffer.concat([begin, piece])
      if (begin.length < TELLING) continue
      yield begin
      begin = undefined
    }
  }
  if (begin !== undefined) yield begin
}

function lineEndsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The text of an input, piece by piece, without a byte order mark. Throws when it is not UTF-8 or UTF-16. */
async function* decoded(input: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  const decode = (chunk?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(chunk ?? new Uint8Array()), { fatal: true })
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      const [before = ''] = new TextDecoder(decoder.encoding).decode(chunk).split('\uFFFD', 1)
      throw new Error(
        `The input is not ${decoder.encoding.toUpperCase()} text, on line ${line + lineEndsIn(before)} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
        { cause: error },
      )
    }
  }
  for await (const chunk of bytesOf(input)) {
    if (decoder === undefined) {
      const [, advice] = NO_TEXT.find(([begin]) => begin.equals(chunk.subarray(0, begin.length))) ?? []
      if (advice !== undefined) throw new Error(advice)
    }
    const text = decode(chunk)
    line += lineEndsIn(text)
    yield text
  }
  yield decode()
}

/** Line feeds for the carriage returns of a file that ends its lines with them alone. The first line tells. */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isKnown = false
  let hasReturns = false
  let held = ''
  for await (const piece of text) {
    const all = held + piece
    held = ''
    const end: RegExpExecArray | null = isKnown ? null : /[\r\n]+/.exec(all)
    if (end !== null) {
      // The next piece may begin with the line feed. Some programs end lines with \r\r\n.
      const isOpen: boolean = /^\r\r?$/.test(end[0]) && end.index + end[0].length === all.length
      if (isOpen) held = end[0]
      isKnown = !isOpen
      hasReturns = isKnown && !end[0].includes('\n')
    }
    const ready = all.slice(0, all.length - held.length)
    yield hasReturns ? ready.replaceAll('\r', '\n') : ready
  }
  yield held
}

/**
 * The text of an input, piece by piece, without a byte order mark, with a line feed at the end of each line.
 * Throws when the input is not UTF-8 or UTF-16.
 */
export const textOf = (input: Readable): AsyncGenerator<string> => withLineFeeds(decoded(input))
