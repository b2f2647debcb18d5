import { Readable } from 'node:stream'
import { type Finding, Reading, type RecordFormat } from '../../src/files/index.ts'

/** A text as an input that comes in pieces of so many bytes. */
export function inputOf(text: string | Buffer, size = 65_536): Readable {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return Readable.from(pieces, { objectMode: false })
}

/** Everything that a format reads of a text, and all that is told of it. */
export async function readText<Value>(format: RecordFormat<Value>, text: string | Buffer, size?: number) {
  const leftOut: Finding[] = []
  const dropped: Finding[] = []
  const unknown: string[] = []
  const renamed: (readonly [name: string, field: string])[] = []
  const reading = new Reading(format, {
    onFinding: (finding, isLeftOut) => void (isLeftOut ? leftOut : dropped).push(finding),
    onProgress: () => {},
    onRenamed: (names) => void renamed.push(...names),
    onUnknownField: (name, field) => void unknown.push(field === undefined ? name : `${name}: ${field}`),
  })
  const values: Value[] = []
  const lines: number[] = []
  for await (const batch of reading.batches(inputOf(text, size))) {
    values.push(...batch.map(({ value }) => value))
    lines.push(...batch.map(({ line }) => line))
  }
  const { read, bad, skipped } = reading
  return { values, lines, leftOut, dropped, unknown, renamed, read, bad, skipped }
}
