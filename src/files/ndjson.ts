import { linesOf } from '../core/lines.ts'
import type { RawRecord } from './findings.ts'

/** The longest line. A design may have 1 MiB, and JSON may need six characters for each of its own. */
const MOST_CHARACTERS = 8 * 1024 * 1024

/** The records of NDJSON: one JSON value on each line. Empty lines are left out. */
export async function* ndjsonRecords(text: AsyncIterable<string>): AsyncGenerator<RawRecord> {
  const tooLong = (line: number) =>
    new Error(
      `Line ${line} is longer than ${MOST_CHARACTERS.toLocaleString('en')} characters. Does the file have line ends, and is it text?`,
    )
  let number = 0
  for await (const line of linesOf(text, MOST_CHARACTERS, tooLong)) {
    number += 1
    yield* recordOn(number, line)
  }
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
