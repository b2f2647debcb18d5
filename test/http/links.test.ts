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
  'GET /sitemap.xml',
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
  '/fabrics?query=kona+mustard&limit=1',
  '/supplies?category=precuts&limit=1',
  '/projects?limit=1',
  ...['blocks', 'quilts', 'swatches', 'patterns'].map((resource) => `/assets?resource=${resource}&limit=1`),
])('[D24.1, §2.ids] links in %s lead to WEB_APP_URL', async (path) => {
  const { text } = await elsewhere.rest(path, { token: await elsewhere.tokenOf('user_demo') })
  const links = text.match(/https?:[^"]+/g) ?? []
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => !link.startsWith(`${WEB_APP}/`))).toEqual([])
})
