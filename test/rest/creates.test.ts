import { afterAll, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_new')
afterAll(() => server.close())

const create = (path: string, body: unknown, headers = {}) =>
  server.rest(path, { method: 'POST', token, body, headers })
const size = { finishedWidthInches: 12.5, finishedHeightInches: 0.25 }

/** The name that the database holds. */
async function storedName(table: 'projects' | 'assets', id: string): Promise<string | undefined> {
  const { kysely, close } = await server.openAccounts()
  const row = await kysely.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  await close()
  return row?.name
}

it.each([
  ...['  spaced  ', 'e\u0301 is not \u00e9', '🧵🪡', "<b>'; drop table projects; --", '%41+'].map(
    (name) => [name, name] as const,
  ),
  ['safe\u202Eegnahc\u0007', 'safeegnahc'] as const,
])('[D8.3, D23.1] the name %j is stored as sent, and answered as %j', async (name, shown) => {
  const project = expectSuccess(await create('/projects', { name }), DATA.createProject, 201)
  const block = expectSuccess(await create('/blocks', { name, ...size }), DATA.createBlock, 201)
  const { json } = await server.rest(`/blocks/${block.blockId}`, { token })
  expect([project.name, block.name, json.data.asset.name]).toEqual([shown, shown, shown])
  expect(await storedName('projects', project.projectId)).toBe(name)
  expect(await storedName('assets', block.blockId)).toBe(name)
})

it.each([
  { path: '/projects', body: { name: 'Twice' }, id: 'projectId' },
  { path: '/blocks', body: { name: 'Twice', ...size }, id: 'blockId' },
])(
  '[§9.key, §4.5.replay, §4.10.replay] the same Idempotency-Key on $path makes two items',
  async ({ path, body, id }) => {
    const key = { 'idempotency-key': 'once-please' }
    const first = await create(path, body, key)
    const second = await create(path, body, key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.json.data[id]).not.toBe(second.json.data[id])
    expect(`${first.text}${[...first.headers]}`).not.toContain('once-please')
  },
)
