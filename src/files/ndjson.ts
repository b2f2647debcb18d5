import type { RawRecord } from './findings.ts'

/** The longest line. A design may have 1 MiB, and JSON may need six characters for each of its own. */
const MOST_CHARACTERS = 8 * 1024 * 1024

/**
 * The records of NDJSON: one JSON value on each line. Empty lines are left out. Lines end only at line feeds, because
 * JSON text may contain the other characters that break lines.
 */
export async function* ndjsonRecords(text: AsyncIterable<string>): AsyncGenerator<RawRecord> {
  let line = 1
  let rest = ''
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    rest += first
    for (const next of others) {
      yield* recordOn(line, rest)
      rest = next
      line += 1
    }
    if (rest.length > MOST_CHARACTERS)
      throw new Error(
        `Line ${line} is longer than ${MOST_CHARACTERS.toLocaleString('en')} characters. Does the file have line ends, and is it text?`,
      )
  }
  yield* recordOn(line, rest)
}

function* recordOn(line: number, json: string): Generator<RawRecord> {
  if (json.trim() === '') return
  if (json.trim() === '{')
    throw new Error(`Line ${line} has only the beginning of an object. Write each object on one line.`)
  try {
    yield { line, record: JSON.parse(json) }
  } catch {
    yield { line, problem: 'not valid JSON', value: json }
  }
}

/** Records as NDJSON. Fields without a value are left out. */
export async function* asNdjson(records: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}
