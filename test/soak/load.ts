import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../cli/selvage.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { callersOutcome } from './callers-outcome.ts'
import { mixedRequests } from './mix.ts'
import { keepOnCore, SERVER_CORE, say, startClients, usageOf, WITHOUT_LIMITS } from './process.ts'

/** How many requests are under way while the capacity is measured: as many as keep one core busy. */
const AT_ONCE = 16
const REPORT_MS = 10_000
const WARM_UP_SECONDS = 10
const CAPACITY_SECONDS = 6
/** Longer than any of the loads. */
const TOKEN_SECONDS = 3_600
/** How long the server has for what is left to do. */
const SETTLE_MS = 2_000

/** A warm server with its mix of requests. */
export async function startLoaded() {
  // The development sign-in would slow the server down in whose process it runs.
  const issuer = await startIssuer()
  const server = await serve({ ...WITHOUT_LIMITS, OAUTH_ISSUER: issuer.url, SEED_DEMO: 'true' })
  keepOnCore(SERVER_CORE, server.child.pid)
  const token = await issuer.mint(server.baseUrl, { exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS })
  const requests = mixedRequests(token)
  const { port } = server
  const usage = () => usageOf(server.child.pid)
  const measure = async (seconds: number) => {
    const { sent } = callersOutcome.parse(
      await startClients('callers.ts', { port, seconds, atOnce: AT_ONCE, requests }).outcome(),
    )
    return Math.round(sent / seconds)
  }
  await measure(WARM_UP_SECONDS)
  /** How many it serves a second. */
  async function capacityNow(): Promise<number> {
    const capacity = await measure(CAPACITY_SECONDS)
    say({ capacity, ...usage() })
    return capacity
  }

  /** Load at a rate; says every ten seconds how much memory and how many files the server has. */
  async function load(rate: number, seconds: number) {
    const before = usage()
    const clients = startClients('callers.ts', { port, seconds, rate, requests }).outcome()
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        await Promise.race([sleep(REPORT_MS), clients])
        say({ rate, ...usage() })
      }
    })()
    const outcome = callersOutcome.parse(await clients)
    isOver = true
    await watching
    await sleep(SETTLE_MS)
    const found = { ...outcome, before, after: usage() }
    say({ rate, ...found })
    return found
  }
  async function close() {
    server.folder.remove()
    await issuer.close()
  }
  return { server, capacityNow, load, close }
}
