import { loadStorageConfig } from '../config/config.ts'
import { type Databases, withDatabases as withDatabasesOf } from '../databases.ts'

/** Runs a command on the configured databases. */
export const withDatabases = (run: (databases: Databases) => Promise<void>): Promise<void> =>
  withDatabasesOf(loadStorageConfig(process.env).storage, run)
