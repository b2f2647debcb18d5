import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { callTool, MODERN_VERSION } from '../helpers/mcp.ts'

const USERS = ['alice', 'bob', 'carol'] as const
type User = (typeof USERS)[number]
const SHARED = 'prj_shared-with-everybody-1'

const server = await startBareServer()
const tokens: ReadonlyMap<User, string> = new Map(
  await Promise.all(USERS.map(async (user) => [user, await server.tokenOf(user)] as const)),
)
// Alice has a project that Bob is a member of.
const db = new Sqlite(server.databasePath)
db.exec(`
  insert into projects (id, name, folded_name, description, archived, created_at)
    values ('${SHARED}', 'Guild', 'guild', null, 0, 1);
  insert into project_members (user_id, project_id, role, created_at)
    values ('alice', '${SHARED}', 'owner', 1), ('bob', '${SHARED}', 'member', 1)`)
db.close()

/** Who may see which id, of all that were created in any game. */
const viewersOf = new Map<string, ReadonlySet<User>>([[SHARED, new Set(['alice', 'bob'])]])

/** One thing that somebody does. `pick` chooses among the ids and cursors that there are by then. */
const operations = fc.record({
  user: fc.option(fc.constantFrom(...USERS), { nil: undefined, freq: 6 }),
  surface: fc.constantFrom('rest', '2025-06-18', MODERN_VERSION),
  kind: fc.constantFrom('list', 'list', 'get', 'create', 'page'),
  list: fc.constantFrom('projects', 'blocks', 'quilts'),
  pick: fc.nat(10_000),
  isFiltered: fc.boolean(),
})
type Operation = typeof operations extends fc.Arbitrary<infer Value> ? Value : never

/** Rounds of operations that are under way together. */
const games = fc.array(fc.array(operations, { minLength: 1, maxLength: 8 }), { minLength: 10, maxLength: 20 })

/** A call of a tool, and its path for REST, where a create is a POST. */
type Call = readonly [tool: string, args: Readonly<Record<string, string | number>>, path: string]

/** The call of an operation; `cursors` are handed around, with no word of whom they were made for. */
function callOf({ kind, list, pick, isFiltered }: Operation, cursors: readonly string[]): Call {
  const ids = [...viewersOf.keys()]
  const id = ids[pick % ids.length] ?? ''
  if (kind === 'get') {
    const resource = list === 'quilts' ? 'quilts' : 'blocks'
    return ['get_asset', { resource, id }, `/assets/${resource}/${id}`]
  }
  if (kind === 'create' && list === 'projects') return ['create_project', { name: `P ${pick}` }, '/projects']
  if (kind === 'create') {
    const size = { finishedWidthInches: 6, finishedHeightInches: 6 }
    return ['create_block_stub', { name: `B ${pick}`, ...size }, '/blocks']
  }
  const cursor = kind === 'page' ? cursors[pick % cursors.length] : undefined
  const args = {
    limit: 2,
    ...(list === 'projects' ? {} : { resource: list }),
    ...(list !== 'projects' && isFiltered ? { projectId: id } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const query = Object.entries(args)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return list === 'projects'
    ? ['list_my_projects', args, `/projects?${query}`]
    : ['list_my_assets', args, `/assets?${query}`]
}

/** Does one operation; answers what was shown to whom that is not theirs. */
async function play(operation: Operation, cursors: string[]): Promise<string[]> {
  const { user, surface } = operation
  const [tool, args, path] = callOf(operation, cursors)
  const isCreate = operation.kind === 'create'
  const token = user === undefined ? {} : { token: tokens.get(user) ?? '' }
  const answer =
    surface === 'rest'
      ? await server.rest(path, { ...token, ...(isCreate ? { method: 'POST', body: args } : {}) })
      : await callTool(server, tool, args, { ...token, version: surface })
  if (answer.status >= 500) return [`${tool} answered ${answer.status}`]
  const data = surface === 'rest' ? answer.json.data : answer.json.result?.structuredContent
  const created: unknown = data?.projectId ?? data?.blockId
  if (isCreate && typeof created === 'string' && user !== undefined) viewersOf.set(created, new Set([user]))
  if (typeof data?.cursor === 'string') cursors.push(data.cursor)
  const sent = JSON.stringify(args)
  return (
    [...viewersOf]
      .filter(([id, who]) => answer.text.includes(id) && (user === undefined || !who.has(user)))
      // An id that the user sent is no news.
      .filter(([id]) => !sent.includes(id))
      .map(([id]) => `${tool} of ${user ?? 'nobody'} over ${surface} shows ${id}`)
  )
}

it('[§1.ownership, §8.cursor, D10.1, D22.1] whatever is done together, nobody is shown what is not theirs', async () => {
  await fc.assert(
    fc.asyncProperty(games, async (rounds) => {
      const cursors: string[] = []
      for (const round of rounds) {
        const leaks = await Promise.all(round.map((operation) => play(operation, cursors)))
        expect(leaks.flat()).toEqual([])
      }
    }),
    { numRuns: 8 },
  )
  expect(viewersOf.size).toBeGreaterThan(50)
})
