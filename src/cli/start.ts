import { assemble } from '../assembly.ts'
import { loadConfig } from '../config/config.ts'
import { openDatabases } from '../databases.ts'
import { runStdio } from '../mcp/stdio.ts'
import { createLogger } from '../operations/log.ts'
import { seed } from '../seed.ts'

/** `selvage stdio`: serves until the client closes standard input (D35). */
export async function stdio(): Promise<void> {
  const config = loadConfig(process.env, { servesHttp: false })
  const { log } = await createLogger(config)
  const core = await assemble(config, { log })
  try {
    await runStdio(core.createServer, { registry: core.registries.all, userId: config.localUser, log })
  } finally {
    await core.close()
  }
}

/** `selvage prepare`: brings the schema up to this release and loads its data, or fails. */
export async function prepare(): Promise<void> {
  // The servers' settings may be missing here, and without OAUTH_ISSUER the demo account would be on.
  const config = loadConfig({ SEED_DEMO: 'false', ...process.env }, { servesHttp: false })
  const { log } = await createLogger(config)
  const databases = await openDatabases(config.storage, { log })
  try {
    await seed(databases, { demo: config.seedDemo, fabrics: config.seedFabrics, log })
  } finally {
    await databases.close()
  }
}
