import { afterAll, expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../src/assembly.ts'
import { createGate } from '../../src/auth/gate.ts'
import { SILENT } from '../../src/core/logger.ts'
import type { Caller } from '../../src/core/tool.ts'
import { createRateLimits, inMemory } from '../../src/http/rate-limit.ts'
import { createHttpApp } from '../../src/http/router.ts'
import { listen } from '../../src/http/server.ts'
import { createMcpEndpoint } from '../../src/mcp/endpoint.ts'
import { createLane, type Lane } from '../../src/mcp/lane.ts'
import { createSdkServing } from '../../src/mcp/sdk.ts'
import { startTestServer } from '../helpers/server.ts'
import { corpus, type Sent } from './corpus.ts'

// Every message goes down both ways, the lane's and the SDK's alone: nobody may notice which it was.

const server = await startTestServer()
const core = await assemble(server.config, { log: SILENT })
/** What the lane took, by method and revision. */
const taken = new Map<string, number>()
afterAll(() => core.close())

const CALLER: Caller = { userId: 'user_demo', scopes: [], via: 'bearer' }

async function way(lane: Lane) {
  const endpoint = createMcpEndpoint({
    lane,
    fallback: createSdkServing(core.createServer, () => {}),
    registries: core.registries,
    gate: createGate({
      enabled: true,
      tokens: () => ({ standing: 'known', caller: CALLER, verify: async () => CALLER }),
      needsProvider: () => false,
      metadataUrl: 'http://127.0.0.1/.well-known/oauth-protected-resource/mcp',
      scopes: { read: [], create: [] },
      limits: createRateLimits({ anonymous: 'off', pools: [], user: 'off', create: 'off' }, inMemory),
      sessions: [],
      allowedOrigins: new Set(),
    }),
    challengeForm: 'auto',
    mode: 'lazy',
    baseUrl: 'http://127.0.0.1',
    host: '127.0.0.1',
    allowedOrigins: [],
  })
  const app = createHttpApp([endpoint], { log: SILENT })
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, log: SILENT, onDrain: () => {} })
  onTestFinished(() => close())
  return async ({ headers, body }: Sent) => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'x-request-id': 'differential', ...headers },
      body: JSON.stringify(body),
    })
    const { date, ...others } = Object.fromEntries(response.headers)
    return { status: response.status, headers: others, body: await response.text() }
  }
}

it('[D32.1, D33.2, D34.1] the lane answers as the SDK does, byte for byte, or leaves the message to it', async () => {
  const lane = createLane(core.call)
  const byLane = await way((message, session) => {
    const answer = lane(message, session)
    if (answer !== undefined) {
      const key = `${message.method} ${message.plain}`
      taken.set(key, (taken.get(key) ?? 0) + 1)
    }
    return answer
  })
  const bySdk = await way(() => undefined)
  let count = 0
  for (const sent of corpus()) {
    count += 1
    expect(await byLane(sent), JSON.stringify(sent)).toEqual(await bySdk(sent))
  }
  expect(count).toBeGreaterThan(500)
  for (const kind of ['tools/call legacy', 'tools/call modern', 'tools/list legacy', 'tools/list modern'])
    expect(taken.get(kind), kind).toBeGreaterThan(5)
}, 60_000)
