import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { freePort } from '../helpers/ports.ts'
import { run, serve } from './selvage.ts'

const LIMIT = 6

const metricsPort = await freePort()
const server = await serve({
  WORKERS: '2',
  METRICS_PORT: String(metricsPort),
  RATE_LIMIT_ANONYMOUS: `${LIMIT}/3600`,
  RATE_LIMIT_CREATE: '4/3600',
})

const isLinux = process.platform === 'linux'
const workers = () => {
  const { pid } = server.child
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
}

/** On connections of their own, which the workers take in turn. */
const statuses = async (count: number, send: () => Promise<Response>) => {
  const answers = await Promise.all(Array.from({ length: count }, send))
  return answers.map(({ status }) => status).sort()
}
const alone = { connection: 'close' }

it('[D36.1] the limits of a user hold over all workers, who know the user', async () => {
  const token = (await run(['token'], server.place)).stdout.trim()
  const headers = { ...alone, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const create = () =>
    fetch(`${server.baseUrl}/api/v1/projects`, { method: 'POST', headers, body: '{"name":"n"}' })
  expect(await statuses(6, create)).toEqual([201, 201, 201, 201, 429, 429])
})

it('[D36.2] so does the limit of an address', async () => {
  const search = () => fetch(`${server.baseUrl}/api/v1/supplies?category=rulers`, { headers: alone })
  const answers = await statuses(2 * LIMIT, search)
  expect(answers).toEqual([...Array(LIMIT).fill(200), ...Array(LIMIT).fill(429)])
})

it('the metrics count the requests of all workers', async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(text).toContain(`selvage_requests_total{operation="browseSupplies",code="ok"} ${LIMIT}\n`)
  expect(text).toContain(`selvage_requests_total{operation="browseSupplies",code="rate_limited"} ${LIMIT}\n`)
  expect(text).toContain('selvage_requests_total{operation="createProject",code="ok"} 4\n')
  expect(text).toContain('selvage_part_up{part="catalog"} 1\n')
})

it.skipIf(!isLinux)('one that dies is replaced, and the others go on', async () => {
  const [first = '', second] = workers()
  process.kill(Number(first), 'SIGKILL')
  await server.hasSaid('stderr', 'another takes its place')
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
  await vi.waitFor(() => expect(workers()).toHaveLength(2), 10_000)
  expect(workers()).toContain(second)
  expect(workers()).not.toContain(first)
})

it('a stop drains all, and the process exits 0', async () => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
  await expect(fetch(`${server.baseUrl}/healthz`)).rejects.toThrow()
})
