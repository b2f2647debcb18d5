import { createChallenges } from '../../src/auth/challenge.ts'
import { createHttpApp } from '../../src/http/app.ts'
import { listen } from '../../src/http/listen.ts'
import { createRateLimits } from '../../src/http/rate-limit.ts'
import { silentLogger } from '../../src/kit/log.ts'
import { isLoopbackHost } from '../../src/kit/network.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../src/mcp/endpoint.ts'
import { createFixtureServer } from './fixtures/server.ts'

// Selvage's own endpoint on a socket, with the suite's tools, prompts and resources in place of its own:
// what passes here is the transport that the product is served by. Prints its URL; ends on SIGTERM.
const host = '127.0.0.1'
const port = Number(process.argv[2] ?? 0)

const endpoint: McpEndpoint = createMcpEndpoint({
  createServer: () => createFixtureServer(endpoint.notify),
  protectedTools: new Set(),
  authenticate: async () => undefined,
  challenges: createChallenges(`http://${host}/.well-known/oauth-protected-resource/mcp`, []),
  requiredScopes: [],
  challengeForm: 'http',
  mode: 'lazy',
  limits: createRateLimits({ anonymous: 'off', user: 'off', create: 'off' }),
  trustedProxies: 0,
  isHostAllowed: (value) => isLoopbackHost(value.replace(/:\d+$/, '')),
  isOriginAllowed: (value) => URL.canParse(value) && isLoopbackHost(new URL(value).hostname),
  enabled: true,
  log: silentLogger,
})
const app = createHttpApp([endpoint.route], { log: silentLogger, isDraining: () => false })
const server = await listen(app, { host, port, onDrain: () => void endpoint.close() })
process.stdout.write(`http://${host}:${server.port}/mcp\n`)
process.once('SIGTERM', () => void server.close())
