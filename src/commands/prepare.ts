import { createCore } from '../app.ts'
import { loadConfig } from '../config.ts'
import { createLogger } from './logger.ts'

/** `selvage prepare`: what a server does before it listens. A release runs it before its servers start. */
export async function prepare(): Promise<void> {
  const config = loadConfig(process.env, { serves: false })
  const core = await createCore(config, { log: createLogger(config) })
  await core.close()
}
