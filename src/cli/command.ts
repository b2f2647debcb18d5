import { loadStorageConfig } from '../config/config.ts'
import { type Databases, withDatabases as withDatabasesOf } from '../databases.ts'

/** Runs a command on the configured databases. */
export const withDatabases = (run: (databases: Databases) => Promise<void>): Promise<void> =>
  withDatabasesOf(loadStorageConfig(process.env).storage, run)

export const WAITING = 'Waiting for another process that is changing the database…'

/** A line that counts records, if the output is a terminal. */
export function createProgress() {
  const show = (line: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`)
  }
  return {
    show: (records: number) => show(`${records.toLocaleString('en')} records`),
    clear: () => show(''),
  }
}
