import { loadStorageConfig } from '../config/config.ts'
import { type Databases, withDatabases as withDatabasesOf } from '../databases.ts'

/** Runs a command on the configured databases. */
export const withDatabases = (run: (databases: Databases) => Promise<void>): Promise<void> =>
  withDatabasesOf(loadStorageConfig(process.env).storage, run)

const BAR = 24

export const WAITING = 'Waiting for another process that is changing the database…'

/** A progress line, if the output is a terminal. */
export function createProgress(total: number | undefined, bytesRead: () => number) {
  const terminal = process.stderr.isTTY
  return {
    show(records: number): void {
      if (!terminal) return
      const share = total === undefined || total === 0 ? undefined : Math.min(1, bytesRead() / total)
      const filled = Math.round((share ?? 0) * BAR)
      const bar = share === undefined ? '' : `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] `
      process.stderr.write(`\r${bar}${records.toLocaleString('en')} records`)
    },
    clear(): void {
      if (terminal) process.stderr.write('\r\u001B[K')
    },
  }
}
