import type { Connection } from '../database.ts'
import type { Row } from './rows.ts'

/** The row of a fabric without its position. */
export type NewRow = Omit<Row, 'position'> & { readonly shipped: 0 | 1 }

/** Changes fabrics, and counts those of each line: the counts are written by `finish`. */
export class Writer {
  readonly #db: Connection
  readonly #fabricsOfLines = new Map<number, number>()

  constructor(db: Connection) {
    this.#db = db
  }

  #count({ line }: NewRow | Row, change: 1 | -1): void {
    this.#fabricsOfLines.set(line, (this.#fabricsOfLines.get(line) ?? 0) + change)
  }

  add(position: number, row: NewRow): void {
    const { id, line, name, sku, color_hex, thumbnail_url, shipped } = row
    this.#db.run(
      'insert into fabrics values (cast(? as integer), ?, ?, ?, ?, ?, ?, ?)',
      position,
      id,
      line,
      name,
      sku,
      color_hex,
      thumbnail_url,
      shipped,
    )
    this.#count(row, 1)
  }

  /** Only colour and picture can change: the id is made of the rest. */
  change(before: Row, row: NewRow): void {
    this.#db.run(
      'update fabrics set color_hex = ?, thumbnail_url = ?, shipped = ? where position = ?',
      row.color_hex,
      row.thumbnail_url,
      row.shipped,
      before.position,
    )
  }

  remove(row: Row): void {
    this.#db.run('delete from fabrics where position = ?', row.position)
    this.#count(row, -1)
  }

  /** Moves fabrics to other positions without changing their order. */
  *move(moves: ReadonlyArray<{ readonly row: Row; readonly position: number }>): Generator<void> {
    // First out of the way, because one may move to the present position of another.
    for (const { row } of moves) {
      this.#db.run('update fabrics set position = -position where position = ?', row.position)
      yield
    }
    for (const { row, position } of moves) {
      this.#db.run(
        'update fabrics set position = cast(? as integer) where position = ?',
        position,
        -row.position,
      )
      yield
    }
  }

  /** Writes what was counted. */
  finish(): void {
    for (const [line, change] of this.#fabricsOfLines) {
      this.#db.run('update lines set fabrics = fabrics + ? where id = ?', change, line)
    }
    this.#db.run('delete from lines where fabrics = 0')
  }
}

/** @returns the id of a line. Creates the line if it does not exist. */
export function lineOf(db: Connection, manufacturer: string, collection: string): number {
  const sql = 'select id from lines where manufacturer = ? and collection = ?'
  const known = db.value<number>(sql, manufacturer, collection)
  if (known !== undefined) return known
  db.run('insert into lines (manufacturer, collection) values (?, ?)', manufacturer, collection)
  return db.value<number>(sql, manufacturer, collection) ?? 0
}
