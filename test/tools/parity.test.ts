import { describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
const tokens = { demo: await server.tokenOf('user_demo'), other: await server.tokenOf('user_other') }

describe('[§8.cursor] a cursor', () => {
  it('goes on between the surfaces and aliases, with another limit, anonymously and signed in', async () => {
    const token = tokens.demo
    const all = (await server.rest('/assets?resource=blocks&limit=50', { token })).json.data.assets
    const first = await callTool(server, 'list_my_assets', { resource: 'blocks', limit: 2 }, { token })
    const { cursor } = first.json.result.structuredContent
    const rest = (await server.rest(`/blocks?limit=5&cursor=${cursor}`, { token })).json.data
    expect(rest.assets).toEqual(all.slice(2, 7))

    // On a public list, a cursor survives sign-in.
    const page = (await server.rest('/fabrics?query=kona&limit=3')).json.data
    const next = (await server.rest(`/fabrics?query=kona&limit=4&cursor=${page.cursor}`, { token })).json.data
    const both = (await server.rest('/fabrics?query=kona&limit=7')).json.data.fabrics
    expect([...page.fabrics, ...next.fabrics]).toEqual(both)
  })

  it.each<[made: string, used: string, as: keyof typeof tokens]>([
    ['/fabrics?query=kona&limit=3', '/fabrics?limit=3', 'demo'],
    ['/fabrics?query=kona&limit=3', '/fabrics?query=KONA', 'demo'],
    ['/fabrics?query=kona&limit=3', '/fabrics?query=kona&manufacturer=moda', 'demo'],
    ['/fabrics?query=kona&limit=3', '/projects?query=kona', 'demo'],
    ['/blocks?limit=1', '/blocks?limit=1', 'other'],
    ['/blocks?limit=1', '/blocks?limit=1&query=star', 'demo'],
    ['/projects?limit=1', '/projects?limit=1', 'other'],
    ['/projects?limit=1', '/projects?limit=1&query=quilt', 'demo'],
  ])('of %s is refused for %s, asked by %s', async (made, used, as) => {
    const { cursor } = (await server.rest(made, { token: tokens.demo })).json.data
    const answer = await server.rest(`${used}&cursor=${cursor}`, { token: tokens[as] })
    expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_cursor'])
  })
})
