import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import * as z from 'zod'

/** A record of an input with its line number, counted from 1; or what is wrong with it. */
export type Parsed<Value> =
  | { readonly line: number; readonly value: Value }
  | { readonly line: number; readonly problem: string }

type Records = AsyncGenerator<Parsed<unknown>>

async function* ndjson(input: Readable): Records {
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text.trim() === '') continue
    try {
      yield { line, value: JSON.parse(text) }
    } catch {
      yield { line, problem: 'not valid JSON' }
    }
  }
}

const csvRecord = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
})

async function* csv(input: Readable): Records {
  const problems: Parsed<unknown>[] = []
  const parser = parse({
    columns: true,
    bom: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) problems.push({ line: Number(error['lines'] ?? 0), problem: error.message })
    },
  })
  input.on('error', (error) => parser.destroy(error))
  for await (const parsed of input.pipe(parser)) {
    yield* problems.splice(0)
    const { record, info } = csvRecord.parse(parsed)
    yield { line: info.lines, value: record }
  }
  yield* problems
}

/** The records of a CSV or NDJSON input, which is told by its first character. */
export async function* readRecords(input: Readable): Records {
  const chunks = input.iterator({ destroyOnReturn: false })
  const { value: first, done } = await chunks.next()
  if (done) return
  const whole = Readable.from(
    (async function* () {
      yield first
      yield* chunks
    })(),
    { objectMode: false },
  )
  yield* /^\s*\{/.test(String(first)) ? ndjson(whole) : csv(whole)
}

function problemOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')
}

/** Records as the schema reads them. */
export async function* validated<Value>(
  records: AsyncIterable<Parsed<unknown>>,
  schema: z.ZodType<Value>,
): AsyncGenerator<Parsed<Value>> {
  for await (const parsed of records) {
    if ('problem' in parsed) {
      yield parsed
      continue
    }
    const result = schema.safeParse(parsed.value)
    yield result.success
      ? { line: parsed.line, value: result.data }
      : { line: parsed.line, problem: problemOf(result.error) }
  }
}

/** All values of a trusted input; throws at the first record that is wrong. */
export async function readAll<Value>(input: Readable, schema: z.ZodType<Value>): Promise<Value[]> {
  const values: Value[] = []
  for await (const parsed of validated(readRecords(input), schema)) {
    if ('problem' in parsed) throw new Error(`line ${parsed.line}: ${parsed.problem}`)
    values.push(parsed.value)
  }
  return values
}
