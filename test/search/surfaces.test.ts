import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { type Answer, startTestServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Filter = Readonly<Record<string, string>>

/** All fabrics of a search, as either surface answers page after page. */
async function pagesOver(ask: (cursor: Filter) => Promise<Answer['json']>): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor: string | null = null
  do {
    const data = await ask(cursor === null ? {} : { cursor })
    expect(data.truncated).toBe(data.cursor !== null)
    found.push(...data.fabrics)
    cursor = data.cursor
  } while (cursor !== null)
  return found
}

it.each<[Filter, number]>([
  [{ query: 'grey' }, 27],
  [{ query: 'michael millar' }, 176],
  [{ query: 'k001 1' }, 180],
  [{ query: 'kona #D9A441', manufacturer: 'RK' }, 376],
  [{ query: 'snow' }, 7],
])('[§1.parity, D15.5, §8.cursor] %j is one list on both surfaces, page by page', async (filter, least) => {
  const rest = (cursor: Filter) =>
    server
      .rest(`/fabrics?${new URLSearchParams({ ...filter, ...cursor, limit: '25' })}`)
      .then(({ json }) => json.data)
  const mcp = (cursor: Filter) =>
    callTool(server, 'search_fabric_catalog', { ...filter, ...cursor, limit: 25 }).then(
      ({ json }) => json.result.structuredContent,
    )
  const overRest = await pagesOver(rest)
  expect(overRest.length).toBeGreaterThanOrEqual(least)
  expect(await pagesOver(mcp)).toEqual(overRest)
  // A cursor of one surface goes on at the other.
  let turn = 0
  expect(
    await pagesOver((cursor) => {
      turn += 1
      return turn % 2 === 0 ? mcp(cursor) : rest(cursor)
    }),
  ).toEqual(overRest)
})
