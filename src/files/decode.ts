import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'

/** The first bytes of files that are easily taken for text, and what to do with such a file. */
const NO_TEXT: ReadonlyArray<readonly [begin: string, advice: string]> = [
  [
    '504b0304',
    'The input is a workbook or a ZIP file, not text. Open it in a spreadsheet, and save the sheet as "CSV UTF-8".',
  ],
  [
    'd0cf11e0',
    'The input is an old workbook, not text. Open it in a spreadsheet, and save the sheet as "CSV UTF-8".',
  ],
  ['1f8b', 'The input is compressed. Unpack it with gunzip first.'],
]
/** The longest beginning in NO_TEXT. */
const TELLING_BYTES = 4

/** UTF-16 begins with a byte order mark, or else with a Latin character, one of whose two bytes is zero. */
function encodingOf([one, two]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((one === 0xff && two === 0xfe) || (two === 0 && one !== 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== undefined) ? 'utf-16be' : 'utf-8'
}

const lineFeedsIn = (text: string): number => text.split('\n').length - 1

/** Throws an error that says what to do if the first bytes are those of a workbook or a compressed file. */
function decoderFor(begin: Buffer): TextDecoder {
  const [, advice] = NO_TEXT.find(([bytes]) => begin.toString('hex').startsWith(bytes)) ?? []
  if (advice !== undefined) throw new Error(advice)
  return new TextDecoder(encodingOf(begin), { fatal: true })
}

/**
 * The text of an input, piece by piece, without a byte order mark. Throws an error that says what to do if the
 * input is a workbook, is compressed, or is neither UTF-8 nor UTF-16.
 */
export async function* textOf(input: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let held = Buffer.alloc(0)
  let line = 1
  function decode(bytes: Buffer, isLast: boolean): string {
    decoder ??= decoderFor(bytes.subarray(0, TELLING_BYTES))
    try {
      const text = decoder.decode(bytes, { stream: !isLast })
      line += lineFeedsIn(text)
      return text
    } catch (error) {
      const [before = ''] = new TextDecoder(decoder.encoding).decode(bytes).split('\uFFFD', 1)
      throw new Error(
        `The input is not ${decoder.encoding.toUpperCase()} text, on line ${line + lineFeedsIn(before)} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
        { cause: error },
      )
    }
  }
  for await (const chunk of input) {
    held = Buffer.concat([held, Buffer.from(chunk)])
    if (decoder === undefined && held.length < TELLING_BYTES) continue
    yield decode(held, false)
    held = Buffer.alloc(0)
  }
  yield decode(held, true)
}
