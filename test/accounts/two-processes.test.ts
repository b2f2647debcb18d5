import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDevelopmentProvider } from '../../src/dev/provider.ts'
import { endAll, start } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'

const folder = temporaryFolder()
const ports: number[] = []
let baseUrl: string
let provider: Awaited<ReturnType<typeof startDevelopmentProvider>>

/** Two servers of one address, each a process of its own, on one PostgreSQL; no secret is configured. */
beforeAll(async () => {
  ports.push(await freePort(), await freePort())
  baseUrl = `http://127.0.0.1:${ports[0]}`
  provider = await startDevelopmentProvider({
    port: await freePort(),
    resources: [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`],
    scopes: [],
    storePath: ':memory:',
  })
  const settings = {
    BASE_URL: baseUrl,
    DATABASE_URL: await createPostgresDatabase(),
    OAUTH_ISSUER: provider.issuer,
    SEED_DEMO: 'true',
    RATE_LIMIT_ANONYMOUS: 'off',
  }
  for (const port of ports) {
    const env = { ...settings, PORT: `${port}`, CATALOG_FOLDER: join(folder.path, `${port}`) }
    await start(['serve'], { cwd: folder.path, env }).hasSaid('stdout', 'Connector URL')
  }
}, 60_000)
afterAll(async () => {
  await endAll()
  await provider.close()
  folder.remove()
})

/** Signs in; the request that begins it goes to one process, and what comes after to the other. */
async function signIn(begins: number, ends: number): Promise<[path: string, shows: boolean]> {
  const cookies = new Map<string, string>()
  async function visit(url: URL, init: RequestInit = {}) {
    const isOurs = url.origin === baseUrl
    const port = url.pathname === '/sign-in/start' ? begins : ends
    const response = await fetch(isOurs ? `http://127.0.0.1:${port}${url.pathname}${url.search}` : url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; '), accept: 'text/html' },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  async function open(start: URL, init?: RequestInit) {
    let url = start
    let response = await visit(url, init)
    for (let location = response.headers.get('location'); location; ) {
      url = new URL(location, url)
      response = await visit(url)
      location = response.headers.get('location')
    }
    return { url, text: await response.text() }
  }
  const asked = await open(new URL('/projects', baseUrl))
  const [, href = ''] = /href="([^"]*\/sign-in\/start[^"]*)"/.exec(asked.text) ?? []
  const page = await open(new URL(href.replaceAll('&#38;', '&'), asked.url))
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  const body = new URLSearchParams({ user: 'user_demo' })
  const { url, text } = await open(new URL(action, page.url), { method: 'POST', body })
  return [url.pathname, text.includes('Harvest Table Sampler')]
}

it('[D24.2] ten of ten sign-ins that begin at one process end at the other', async () => {
  const [one = 0, other = 0] = ports
  for (let count = 0; count < 10; count += 1) {
    const [begins, ends] = count % 2 === 0 ? [one, other] : [other, one]
    expect([count, ...(await signIn(begins, ends))]).toEqual([count, '/projects', true])
  }
})
