import { expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'

const DOCUMENTS = [
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/auth.md', 'text/markdown; charset=utf-8'],
  ['/index.md', 'text/markdown; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml'],
  ['/api/v1/openapi.json', 'application/vnd.oai.openapi+json'],
  ['/api/v1/openapi.yaml', 'application/yaml'],
  ['/openapi.json', 'application/vnd.oai.openapi+json'],
  ['/api/v1/arazzo.yaml', 'application/yaml'],
  ['/mcp/server-card', 'application/mcp-server-card+json'],
  ['/.well-known/mcp/server-card.json', 'application/json'],
  ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/agent-skills/index.json', 'application/json'],
  ['/.well-known/agent-skills/create-project/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/start-block/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/start-design/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/oauth-client', 'application/json'],
  ['/.well-known/oauth-protected-resource', 'application/json'],
  ['/.well-known/oauth-protected-resource/mcp', 'application/json'],
  ['/.well-known/oauth-authorization-server', 'application/json'],
] as const

// Also of a deployment whose API is switched off.
const server = await startTestServer({ env: { AGENT_API_ENABLED: 'false' } })

it.each(DOCUMENTS)('[§1.companions] %s is served to everyone, with its type', async (path, contentType) => {
  const { status, headers, text } = await server.request(path, { headers: { origin: 'https://a.example' } })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe(contentType)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  expect(headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(text).not.toMatch(/undefined|\[object/)
})

it.each([
  ['openai-apps-challenge', 'OPENAI_APPS_CHALLENGE', 'token-of-the-store'],
  ['mcp-registry-auth', 'MCP_REGISTRY_AUTH', 'v=MCPv1; k=ed25519; p=AbC='],
])('[D42.4] /.well-known/%s answers the text of %s', async (name, setting, text) => {
  const path = `/.well-known/${name}`
  expect((await server.request(path)).status).toBe(404)
  const asked = await startTestServer({ env: { [setting]: text } })
  const answer = await asked.request(path)
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
    200,
    text,
    'text/plain; charset=utf-8',
  ])
})

it('every address that a document names leads to a document', async () => {
  const found = new Set<string>()
  for (const path of ['/', ...DOCUMENTS.map(([each]) => each)]) {
    const { text } = await server.request(path)
    for (const [url] of text.matchAll(/https?:\/\/[^\s"'<>)\]`,;]+/g)) {
      const address = url.replace(/\.$/, '')
      if (address.startsWith(server.baseUrl)) found.add(address.slice(server.baseUrl.length) || '/')
    }
  }
  // The operations are left out: they are switched off here. So are these pages.
  const addresses = [...found].filter((path) => path !== '/mcp' && !/^\/api\/v1(\/[a-z{}/]+)?$/.test(path))
  const isOff = (path: string) => /^\/(?:fabrics|palette|guides|sign-in)/.test(path)
  expect(addresses.length).toBeGreaterThan(15)
  for (const path of addresses)
    expect((await server.request(path)).status, path).toBe(isOff(path) ? 503 : 200)
})
