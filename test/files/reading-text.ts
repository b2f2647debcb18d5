import { type FileFormat, Report, readValues } from '../../src/files/index.ts'

/** Everything that a format reads of a text, and all that is told of it. */
export function readText<Value>(format: FileFormat<Value>, text: string | Buffer) {
  const report = new Report()
  const all = [...readValues(Buffer.from(text), format, report)]
  const { read, bad } = report
  return {
    values: all.map(({ value }) => value),
    lines: all.map(({ line }) => line),
    leftOut: report.refused.first,
    dropped: report.dropped.first,
    warnings: report.warnings,
    read,
    bad,
  }
}
