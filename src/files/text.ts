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

/** UTF-16 begins with a byte order mark, or else with a Latin character, one of whose two bytes is zero. */
function encodingOf([one, two]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((one === 0xff && two === 0xfe) || (two === 0 && one !== 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== undefined) ? 'utf-16be' : 'utf-8'
}

/**
 * The text of a file, without a byte order mark. Throws an error that says what to do if the file is a workbook, is
 * compressed, or is neither UTF-8 nor UTF-16.
 */
export function textOf(bytes: Buffer): string {
  const begin = bytes.toString('hex', 0, 4)
  const [, advice] = NO_TEXT.find(([beginning]) => begin.startsWith(beginning)) ?? []
  if (advice !== undefined) throw new Error(advice)
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)
    throw new Error(
      `The input is not ${encoding.toUpperCase()} text, on line ${before.split('\n').length} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
      { cause: error },
    )
  }
}
