import { Readable } from 'node:stream'
import { Reading, type RecordFormat, Report } from '../../src/files/index.ts'

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
  const report = new Report()
  const reading = new Reading(format, report)
  const values: Value[] = []
  const lines: number[] = []
  for await (const batch of reading.batches(inputOf(text, size))) {
    values.push(...batch.map(({ value }) => value))
    lines.push(...batch.map(({ line }) => line))
  }
  const { read, bad, skipped } = reading
  const unknown = [...report.unknown].map(([name, field]) =>
    field === undefined ? name : `${name}: ${field}`,
  )
  return {
    values,
    lines,
    leftOut: report.bad.first,
    dropped: report.dropped.first,
    unknown,
    renamed: [...report.renamed],
    read,
    bad,
    skipped,
  }
}
