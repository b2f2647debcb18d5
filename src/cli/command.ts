import { loadConfig } from '../config/config.ts'
import { type Databases, openDatabases, type Storage } from '../databases.ts'

/** Where the data are. */
export const configuredStorage = (variables: NodeJS.ProcessEnv): Storage =>
  loadConfig(variables, { serves: false }).storage

/** Opens databases, by default the configured ones, and closes them in any case. */
export async function withDatabases(
  run: (databases: Databases) => Promise<void>,
  storage: Storage = configuredStorage(process.env),
): Promise<void> {
  const databases = await openDatabases(storage)
  try {
    await run(databases)
  } finally {
    await databases.close()
  }
}

/** An import of another process may take a minute or two. */
export const LONG_WAIT = {
  seconds: 600,
  onWait: () => void process.stderr.write('Waiting for another process that is changing the database…\n'),
}
