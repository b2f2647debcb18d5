import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { securityText } from '../../src/documents/texts.ts'
import { serverName } from '../../src/mcp/registry.ts'
import { allTools } from '../../tools/index.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'

const server = await startTestServer()
const { baseUrl } = server

const jsonAt = async (path: string) => (await server.request(path)).json
const textAt = async (path: string) => (await server.request(path)).text

it('the server card has the members of its schema, and says what the server says when it is asked', async () => {
  const { $schema, remotes, ...info } = await jsonAt('/mcp/server-card')
  expect($schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json')
  expect(remotes).toMatchObject([{ type: 'streamable-http', url: `${baseUrl}/mcp` }])
  const { json: begun } = await mcpRequest(server, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  const { serverInfo, capabilities } = begun.result
  expect(info).toEqual(serverInfo)
  expect(Object.keys(info)).toEqual(['name', 'title', 'description', 'version', 'websiteUrl', 'icons'])
  expect(info.description.length).toBeLessThanOrEqual(100)
  const earlier = { serverInfo, endpoint: `${baseUrl}/mcp`, capabilities }
  expect(await jsonAt('/.well-known/mcp/server-card.json')).toEqual(earlier)
})

it('[D32.1] the server speaks every revision that the card names, and no other one', async () => {
  const [{ supportedProtocolVersions: versions }] = (await jsonAt('/mcp/server-card')).remotes
  expect(versions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
  for (const version of versions) {
    const answer = await mcpRequest(server, 'tools/list', {}, { version })
    expect(answer.json.result.tools, version).toHaveLength(TOOL_COUNT)
  }
  expect((await mcpRequest(server, 'tools/list', {}, { version: '2023-01-01' })).status).toBe(400)
})

it.each([
  ['https://agents.example.com', 'com.example.agents/selvage'],
  ['http://localhost:3000', 'localhost/selvage'],
  ['http://[::1]:3000', '--1/selvage'],
])('%s names its server %s', (url, name) => {
  expect(serverName(url)).toBe(name)
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
})

it('the API catalog says where it is, also to HEAD, and describes both surfaces', async () => {
  const head = await server.request('/.well-known/api-catalog', { method: 'HEAD' })
  expect(head.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
  const [catalog, ...surfaces] = (await jsonAt('/.well-known/api-catalog')).linkset
  const addresses = [`${baseUrl}/api/v1`, `${baseUrl}/mcp`]
  expect(catalog.item).toMatchObject(addresses.map((href) => ({ href })))
  expect(surfaces).toMatchObject(addresses.map((anchor) => ({ anchor })))
  for (const surface of surfaces)
    for (const relation of ['service-desc', 'service-doc', 'status'])
      expect(surface[relation].length, relation).toBeGreaterThan(0)
})

it('the AI catalog has entries of its shape', async () => {
  const catalog = await jsonAt('/.well-known/ai-catalog.json')
  expect(Object.keys(catalog).sort()).toEqual(['entries', 'host', 'specVersion'])
  expect(catalog.entries).toHaveLength(2)
  for (const entry of catalog.entries) {
    expect(entry.identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/)
    const { headers } = await server.request(entry.url.slice(baseUrl.length))
    expect(headers.get('content-type')).toBe(entry.type)
    expect(entry.representativeQueries.length).toBeGreaterThanOrEqual(2)
  }
})

it('each skill has front matter, and the digest of the bytes that are served', async () => {
  const { skills } = await jsonAt('/.well-known/agent-skills/index.json')
  const names = skills.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['create-project', 'start-block', 'start-design'])
  for (const { name, url, digest, type } of skills) {
    const text = await textAt(url.slice(baseUrl.length))
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: ".+"\n---\n\n# `))
    expect([type, digest]).toEqual(['skill-md', `sha256:${createHash('sha256').update(text).digest('hex')}`])
  }
})

it('llms.txt is short and names every tool and operation', async () => {
  const text = await textAt('/llms.txt')
  expect(text).toMatch(/^# Selvage\n\n> /)
  expect(text.length).toBeLessThan(10_000)
  for (const { name, isRestOnly, operations } of allTools) {
    if (!isRestOnly) expect(text).toContain(`- ${name}:`)
    for (const { operationId } of operations) expect(text).toContain(`(${operationId})`)
  }
})

it('auth.md carries its name in its heading and leads to the metadata of both surfaces', async () => {
  const text = await textAt('/auth.md')
  expect(text).toMatch(/^# auth\.md/)
  for (const end of [',', '/mcp'])
    expect(text).toContain(`${baseUrl}/.well-known/oauth-protected-resource${end}`)
})

it('robots.txt keeps everybody from private operations and names the agents that it speaks to', async () => {
  const text = await textAt('/robots.txt')
  const [group = ''] = text.split('\n\n')
  const disallowed = [...group.matchAll(/^Disallow: \/api\/v1(\/.*)$/gm)].map(([, path = '']) => path)
  for (const { auth, operations } of allTools)
    for (const { path } of operations) {
      const isKeptFrom = disallowed.some((start) => path.startsWith(start))
      expect([path, isKeptFrom]).toEqual([path, auth === 'user'])
    }
  const signal = 'Content-Signal: search=yes, ai-input=yes, ai-train=no'
  for (const line of ['User-agent: *', 'User-agent: GPTBot', signal]) expect(group).toContain(line)
  expect(text).toContain(`Sitemap: ${baseUrl}/sitemap.xml`)
})

it('security.txt expires within a year of its making, and changes once a day', () => {
  const made = Date.parse('2026-11-20T16:00:00Z')
  const text = securityText('https://agents.example.com', made)
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - made) / 86_400_000
  expect(days).toBeGreaterThan(300)
  expect(days).toBeLessThan(365)
  expect(text).toContain('Contact: mailto:security@agents.example.com\n')
  expect(securityText('https://agents.example.com', made + 3_600_000)).toBe(text)
})
