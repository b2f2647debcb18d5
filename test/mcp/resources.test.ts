import { afterAll, describe, expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const MAKERS = 'selvage://catalog/makers'
const TEMPLATE = 'selvage://{resource}/{id}'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const other = await server.tokenOf('user_other')
afterAll(() => server.close())

async function ask(method: string, params = {}, as?: string) {
  const { status, json } = await mcpRequest(server, method, params, as === undefined ? {} : { token: as })
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const read = (uri: string, as?: string) => ask('resources/read', { uri }, as)
const addresses = async (as?: string): Promise<string[]> =>
  (await ask('resources/list', {}, as)).result.resources.map(({ uri }: { uri: string }) => uri)

describe('[D40.1, D40.3] resources/list', () => {
  it('shows everybody what is public, and a caller all four kinds of items too, each once', async () => {
    const everybody = await addresses()
    expect(everybody).toContain(MAKERS)
    expect(everybody.filter((uri) => !/^(?:selvage:\/\/catalog|skill:|ui:)/.test(uri))).toEqual([])
    const mine = await addresses(token)
    expect(mine).toEqual(expect.arrayContaining([...everybody, `selvage://quilts/${DEMO.quilt}`]))
    expect(mine).toContain(`selvage://blocks/${DEMO.fourPatch}`)
    expect(mine).toContain(`selvage://swatches/${DEMO.swatch}`)
    expect(mine.some((uri) => uri.startsWith('selvage://patterns/'))).toBe(true)
    expect(mine.filter((uri) => uri.endsWith('.png'))).toEqual([])
    expect(new Set(mine).size).toBe(mine.length)
  })

  it('[§1.ownership] shows nobody the items of another', async () => {
    const theirs = new Set(await addresses(other))
    expect(theirs).toContain(`selvage://blocks/${DEMO.othersBlock}`)
    const shared = (await addresses(token)).filter((uri) => theirs.has(uri))
    expect(shared).toEqual(await addresses())
  })

  it('shows the newest 50 of many', async () => {
    const crowded = await server.tokenOf('crowded')
    for (let index = 0; index < 52; index += 1) {
      const body = { name: `Block ${index}`, finishedWidthInches: 6, finishedHeightInches: 6 }
      await server.rest('/blocks', { method: 'POST', token: crowded, body })
    }
    const { resources } = (await ask('resources/list', {}, crowded)).result
    const titles = resources.flatMap(({ uri, title }: { uri: string; title: string }) =>
      uri.startsWith('selvage://blocks/') ? [title] : [],
    )
    expect(titles).toHaveLength(50)
    expect(titles[0]).toBe('Block 51')
  })
})

describe('[D40.6] resources/read', () => {
  it('of an item is what get_asset answers, and private', async () => {
    const uri = `selvage://blocks/${DEMO.fourPatch}`
    const { result } = await read(uri, token)
    const { data } = (await server.rest(`/blocks/${DEMO.fourPatch}?includeGeometry=true`, { token })).json
    expect(result.contents).toEqual([{ uri, mimeType: 'application/json', text: JSON.stringify(data) }])
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
    'selvage://blocks/blk_0000000000000000000000',
    `selvage://quilts/${DEMO.fourPatch}`,
  ])('[D10.1, §1.ownership] %s: one identical error', async (uri) => {
    expect((await read(uri, token)).error).toEqual({
      code: -32602,
      message: `Resource not found: ${uri}`,
      data: { uri },
    })
  })

  it.each([
    'selvage://',
    'selvage://blocks/',
    'selvage://blocks/%zz',
    'selvage://projects/prj_1',
    'file:///etc/passwd',
    '',
  ])('%j is not found', async (uri) => expect((await read(uri, token)).error.code).toBe(-32602))

  it('[D33.2] of a private one without a token is challenged like a private tool', async () => {
    for (const uri of [`selvage://blocks/${DEMO.fourPatch}`, 'selvage://blocks/blk_none']) {
      for (const agent of ['claude', 'openai-mcp/1.0']) {
        const answer = await mcpRequest(
          server,
          'resources/read',
          { uri },
          { headers: { 'user-agent': agent } },
        )
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="[^"]+\/mcp"$/)
      }
    }
  })
})

describe('[D40.2] the template of items', () => {
  const complete = async (name: string, value: string, resource?: string, as: string | undefined = token) => {
    const { result } = await ask(
      'completion/complete',
      {
        ref: { type: 'ref/resource', uri: TEMPLATE },
        argument: { name, value },
        ...(resource === undefined ? {} : { context: { arguments: { resource } } }),
      },
      as,
    )
    return result.completion.values
  }

  it('is listed for everybody', async () => {
    const { resourceTemplates } = (await ask('resources/templates/list')).result
    expect(resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toContain(
      TEMPLATE,
    )
  })

  it('completes the kind, and the id by what an item is called', async () => {
    expect(await complete('resource', 's')).toEqual(['swatches'])
    expect(await complete('id', 'Four Pa', 'blocks')).toContain(DEMO.fourPatch)
    expect(await complete('id', DEMO.swatch.slice(0, 12), 'swatches')).toEqual([DEMO.swatch])
  })

  it('[§1.ownership] completes no items of others, and none for nobody', async () => {
    expect(await complete('id', '', 'blocks', other)).not.toContain(DEMO.fourPatch)
    const { result } = await ask('completion/complete', {
      ref: { type: 'ref/resource', uri: TEMPLATE },
      argument: { name: 'id', value: '' },
      context: { arguments: { resource: 'blocks' } },
    })
    expect(result.completion.values).toEqual([])
  })
})

describe('[D40.4] the workflows are skills (SEP-2640)', () => {
  it('of the same text as SKILL.md', async () => {
    const { skills } = (await ask('skills/list')).result
    expect(skills.map(({ frontmatter }: { frontmatter: { name: string } }) => frontmatter.name)).toEqual([
      'create-project',
      'start-block',
      'start-design',
    ])
    for (const { uri, frontmatter } of skills) {
      const { contents } = (await read(uri)).result
      const published = await server.request(`/.well-known/agent-skills/${frontmatter.name}/SKILL.md`)
      expect(contents[0].text).toBe(published.text)
      expect((await ask('skills/get', { uri })).result.skill).toEqual(
        skills.find((skill: { uri: string }) => skill.uri === uri),
      )
    }
  })
})

it('[D40.1, §5.5] a token without the scopes lists and reads nothing private', async () => {
  const scoped = await startTestServer({ env: { OAUTH_SCOPES: 'quilts:read' } })
  const narrow = await scoped.issuer.mint(`${scoped.baseUrl}/mcp`, { sub: 'user_demo', scope: 'other' })
  const listed = await mcpRequest(scoped, 'resources/list', {}, { token: narrow })
  expect(JSON.stringify(listed.json)).not.toContain('selvage://blocks/')
  const uri = `selvage://blocks/${DEMO.fourPatch}`
  const { status, headers } = await mcpRequest(scoped, 'resources/read', { uri }, { token: narrow })
  expect(status).toBe(403)
  expect(headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="quilts:read"/)
  await scoped.close()
})
