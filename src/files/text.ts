/** A workbook is a ZIP file. */
const ZIP = '504b0304'

/** UTF-16 begins with a byte order mark, or else with a Latin character, one of whose two bytes is zero. */
function encodingOf([one, two]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((one === 0xff && two === 0xfe) || (two === 0 && one !== 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== undefined) ? 'utf-16be' : 'utf-8'
}

/**
 * The text of a file, without a byte order mark. Throws an error that says what to do if the file is a workbook, or is
 * neither UTF-8 nor UTF-16.
 */
export function textOf(bytes: Buffer): string {
  if (bytes.toString('hex', 0, 4) === ZIP)
    throw new Error(
      'The input is a workbook or a ZIP file, not text. Open it in a spreadsheet, and save the sheet as "CSV UTF-8".',
    )
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)
    const line = before.length - before.replaceAll('\n', '').length + 1
    throw new Error(
      `The input is not ${encoding.toUpperCase()} text, on line ${line} or after it. Save it as UTF-8 (a spreadsheet calls it "CSV UTF-8").`,
      { cause: error },
    )
  }
}
