import { afterAll, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { healthRoutes } from '../../src/http/health.ts'
import { createLoadShedding } from '../../src/http/load-shedding.ts'
import { jsonReply } from '../../src/http/reply.ts'
import { createHttpApp } from '../../src/http/router.ts'
import { listen } from '../../src/http/server.ts'
import type { Answer } from '../helpers/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { expectFailure } from '../rest/answers.ts'

/** More clients than the server serves in time, and a few dozen. */
const FLOOD = 200
const FEW = 40
const WORK_MS = 2

const said: string[] = []
const log = { ...SILENT, warn: (_: object, message: string) => void said.push(message) }
const work = () => {
  const until = performance.now() + WORK_MS
  while (performance.now() < until);
  return jsonReply(200, {})
}
const health = { isDraining: () => false, problems: () => ({}), keys: () => 'fresh' as const }
const routes = [{ path: '/work', get: work }, ...healthRoutes(health)]
const server = await listen(createHttpApp(routes, { log: SILENT }), {
  host: '127.0.0.1',
  port: 0,
  log: SILENT,
  onDrain: () => {},
  refuses: createLoadShedding(log),
})
afterAll(() => server.close())

/** Clients that each ask again when they are answered, until one of all answers is the one that is looked for. */
async function flood(path: string, count: number, isFound: (answer: Answer) => boolean) {
  const answers: Answer[] = []
  const rounds = 12
  let isOver = false
  const connections = Array.from({ length: count }, () => openConnection(server.port))
  // While a server is busy, it accepts few.
  await expect.poll(() => server.connections()).toBeGreaterThanOrEqual(count)
  const client = async (connection: ReturnType<typeof openConnection>) => {
    for (let round = 0; round < rounds && !isOver; round += 1) {
      connection.send(requestText(`GET ${path}`))
      const answer = await connection.answer()
      answers.push(answer)
      isOver ||= isFound(answer)
    }
    connection.close()
  }
  await Promise.all(connections.map(client))
  return answers
}

const statuses = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status))

it('a few dozen clients that wait for their answers are all served', async () => {
  expect(statuses(await flood('/work', FEW, () => false))).toEqual(new Set([200]))
  expect(said).toEqual([])
})

it('[D9.10] a flood gets 503 with retryAfter, monitors are answered, and it recovers by itself', async () => {
  const refused = (await flood('/work', FLOOD, ({ status }) => status === 503)).find(
    ({ status }) => status === 503,
  )
  if (refused === undefined) throw new Error('nobody was refused')
  expectFailure({ ...refused, headers: new Headers([...refused.headers]) }, 'overloaded')
  expect(refused.headers.get('retry-after')).toBe(String(JSON.parse(refused.text).error.retryAfter))
  expect(refused.headers.get('connection')).toBe('keep-alive')

  const monitoring = flood('/work', FLOOD, () => false)
  expect(statuses(await flood('/healthz', 20, () => false))).toEqual(new Set([200]))
  expect(statuses(await flood('/readyz', 20, () => false))).toEqual(new Set([200]))
  expect(statuses(await monitoring)).toEqual(new Set([200, 503]))

  await expect
    .poll(() => said, { timeout: 10_000 })
    .toEqual(['overloaded: some requests are refused', 'no longer overloaded'])
  expect(statuses(await flood('/work', FEW, () => false))).toEqual(new Set([200]))
})
