import { type Databases, openDatabases } from '../accounts/databases.ts'
import { loadStorageConfig } from '../config.ts'

/** Runs a command on the configured databases, and closes them whatever happens. */
export async function withDatabases(run: (databases: Databases) => Promise<void>): Promise<void> {
  const databases = await openDatabases(loadStorageConfig(process.env).storage)
  try {
    await run(databases)
  } finally {
    await databases.close()
  }
}
