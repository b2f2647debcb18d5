import { createCore } from '../assembly.ts'
import { loadConfig } from '../config/config.ts'
import { createLogger } from '../operations/log.ts'

/**
 * `selvage prepare`: does what a server does before it listens. Run it for a new release before its servers
 * start.
 */
export async function prepare(): Promise<void> {
  const config = loadConfig(process.env, { serves: false })
  const { log } = createLogger(config)
  const core = await createCore(config, { log })
  await core.close()
}
