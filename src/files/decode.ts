import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'

/** The first bytes of files that are easily taken for text, and what to do with such a file. */
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
/** The longest beginning in NO_TEXT. */
const TELLING_BYTES = 4

/** UTF-16 begins with a byte order mark, or else with a Latin character, one of whose two bytes is zero. */
function encodingOf([one, two]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  if (two === 0 && one !== 0) return 'utf-16le'
  return one === 0 && two !== undefined ? 'utf-16be' : 'utf-8'
}

/** The bytes of an input. The first piece is long enough to recognize the file, unless the input is shorter. */
async function* bytesOf(input: Readable): AsyncGenerator<Uint8Array> {
  let begin: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of input) {
    const piece: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (begin === undefined) yield piece
    else {
      begin = Buffer.concat([begin, piece])
      if (begin.length < TELLING_BYTES) continue
      yield begin
      begin = undefined
    }
  }
  if (begin !== undefined) yield begin
}

const lineFeedsIn = (text: string): number => text.split('\n').length - 1

/**
 * The text of an input, piece by piece, without a byte order mark. Throws an error that says what to do if the
 * input is a workbook, is compressed, or is neither UTF-8 nor UTF-16.
 */
export async function* textOf(input: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  const decode = (chunk?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(chunk ?? new Uint8Array()), { fatal: true })
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      const [before = ''] = new TextDecoder(decoder.encoding).decode(chunk).split('\uFFFD', 1)
      throw new Error(
        `The input is not ${decoder.encoding.toUpperCase()} text, on line ${line + lineFeedsIn(before)} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
        { cause: error },
      )
    }
  }
  for await (const chunk of bytesOf(input)) {
    const [, advice] =
      decoder === undefined
        ? (NO_TEXT.find(([begin]) => begin.equals(chunk.subarray(0, begin.length))) ?? [])
        : []
    if (advice !== undefined) throw new Error(advice)
    const text = decode(chunk)
    line += lineFeedsIn(text)
    yield text
  }
  yield decode()
}
