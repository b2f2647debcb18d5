import type { Connection } from '../database.ts'
import { cellOfHex, packed, unpacked } from '../search/colors/color-table.ts'
import { tokensOfFabric, tokensOfLine } from '../search/conditions/tokens.ts'
import { type LineWords, wordsOfFabric, wordsOfLine } from '../search/query/words.ts'
import type { Row } from '../search/rows.ts'

/** The row of a fabric without its position. */
export type NewRow = Omit<Row, 'position'> & { readonly shipped: 0 | 1 }

interface LineEntry {
  readonly words: LineWords
  readonly tokens: string
}

/**
 * Changes fabrics together with everything that search knows about them. The counts of words and lines and the
 * cells of the colour index are changed in memory and written by `finish`.
 */
export class Writer {
  readonly #db: Connection
  readonly #lines = new Map<number, LineEntry>()
  readonly #fabricsOfLines = new Map<number, number>()
  readonly #fabricsOfWords = new Map<string, number>()
  readonly #cells = new Map<number, Map<number, string>>()

  constructor(db: Connection) {
    this.#db = db
  }

  #line(id: number): LineEntry {
    const known = this.#lines.get(id)
    if (known !== undefined) return known
    const row = this.#db.row<{ manufacturer: string; collection: string }>(
      'select * from lines where id = ?',
      id,
    )
    const words = wordsOfLine(row?.manufacturer ?? '', row?.collection ?? '')
    const entry = { words, tokens: tokensOfLine(words) }
    this.#lines.set(id, entry)
    return entry
  }

  #cell(hex: string): Map<number, string> {
    const cell = cellOfHex(hex)
    const known = this.#cells.get(cell)
    if (known !== undefined) return known
    const stored = this.#db.value<Buffer>('select entries from colors where cell = ?', cell)
    const entries = stored === undefined ? new Map<number, string>() : unpacked(stored)
    this.#cells.set(cell, entries)
    return entries
  }

  #count({ line, name, sku }: NewRow | Row, change: 1 | -1): void {
    this.#fabricsOfLines.set(line, (this.#fabricsOfLines.get(line) ?? 0) + change)
    for (const word of new Set([...wordsOfFabric(name, sku).words, ...this.#line(line).words.words])) {
      this.#fabricsOfWords.set(word, (this.#fabricsOfWords.get(word) ?? 0) + change)
    }
  }

  #index(position: number, { line, name, sku, color_hex }: NewRow | Row): void {
    const tokens = `${tokensOfFabric(wordsOfFabric(name, sku), color_hex !== null)} ${this.#line(line).tokens}`
    this.#db.run('insert into features (rowid, tokens) values (cast(? as integer), ?)', position, tokens)
    if (color_hex !== null) this.#cell(color_hex).set(position, color_hex)
  }

  #unindex({ position, color_hex }: Row): void {
    this.#db.run('delete from features where rowid = cast(? as integer)', position)
    if (color_hex !== null) this.#cell(color_hex).delete(position)
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
    this.#index(position, row)
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
    if (before.color_hex === row.color_hex) return
    this.#unindex(before)
    this.#index(before.position, row)
  }

  remove(row: Row): void {
    this.#db.run('delete from fabrics where position = ?', row.position)
    this.#unindex(row)
    this.#count(row, -1)
  }

  /** Moves fabrics to other positions without changing their order. */
  *move(moves: ReadonlyArray<{ readonly row: Row; readonly position: number }>): Generator<void> {
    // First out of the way, because one may move to the present position of another.
    for (const { row } of moves) {
      this.#db.run('update fabrics set position = -position where position = ?', row.position)
      this.#unindex(row)
      yield
    }
    for (const { row, position } of moves) {
      this.#db.run(
        'update fabrics set position = cast(? as integer) where position = ?',
        position,
        -row.position,
      )
      this.#index(position, row)
      yield
    }
  }

  /** Writes what was counted, and yields after each part. */
  *finish(): Generator<void> {
    for (const [line, change] of this.#fabricsOfLines) {
      this.#db.run('update lines set fabrics = fabrics + ? where id = ?', change, line)
    }
    this.#db.run('delete from lines where fabrics = 0')
    for (const [word, change] of this.#fabricsOfWords) {
      const id = this.#db.value<number>('select id from words where word = ?', word)
      if (id === undefined) {
        this.#db.run('insert into words (word, fabrics) values (?, ?)', word, change)
        this.#db.run('insert into word_parts (rowid, word) select id, word from words where word = ?', word)
      } else {
        this.#db.run('update words set fabrics = fabrics + ? where id = cast(? as integer)', change, id)
      }
      yield
    }
    this.#db.run(
      "insert into word_parts (word_parts, rowid, word) select 'delete', id, word from words where fabrics <= 0",
    )
    this.#db.run('delete from words where fabrics <= 0')
    for (const [cell, entries] of this.#cells) {
      if (entries.size === 0) this.#db.run('delete from colors where cell = ?', cell)
      else this.#db.run('insert or replace into colors values (?, ?)', cell, packed(entries))
      yield
    }
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
