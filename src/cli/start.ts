import { assemble } from '../assembly.ts'
import { loadConfig } from '../config/config.ts'
import { runStdio } from '../mcp/stdio.ts'
import { createLogger } from '../operations/log.ts'

async function start(variables: NodeJS.ProcessEnv) {
  const config = loadConfig(variables, { serves: false })
  const { log } = await createLogger(config)
  return { config, log, core: await assemble(config, { log }) }
}

/** `selvage stdio`: serves until the client closes standard input (D35). */
export async function stdio(): Promise<void> {
  const { config, log, core } = await start(process.env)
  try {
    await runStdio(core.createServer, { registry: core.registries.all, userId: config.localUser, log })
  } finally {
    await core.close()
  }
}

/** `selvage prepare`: what a server does before it listens. */
export async function prepare(): Promise<void> {
  // The servers' settings may be missing here, and without OAUTH_ISSUER the demo account would be on.
  const { core } = await start({ SEED_DEMO: 'false', ...process.env })
  await core.close()
}
