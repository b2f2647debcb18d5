import { loadStorageConfig } from '../config.ts'
import { type Databases, openDatabases } from '../databases.ts'

/** Runs a command on the configured databases, and always closes them. */
export async function withDatabases(run: (databases: Databases) => Promise<void>): Promise<void> {
  const databases = await openDatabases(loadStorageConfig(process.env).storage)
  try {
    await run(databases)
  } finally {
    await databases.close()
  }
}
