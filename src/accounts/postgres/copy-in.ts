import { once } from 'node:events'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { InsertNew } from '../database.ts'

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(bytes: Buffer): void
    endCopyFrom(): void
  }
}

/** How many characters are sent at once, unless a single row has more. */
const CHUNK = 256 * 1024

const SPECIAL = /[\\\n\r\t]/
const ESCAPES = [
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
] as const

function field(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  if (!SPECIAL.test(value)) return value
  return ESCAPES.reduce((text, [character, escaped]) => text.replaceAll(character, escaped), value)
}

/** Rows in the text format of `copy`. */
function* chunksOf(rows: readonly object[]): Generator<Buffer> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${Object.values(row).map(field).join('\t')}\n`
    if (chunk.length < CHUNK) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

/** A `copy` of rows into a table. The methods are called by `pg`. */
export class CopyIn implements pg.Submittable {
  readonly text: string
  readonly #rows: readonly object[]
  #isOver = false
  #resolve = () => {}
  #reject: (error: unknown) => void = () => {}
  /** Settles when the server has taken all rows, or refused them. */
  readonly done: Promise<{ command: 'COPY'; rowCount: number; rows: never[] }>

  constructor(text: string, rows: readonly object[]) {
    this.text = text
    this.#rows = rows
    this.done = new Promise((resolve, reject) => {
      this.#resolve = () => resolve({ command: 'COPY', rowCount: rows.length, rows: [] })
      this.#reject = reject
    })
  }

  callback(): void {}

  submit(connection: pg.Connection): void {
    connection.query(this.text)
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#send(connection).catch((error: unknown) => this.handleError(error))
  }

  async #send(connection: pg.Connection): Promise<void> {
    for (const chunk of chunksOf(this.#rows)) {
      if (this.#isOver) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve()
  }

  handleError(error: unknown): void {
    this.#isOver = true
    this.#reject(error)
  }
}

/** Stores new rows with `copy`, which takes the server two thirds of the time of `insert`, and us a third. */
export const copyIn: InsertNew = async (transaction, table, rows) => {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).map((name) => `"${name}"`)
  const text = `copy "${table}" (${columns.join(', ')}) from stdin`
  // The connection takes it from the parameters, because a statement is only text to Kysely.
  await transaction.executeQuery(CompiledQuery.raw(text, [new CopyIn(text, rows)]))
}
