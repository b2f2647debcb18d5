import { describe, expect, it } from 'vitest'
import { ask, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const MAKERS = 'selvage://catalog/makers'
const TEMPLATES = ['selvage://{resource}/{id}', 'selvage://{resource}/{id}.png']
const BLOCK = `selvage://blocks/${DEMO.fourPatch}`

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const other = await server.tokenOf('user_other')

const read = (uri: string, as?: string) => ask(server, 'resources/read', { uri }, as)
const addresses = async (as?: string): Promise<string[]> =>
  (await ask(server, 'resources/list', {}, as)).result.resources.map(({ uri }: { uri: string }) => uri)

describe('[D40.1, D40.3] resources/list', () => {
  it('[§1.ownership] shows everybody what is public, and callers their own items of all four kinds', async () => {
    const everybody = await addresses()
    expect(everybody).toContain(MAKERS)
    expect(everybody.filter((uri) => !/^(?:selvage:\/\/catalog|skill:|ui:)/.test(uri))).toEqual([])
    const mine = await addresses(token)
    expect(mine).toEqual(expect.arrayContaining([...everybody, BLOCK, `selvage://quilts/${DEMO.quilt}`]))
    for (const kind of ['swatches', 'patterns'])
      expect(mine.some((uri) => uri.startsWith(`selvage://${kind}/`))).toBe(true)
    expect(mine.filter((uri) => uri.endsWith('.png'))).toEqual([])
    expect(new Set(mine).size).toBe(mine.length)
    const theirs = new Set(await addresses(other))
    expect(theirs).toContain(`selvage://blocks/${DEMO.othersBlock}`)
    expect(mine.filter((uri) => theirs.has(uri))).toEqual(everybody)
  })

  it('shows the newest 50 of many', async () => {
    const crowded = await server.tokenOf('crowded')
    for (let index = 0; index < 52; index += 1) {
      const body = { name: `Block ${index}`, finishedWidthInches: 6, finishedHeightInches: 6 }
      await server.rest('/blocks', { method: 'POST', token: crowded, body })
    }
    const { resources } = (await ask(server, 'resources/list', {}, crowded)).result
    const blocks = resources.filter(({ uri }: { uri: string }) => uri.startsWith('selvage://blocks/'))
    expect([blocks.length, blocks[0].title]).toEqual([50, 'Block 51'])
  })
})

describe('[D40.6] resources/read', () => {
  it('of an item is what get_asset answers, and private', async () => {
    const { result } = await read(BLOCK, token)
    const { data } = (await server.rest(`/blocks/${DEMO.fourPatch}?includeGeometry=true`, { token })).json
    expect(result.contents).toEqual([
      { uri: BLOCK, mimeType: 'application/json', text: JSON.stringify(data) },
    ])
    expect(result.cacheScope).toBe('private')
  })

  it('of the makers is what the catalog holds, and public', async () => {
    const { result } = await read(MAKERS)
    expect(JSON.parse(result.contents[0].text)).toMatchObject({
      makers: expect.arrayContaining([expect.objectContaining({ manufacturer: 'Robert Kaufman' })]),
    })
    expect(result.cacheScope).toBe('public')
  })

  it.each([
    `selvage://blocks/${DEMO.othersBlock}`,
    `selvage://blocks/${DEMO.othersBlock}.png`,
    'selvage://blocks/blk_0000000000000000000000',
    `selvage://quilts/${DEMO.fourPatch}`,
    ...['selvage://', 'selvage://blocks/', 'selvage://blocks/%zz', 'selvage://blocks/%E0%A4%A.png'],
    ...['selvage://projects/prj_1', 'file:///etc/passwd', ''],
  ])('[D10.1, §1.ownership] %j: one identical error', async (uri) => {
    expect((await read(uri, token)).error).toEqual({
      code: -32602,
      message: `Resource not found: ${uri}`,
      data: { uri },
    })
  })

  it('[D33.2] of a private one without a token is challenged like a private tool', async () => {
    for (const uri of [BLOCK, `${BLOCK}.png`, 'selvage://blocks/blk_none']) {
      for (const agent of ['claude', 'openai-mcp/1.0']) {
        const headers = { 'user-agent': agent }
        const answer = await mcpRequest(server, 'resources/read', { uri }, { headers })
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="[^"]+\/mcp"$/)
      }
    }
  })
})

describe.each(TEMPLATES)('[D40.2] the template %s', (uri) => {
  const complete = async (name: string, value: string, resource?: string, as?: string) => {
    const context = resource === undefined ? {} : { context: { arguments: { resource } } }
    const params = { ref: { type: 'ref/resource', uri }, argument: { name, value }, ...context }
    return (await ask(server, 'completion/complete', params, as)).result.completion.values
  }

  it('is listed for everybody', async () => {
    const { resourceTemplates } = (await ask(server, 'resources/templates/list')).result
    expect(resourceTemplates).toContainEqual(expect.objectContaining({ uriTemplate: uri }))
  })

  it('[§1.ownership] completes the kind, and the id by what an item of the caller is called', async () => {
    expect(await complete('resource', 's', undefined, token)).toEqual(['swatches'])
    expect(await complete('id', 'Four Pa', 'blocks', token)).toContain(DEMO.fourPatch)
    expect(await complete('id', DEMO.swatch.slice(0, 12), 'swatches', token)).toEqual([DEMO.swatch])
    expect(await complete('id', '', 'blocks', other)).not.toContain(DEMO.fourPatch)
    expect(await complete('id', '', 'blocks')).toEqual([])
  })
})

it('[D40.4] the workflows are skills (SEP-2640), of the same text as SKILL.md', async () => {
  const { skills } = (await ask(server, 'skills/list')).result
  expect(skills).toHaveLength(3)
  for (const skill of skills) {
    const { uri, frontmatter } = skill
    const { contents } = (await read(uri)).result
    const published = await server.request(`/.well-known/agent-skills/${frontmatter.name}/SKILL.md`)
    expect(contents[0].text).toBe(published.text)
    expect((await ask(server, 'skills/get', { uri })).result.skill).toEqual(skill)
  }
})

it('[D40.1, §5.5] a token without the scopes lists and reads nothing private', async () => {
  const scoped = await startTestServer({ env: { OAUTH_SCOPES: 'quilts:read' } })
  const narrow = await scoped.issuer.mint(`${scoped.baseUrl}/mcp`, { sub: 'user_demo', scope: 'other' })
  const listed = await mcpRequest(scoped, 'resources/list', {}, { token: narrow })
  expect(JSON.stringify(listed.json)).not.toContain('selvage://blocks/')
  const { status, headers } = await mcpRequest(scoped, 'resources/read', { uri: BLOCK }, { token: narrow })
  expect(status).toBe(403)
  expect(headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="quilts:read"/)
})
