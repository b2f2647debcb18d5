import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { listen } from '../../../src/http/listen.ts'
import { silentLogger } from '../../helpers/silent-logger.ts'

/** Our server without the cache of answers; otherwise as `serve` starts it. */
const config = loadConfig(process.env)
const log = silentLogger
const app = await createApp(config, { log, keepAnswers: false })
await listen(app.http, { host: config.host, port: config.port, log, onDrain: app.drain })
