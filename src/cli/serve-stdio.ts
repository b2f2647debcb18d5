import { createCore } from '../assembly.ts'
import { loadConfig } from '../config/config.ts'
import { runStdio } from '../mcp/stdio.ts'
import { createLogger } from '../operations/log.ts'

/** `selvage stdio`: serves until the client closes standard input (D35). */
export async function stdio(): Promise<void> {
  const config = loadConfig(process.env, { serves: false })
  const { log } = await createLogger(config)
  const core = await createCore(config, { log })
  try {
    await runStdio(core.createServer, { registry: core.registries.all, userId: config.localUser, log })
  } finally {
    await core.close()
  }
}
