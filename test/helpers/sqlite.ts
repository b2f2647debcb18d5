import Sqlite from 'better-sqlite3'
import { keepAlive } from '../../src/core/lifetime.ts'

/**
 * A database file that a test looks into by itself. It and its statements outlive every garbage collection,
 * as those of the service do (see `keepAlive`).
 */
export default class TestDatabase extends Sqlite {
  constructor(path: string, options?: Sqlite.Options) {
    super(path, options)
    keepAlive(this)
  }

  override prepare<BindParameters extends unknown[] | object = unknown[], Result = unknown>(sql: string) {
    return keepAlive(super.prepare<BindParameters, Result>(sql))
  }

  override pragma(source: string, options?: Sqlite.PragmaOptions): unknown {
    const statement = this.prepare(`PRAGMA ${source}`)
    return options?.simple ? statement.pluck(true).get() : statement.all()
  }
}
