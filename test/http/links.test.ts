import { afterAll, expect, it } from 'vitest'
import { startIssuer } from '../helpers/issuer.ts'
import { startTestServer } from '../helpers/server.ts'
import { rawRequest } from '../helpers/wire.ts'

const WEB_APP = 'https://app.quilts.example/studio'
const SPOOFED = 'spoofed.example'

const issuer = await startIssuer()
/** Behind a proxy that is trusted for addresses, which must not make it trusted for names. */
const server = await startTestServer({ issuer, env: { TRUST_PROXY: '1' } })
const elsewhere = await startTestServer({ issuer, env: { WEB_APP_URL: `${WEB_APP}/` } })
afterAll(async () => {
  for (const one of [server, elsewhere, issuer]) await one.close()
})

it.each([
  'GET /api/v1/fabrics',
  'GET /api/v1/projects',
  'GET /api/v1/quilts',
  'POST /api/v1/projects',
  'GET /',
  'GET /llms.txt',
  'GET /.well-known/oauth-protected-resource/mcp',
  'GET /sitemap-pages.xml',
])('[D24.3] %s links where the configuration says, whatever host the request claims', async (line) => {
  const lines = [
    `${line} HTTP/1.1`,
    ...['Host', 'X-Forwarded-Host', 'X-Original-Host'].map((name) => `${name}: ${SPOOFED}`),
    'X-Forwarded-Proto: https',
    `Forwarded: host=${SPOOFED};proto=https`,
    `Authorization: Bearer ${await server.tokenOf('user_demo')}`,
    'Content-Type: application/json',
  ]
  const { status, headers, text } = await rawRequest(server.port, lines, '{"name":"n"}')
  expect([status < 300, text]).toEqual([true, expect.stringContaining(server.baseUrl)])
  expect(`${text}${[...headers]}`).not.toContain(SPOOFED)
})

it.each([
  ['the default', server.baseUrl, server],
  ['WEB_APP_URL', WEB_APP, elsewhere],
] as const)('[D24.1, §2.ids] every link opens the matching page, with %s', async (_, base, one) => {
  const token = await one.tokenOf('user_demo')
  const data = async (path: string) => (await one.rest(path, { token })).json.data
  const { fabrics, libraryUrl } = await data('/fabrics?query=kona+mustard')
  expect(libraryUrl).toBe(`${base}/fabrics`)
  expect(fabrics[0].libraryUrl).toBe(`${base}/fabrics/robert-kaufman/kona-cotton`)
  const [guide] = (await data('/supplies?category=precuts&limit=1')).items
  expect(guide.guideUrl).toBe(`${base}/guides/precuts/${guide.slug}`)
  const { projects, projectsUrl } = await data('/projects?limit=1')
  expect(projectsUrl).toBe(`${base}/projects`)
  expect(projects[0].url).toBe(`${base}/projects/${projects[0].id}`)
  for (const resource of ['blocks', 'quilts', 'swatches', 'patterns']) {
    const [asset] = (await data(`/assets?resource=${resource}&limit=1`)).assets
    const detail = await data(`/assets/${resource}/${asset.id}`)
    const urls = new Set([asset.url, detail.url, detail.asset.url])
    expect(urls).toEqual(new Set([`${base}/editor/${resource}/${asset.id}`]))
  }
})
