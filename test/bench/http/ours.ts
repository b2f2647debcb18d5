import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { listen } from '../../../src/http/server.ts'
import { createLogger } from '../../../src/operations/log.ts'

/** Our server without the cache of answers; otherwise as `serve` starts it. */
const config = loadConfig(process.env)
const { log } = await createLogger(config)
const app = await createApp(config, { log, keepAnswers: false })
await listen(app.http, { host: config.host, port: config.port, log, onDrain: app.drain })
