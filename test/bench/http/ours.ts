import cluster from 'node:cluster'
import { createApp } from '../../../src/app.ts'
import { startWorkers } from '../../../src/cli/workers.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { listen } from '../../../src/http/server.ts'
import { createLogger } from '../../../src/operations/log.ts'

/** Our server without the cache of answers; otherwise as `serve` starts it. */
const config = loadConfig(process.env)
const { log } = await createLogger(config)
if (config.workers > 1 && cluster.isPrimary) await startWorkers(config.workers, log)
else {
  const app = await createApp(config, { log, keepAnswers: false })
  await listen(app.http, { host: config.host, port: config.port, log, onDrain: app.drain })
  process.on('disconnect', () => process.exit())
}
