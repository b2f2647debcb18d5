import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { keepAlive } from '../src/kit/lifetime.ts'

// Tests look into databases on their own: these and their statements too must outlive every garbage collection.
const { exec, prepare } = Sqlite.prototype

function lastingExec(this: Sqlite.Database, sql: string): Sqlite.Database {
  return Reflect.apply(exec, keepAlive(this), [sql])
}

function lasting(this: Sqlite.Database, sql: string): Sqlite.Statement<unknown[]> {
  return keepAlive(Reflect.apply(prepare, this, [sql]))
}

function lastingPragma(this: Sqlite.Database, source: string, options?: Sqlite.PragmaOptions) {
  const statement = lasting.call(this, `PRAGMA ${source}`)
  return options?.simple ? statement.pluck(true).get() : statement.all()
}

Object.assign(Sqlite.prototype, { exec: lastingExec, prepare: lasting, pragma: lastingPragma })

// The same properties on every run: a seed that fails is found on purpose, with FC_SEED, not by chance in CI.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_120) })
