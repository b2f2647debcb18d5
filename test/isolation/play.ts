import fc from 'fast-check'
import { callTool, MODERN_VERSION } from '../helpers/mcp.ts'
import type { TestServer } from '../helpers/server.ts'
import type { Model } from './model.ts'

export const USERS = ['alice', 'bob', 'carol'] as const
export type User = (typeof USERS)[number]

const SURFACES = ['rest', '2025-06-18', MODERN_VERSION] as const
const LISTS = ['projects', 'blocks', 'quilts'] as const

/** One thing that somebody does. Numbers choose among the ids and cursors that there are by then. */
const operations = fc.record({
  user: fc.option(fc.constantFrom(...USERS), { nil: undefined, freq: 6 }),
  surface: fc.constantFrom(...SURFACES),
  kind: fc.constantFrom('list', 'list', 'get', 'create', 'page'),
  list: fc.constantFrom(...LISTS),
  pick: fc.nat(10_000),
  filtered: fc.boolean(),
})
export type Operation = typeof operations extends fc.Arbitrary<infer Value> ? Value : never

/** Rounds of operations that are under way together. */
export const games = fc.array(fc.array(operations, { minLength: 1, maxLength: 8 }), {
  minLength: 10,
  maxLength: 20,
})

/** What was handed around: cursors, with no word of whom they were made for. */
export interface Table {
  readonly cursors: string[]
}

type Arguments = Record<string, string | number>

function callOf(operation: Operation, model: Model, { cursors }: Table): [tool: string, args: Arguments] {
  const { kind, list, pick, filtered } = operation
  const ids = model.ids()
  const id = ids[pick % ids.length] ?? 'blk_nobody_has_this'
  const projectId = filtered ? { projectId: id } : {}
  const cursor = kind === 'page' && cursors.length > 0 ? { cursor: cursors[pick % cursors.length] ?? '' } : {}
  if (kind === 'get') return ['get_asset', { resource: list === 'quilts' ? 'quilts' : 'blocks', id }]
  if (kind === 'create') {
    if (list === 'projects') return ['create_project', { name: `Project ${pick}` }]
    return ['create_block_stub', { name: `Block ${pick}`, finishedWidthInches: 6, finishedHeightInches: 6 }]
  }
  if (list === 'projects') return ['list_my_projects', { limit: 2, ...cursor }]
  return ['list_my_assets', { resource: list, limit: 2, ...projectId, ...cursor }]
}

/** The same call as REST has it. */
function restOf(tool: string, args: Arguments): { path: string; body?: Arguments } {
  const { resource, id, ...rest } = args
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  )
  switch (tool) {
    case 'create_project':
      return { path: '/projects', body: args }
    case 'create_block_stub':
      return { path: '/blocks', body: args }
    case 'get_asset':
      return { path: `/assets/${resource}/${id}` }
    case 'list_my_projects':
      return { path: `/projects?${query}` }
    default:
      return { path: `/assets?resource=${resource}&${query}` }
  }
}

export interface Player {
  readonly server: TestServer
  /** With whose token a user calls; anybody else's is a defect that must be found. */
  tokenOf(user: User): string
}

/** Does one operation. Answers what leaked to whom; notes what was created and which cursors came. */
export async function play(
  { server, tokenOf }: Player,
  operation: Operation,
  model: Model,
  table: Table,
): Promise<string[]> {
  const { user, surface } = operation
  const [tool, args] = callOf(operation, model, table)
  const token = user === undefined ? {} : { token: tokenOf(user) }
  const { path, body } = restOf(tool, args)
  const answer =
    surface === 'rest'
      ? await server.rest(path, { ...token, ...(body === undefined ? {} : { method: 'POST', body }) })
      : await callTool(server, tool, args, { ...token, version: surface })
  if (answer.status >= 500) return [`${tool} answered ${answer.status}`]
  const data = surface === 'rest' ? answer.json.data : answer.json.result?.structuredContent
  const created: unknown = data?.projectId ?? data?.blockId
  if (typeof created === 'string' && tool.startsWith('create') && user !== undefined) model.own(user, created)
  if (typeof data?.cursor === 'string') table.cursors.push(data.cursor)
  const where = `${tool} of ${user ?? 'nobody'} over ${surface}`
  return model.leaks(user, JSON.stringify(args), answer.text).map((id) => `${where} shows ${id}`)
}
