import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCard } from '../../src/documents/agents.ts'
import { securityText } from '../../src/documents/crawlers.ts'
import { allTools } from '../../tools/index.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('the server card has the members of its schema and no others', async () => {
  const { json } = await server.request('/mcp/server-card')
  expect(Object.keys(json)).toEqual([
    '$schema',
    'name',
    'title',
    'description',
    'version',
    'websiteUrl',
    'remotes',
  ])
  expect(json).toMatchObject({
    name: '127.0.0.1/selvage',
    remotes: [{ type: 'streamable-http', url: `${server.baseUrl}/mcp` }],
  })
  expect(json.description.length).toBeLessThanOrEqual(100)
})

it('the card of the earlier form says of the server what it says itself', async () => {
  const { json } = await server.request('/.well-known/mcp/server-card.json')
  const { json: begun } = await mcpRequest(server, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  expect(json.endpoint).toBe(`${server.baseUrl}/mcp`)
  expect(begun.result.serverInfo).toMatchObject(json.serverInfo)
  const { json: card } = await server.request('/mcp/server-card')
  expect(begun.result.serverInfo).toMatchObject({ title: card.title, version: card.version })
})

it('[D32.1] the server speaks every revision that the card names, and no other one', async () => {
  const { json } = await server.request('/mcp/server-card')
  const versions: string[] = json.remotes[0].supportedProtocolVersions
  expect(versions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
  for (const version of versions) {
    const answer = await mcpRequest(server, 'tools/list', {}, { version })
    expect(answer.json.result.tools, version).toHaveLength(TOOL_COUNT)
  }
  const unknown = await mcpRequest(server, 'tools/list', {}, { version: '2023-01-01' })
  expect(unknown.status).toBe(400)
})

it.each([
  ['https://agents.example.com', 'com.example.agents/selvage'],
  ['http://localhost:3000', 'localhost/selvage'],
  ['http://[::1]:3000', '--1/selvage'],
])('%s names its server %s', (baseUrl, name) => {
  expect(serverCard(baseUrl, '1.0.0').name).toBe(name)
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
})

it('the API catalog says where it is, also to HEAD, and describes both surfaces', async () => {
  const head = await server.request('/.well-known/api-catalog', { method: 'HEAD' })
  expect(head.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
  const { json } = await server.request('/.well-known/api-catalog')
  const [catalog, rest, mcp] = json.linkset
  const hrefs = (targets: { href: string }[]) => targets.map(({ href }) => href)
  expect(hrefs(catalog.item)).toEqual([`${server.baseUrl}/api/v1`, `${server.baseUrl}/mcp`])
  expect([rest.anchor, mcp.anchor]).toEqual(hrefs(catalog.item))
  for (const surface of [rest, mcp])
    for (const relation of ['service-desc', 'service-doc', 'status'])
      expect(surface[relation].length, relation).toBeGreaterThan(0)
})

it('the AI catalog has entries of its shape', async () => {
  const { json } = await server.request('/.well-known/ai-catalog.json')
  expect(Object.keys(json).sort()).toEqual(['entries', 'host', 'specVersion'])
  expect(json.entries).toHaveLength(2)
  for (const entry of json.entries) {
    expect(entry.identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/)
    const { headers } = await server.request(entry.url.slice(server.baseUrl.length))
    expect(headers.get('content-type')).toBe(entry.type)
    expect(entry.representativeQueries.length).toBeGreaterThanOrEqual(2)
  }
})

it('each skill has front matter, and the digest of the bytes that are served', async () => {
  const { json } = await server.request('/.well-known/agent-skills/index.json')
  expect(json.skills.map(({ name }: { name: string }) => name)).toEqual([
    'create-project',
    'start-block',
    'start-design',
  ])
  for (const { name, url, digest, type } of json.skills) {
    const { text } = await server.request(url.slice(server.baseUrl.length))
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: ".+"\n---\n\n# `))
    expect([type, digest]).toEqual(['skill-md', `sha256:${createHash('sha256').update(text).digest('hex')}`])
  }
})

it('llms.txt is short and names every tool and operation', async () => {
  const { text } = await server.request('/llms.txt')
  expect(text).toMatch(/^# Selvage\n\n> /)
  expect(text.length).toBeLessThan(10_000)
  const listed = allTools.filter(({ surfaces }) => surfaces.includes('mcp')).map(({ name }) => name)
  const operations = allTools.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  for (const name of [...listed, ...operations]) expect(text).toContain(name)
})

it('auth.md carries its name in its heading and leads to the metadata of both surfaces', async () => {
  const { text } = await server.request('/auth.md')
  expect(text).toMatch(/^# auth\.md/)
  expect(text).toContain(`${server.baseUrl}/.well-known/oauth-protected-resource,`)
  expect(text).toContain(`${server.baseUrl}/.well-known/oauth-protected-resource/mcp`)
})

it('robots.txt keeps every group from private operations and allows the public ones', async () => {
  const { text } = await server.request('/robots.txt')
  const groups = text.split('\n\n').filter((group) => group.startsWith('User-agent'))
  expect(groups).toHaveLength(2)
  for (const group of groups) {
    const disallowed = [...group.matchAll(/^Disallow: \/api\/v1\/(.*)$/gm)].map(([, path]) => path)
    expect(disallowed.sort()).toEqual(['assets', 'auth/me', 'blocks', 'projects', 'quilts'])
    expect(group).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no')
  }
  expect(text).toContain(`Sitemap: ${server.baseUrl}/sitemap.xml`)
})

it('security.txt expires within a year of its making, and changes once a day', () => {
  const made = Date.parse('2026-11-20T16:00:00Z')
  const text = securityText('https://agents.example.com', made)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect((expires - made) / 86_400_000).toBeGreaterThan(300)
  expect((expires - made) / 86_400_000).toBeLessThan(365)
  expect(text).toContain('Contact: mailto:security@agents.example.com\n')
  expect(securityText('https://agents.example.com', made + 3_600_000)).toBe(text)
})
