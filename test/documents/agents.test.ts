import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { securityText } from '../../src/documents/crawlers.ts'
import { serverName } from '../../src/mcp/registry.ts'
import { allTools } from '../../tools/index.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'

const server = await startTestServer()
afterAll(() => server.close())

it('the server card has the members of its schema, and says what the server says when it is asked', async () => {
  const { json: card } = await server.request('/mcp/server-card')
  const { $schema, remotes, ...info } = card
  expect($schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json')
  expect(remotes).toMatchObject([{ type: 'streamable-http', url: `${server.baseUrl}/mcp` }])
  const { json: begun } = await mcpRequest(server, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  expect(info).toEqual(begun.result.serverInfo)
  expect(Object.keys(info)).toEqual(['name', 'title', 'description', 'version', 'websiteUrl', 'icons'])
  expect(info.description.length).toBeLessThanOrEqual(100)

  const { json: earlier } = await server.request('/.well-known/mcp/server-card.json')
  expect(earlier).toEqual({
    serverInfo: info,
    endpoint: `${server.baseUrl}/mcp`,
    capabilities: begun.result.capabilities,
  })
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
  expect(serverName(baseUrl)).toBe(name)
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
  const listed = allTools.filter(({ isRestOnly }) => !isRestOnly).map(({ name }) => name)
  const operations = allTools.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  for (const name of [...listed, ...operations]) expect(text).toContain(name)
})

it('auth.md carries its name in its heading and leads to the metadata of both surfaces', async () => {
  const { text } = await server.request('/auth.md')
  expect(text).toMatch(/^# auth\.md/)
  expect(text).toContain(`${server.baseUrl}/.well-known/oauth-protected-resource,`)
  expect(text).toContain(`${server.baseUrl}/.well-known/oauth-protected-resource/mcp`)
})

it('robots.txt keeps everybody from private operations and names the agents that it speaks to', async () => {
  const { text } = await server.request('/robots.txt')
  const [group = ''] = text.split('\n\n')
  const disallowed = [...group.matchAll(/^Disallow: \/api\/v1\/(.*)$/gm)].map(([, path]) => path)
  expect(disallowed.sort()).toEqual(['assets', 'auth/me', 'blocks', 'projects', 'quilts'])
  for (const line of [
    'User-agent: *',
    'User-agent: GPTBot',
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
  ])
    expect(group).toContain(line)
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
