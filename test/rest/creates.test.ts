import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_new')
afterAll(() => server.close())

const create = (path: string, body: unknown, headers = {}) =>
  server.rest(path, { method: 'POST', token, body, headers })
const size = { finishedWidthInches: 12.5, finishedHeightInches: 0.25 }

/** What the database holds. */
async function stored(table: 'projects' | 'assets', id: string): Promise<unknown> {
  const { kysely, close } = await server.openAccounts()
  try {
    return await kysely.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  } finally {
    await close()
  }
}

const NAMES = ['  spaced  ', 'e\u0301 is not \u00e9', '🧵🪡', "<b>'; drop table projects; --", '%41+']

describe.each(NAMES)('the name %j', (name) => {
  it('[D8.3] is stored and answered as sent', async () => {
    const project = expectSuccess(await create('/projects', { name }), DATA.createProject, 201)
    const block = expectSuccess(await create('/blocks', { name, ...size }), DATA.createBlock, 201)
    expect([project.name, block.name]).toEqual([name, name])
    expect(await stored('projects', project.projectId)).toMatchObject({ name })
    expect(await stored('assets', block.blockId)).toMatchObject({ name })
    const { json } = await server.rest(`/blocks/${block.blockId}`, { token })
    expect(json.data.asset.name).toBe(name)
  })
})

it('[D8.3, D23.1] hidden characters are stored as sent and left out of answers', async () => {
  const name = 'safe\u202Eegnahc\u0007'
  const project = expectSuccess(await create('/projects', { name }), DATA.createProject, 201)
  expect(project.name).toBe('safeegnahc')
  expect(await stored('projects', project.projectId)).toMatchObject({ name })
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
