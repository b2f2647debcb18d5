import type { RawRecord } from './findings.ts'

/** The longest line. A design may have 1 MiB, and JSON may need six characters for each of its own. */
const MOST_CHARACTERS = 8 * 1024 * 1024

/** Lines end only at line feeds, because JSON text may contain the other characters that break lines. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
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
    if (length > MOST_CHARACTERS)
      throw new Error(
        `Line ${line} is longer than ${MOST_CHARACTERS.toLocaleString('en')} characters. Does the file have line ends, and is it text?`,
      )
  }
  yield pieces.join('')
}

/** The records of NDJSON: one JSON value on each line. Empty lines are left out. */
export async function* ndjsonRecords(text: AsyncIterable<string>): AsyncGenerator<RawRecord> {
  let line = 0
  for await (const json of linesOf(text)) {
    line += 1
    if (json.trim() === '') continue
    if (json.trim() === '{')
      throw new Error(`Line ${line} has only the beginning of an object. Write each object on one line.`)
    try {
      yield { line, record: JSON.parse(json) }
    } catch {
      yield { line, problem: 'not valid JSON', value: json }
    }
  }
}

/** Records as NDJSON. Fields without a value are left out. */
export async function* asNdjson(records: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}
