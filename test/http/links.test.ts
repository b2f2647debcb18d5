import { expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { rawRequest } from '../helpers/wire.ts'

const SPOOFED = 'spoofed.example'

/** Behind a proxy that is trusted for addresses, which must not make it trusted for names. */
const server = await startTestServer({ env: { TRUST_PROXY: '1' } })

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
