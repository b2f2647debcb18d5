import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run, start } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { startIssuer, type TestIssuer } from '../helpers/issuer.ts'
import { freePort } from '../helpers/ports.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts'
import { startProxy } from '../helpers/proxy.ts'
import { hasRedis, startRedis } from '../limits/redis-server.ts'

/** How many creates have to be acknowledged while things fail. */
const CREATES = 2_000
const AT_ONCE = 8

const folder = temporaryFolder()
let postgres: PostgresServer
let redis: Awaited<ReturnType<typeof startRedis>> | undefined
let issuer: TestIssuer
let proxy: Awaited<ReturnType<typeof startProxy>>
let baseUrl: string
let settings: Record<string, string>
let ports: number[]
const instances: ReturnType<typeof start>[] = []

async function startInstance(index: number): Promise<void> {
  const place = { CATALOG_FOLDER: join(folder.path, `${index}`), PORT: String(ports[index]) }
  const instance = start(['serve'], { cwd: folder.path, env: { ...settings, ...place } })
  instances[index] = instance
  await instance.hasSaid('stdout', 'Connector URL')
}

beforeAll(async () => {
  postgres = await startPostgres({ synchronous_commit: 'on' })
  redis = hasRedis ? await startRedis() : undefined
  issuer = await startIssuer()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  ports = [await freePort(), await freePort()]
  settings = {
    BASE_URL: baseUrl,
    DATABASE_URL: postgres.url('postgres'),
    OAUTH_ISSUER: issuer.url,
    CATALOG_POLL: '1',
    RATE_LIMIT_STORE: redis?.url ?? 'postgres',
    RATE_LIMIT_ANONYMOUS: '1000000/60',
    RATE_LIMIT_USER: '1000000/60',
    RATE_LIMIT_CREATE: '1000000/60',
  }
  proxy = await startProxy(port, ports)
  await Promise.all([0, 1].map(startInstance))
})
afterAll(async () => {
  await proxy.close()
  await redis?.stop()
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any

const get = async (path: string, token = '') => {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${baseUrl}/api/v1${path}`, { headers })
  const json: Json = response.status === 200 ? await response.json() : undefined
  return { status: response.status, json }
}

it('[D9.9] nothing acknowledged is lost and no search fails, whatever is killed or restarted', async () => {
  const token = await issuer.mint(baseUrl, { sub: 'user_new' })
  const acknowledged = new Set<string>()
  const others = new Set<number>()
  let cut = 0

  const creator = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: '{"name":"A project"}' }
    while (acknowledged.size < CREATES) {
      const response = await fetch(`${baseUrl}/api/v1/projects`, request).catch(() => undefined)
      const answer: Json = await response?.json().catch(() => undefined)
      if (response === undefined) cut += 1
      else if (response.status === 201) acknowledged.add(answer.data.projectId)
      else others.add(response.status)
    }
  }
  let searches = 0
  const failed: number[] = []
  const searcher = async () => {
    while (acknowledged.size < CREATES) {
      const { status } = await get('/fabrics?query=kona&limit=5')
      searches += 1
      if (status !== 200) failed.push(status)
    }
  }
  const reached = (share: number) =>
    expect.poll(() => acknowledged.size, { timeout: 100_000 }).toBeGreaterThan(CREATES * share)
  const chaos = async () => {
    await reached(0.1)
    instances[0]?.child.kill('SIGKILL')
    await instances[0]?.ended
    await startInstance(0)
    await reached(0.3)
    await postgres.stop('SIGQUIT')
    await postgres.start()
    await reached(0.5)
    await redis?.stop()
    await reached(0.6)
    await redis?.start()
    writeFileSync(join(folder.path, 'more.csv'), 'manufacturer,collection,name\nAaa Mills,First,Quokka\n')
    const env = { ...settings, CATALOG_FOLDER: join(folder.path, 'command') }
    const imported = await run(['import', 'fabrics', 'more.csv'], { cwd: folder.path, env })
    expect(imported.stderr).toBe('')
  }
  await Promise.all([chaos(), searcher(), ...Array.from({ length: AT_ONCE }, creator)])

  expect(failed).toEqual([])
  expect(searches).toBeGreaterThan(100)
  // Refused by the proxy while an instance was gone, or by an instance while PostgreSQL was.
  expect([...others].filter((status) => ![502, 503].includes(status))).toEqual([])
  // A killed instance cuts the answers that it has begun.
  expect(cut).toBeLessThanOrEqual(AT_ONCE)

  const listed = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const { json } = await get(`/projects?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`, token)
    for (const { id } of json.data.projects) listed.add(id)
    cursor = json.data.cursor
  }
  expect([...acknowledged].filter((id) => !listed.has(id))).toEqual([])

  // Both instances have the version: neighbours answer alike.
  for (let look = 0; look < 4; look += 1) {
    const found = async () => (await get('/fabrics?query=quokka')).json?.data.fabrics.length
    await expect.poll(found, { timeout: 20_000 }).toBe(1)
  }
})
