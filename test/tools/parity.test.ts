import { afterAll, describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
const tokens = { demo: await server.tokenOf('user_demo'), other: await server.tokenOf('user_other') }
afterAll(() => server.close())

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

  it.each([
    ['no query', '/fabrics?limit=3'],
    ['another spelling of the query', '/fabrics?query=KONA'],
    ['a further filter', '/fabrics?query=kona&manufacturer=moda'],
    ['another list', '/projects?query=kona'],
  ])('is refused with %s', async (_, path) => {
    const { cursor } = (await server.rest('/fabrics?query=kona&limit=3')).json.data
    const token = tokens.demo
    const answer = await server.rest(`${path}&cursor=${cursor}`, { token })
    expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_cursor'])
  })

  it.each([
    ['/blocks?limit=1', '/blocks?limit=1&query=star'],
    ['/projects?limit=1', '/projects?limit=1&query=quilt'],
  ])('of %s is refused for another person and for %s', async (path, filtered) => {
    const { demo: token, other: stranger } = tokens
    const { cursor } = (await server.rest(path, { token })).json.data
    const codeOf = async (from: string, as: string) =>
      (await server.rest(`${from}&cursor=${cursor}`, { token: as })).json.error?.code
    expect(await codeOf(path, token)).toBeUndefined()
    expect(await codeOf(path, stranger)).toBe('invalid_cursor')
    expect(await codeOf(filtered, token)).toBe('invalid_cursor')
  })
})
