import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { promisesOf } from '../../examples/own-app/promises.ts'
import { type AccountsModule, loadModule, openModule } from '../../src/accounts/index.ts'
import { type Logger, SILENT } from '../../src/core/logger.ts'
import { loadSaved } from '../../src/design/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import app, { forTests } from './own-app.ts'

const PAGE = { query: undefined, limit: 2, after: undefined }
const BLOCKS = { ...PAGE, resource: 'blocks', projectId: undefined } as const
const ROW = { id: '1', owner: 'ann', resource: 'blocks', name: 'One', createdAt: 5 } as const
const never = () => new Promise<never>(() => {})

describe('the promises', () => {
  it.each(Object.entries(promisesOf(app, forTests)))(
    '[§1.ownership, D5.1, D10.1, D22.1] an application keeps: %s',
    (_, isKept) => isKept(),
  )

  const inSeconds = (row: { createdAt: Date }) => Math.floor(row.createdAt.getTime() / 1_000)
  it.each<[string, Partial<AccountsModule>, RegExp]>([
    [
      "shows other people's projects",
      { getProject: async (userId, id) => ({ id, name: 'x', member: userId, createdAt: 1 }) },
      /getProject finds prj_of_nobody/,
    ],
    [
      'lists the oldest first',
      { listAssets: async (userId, asked) => (await app.listAssets(userId, asked)).toReversed() },
      /not in order/,
    ],
    [
      'begins each page at the beginning',
      { listAssets: (userId, asked) => app.listAssets(userId, { ...asked, after: undefined }) },
      /repeat|twice|not in order/,
    ],
    [
      'skips what was created in the same second',
      {
        async listAssets(userId, asked) {
          const all = await app.listAssets(userId, { ...asked, limit: 1_000, after: undefined })
          const rows = all.map((row) => ({ ...row, createdAt: inSeconds(row) }))
          const latest = asked.after?.createdAt ?? Number.POSITIVE_INFINITY
          return rows.filter(({ createdAt }) => createdAt < latest).slice(0, asked.limit)
        },
      },
      /skip/,
    ],
    [
      'counts in seconds',
      {
        async getAsset(...asked) {
          const row = await app.getAsset(...asked)
          return row && { ...row, createdAt: inSeconds(row) }
        },
      },
      /createdAt of new blocks is not now, in milliseconds/,
    ],
    ['is slow', { getProject: never }, /no answer in time/],
  ])('are broken by an application that %s', async (_, wrong, says) => {
    const failures: unknown[] = []
    for (const isKept of Object.values(promisesOf({ ...app, ...wrong })))
      await isKept().catch((error: unknown) => failures.push(inspect(error)))
    expect(failures.join('\n')).toMatch(says)
  })
})

const said: unknown[] = []
const log: Logger = {
  ...SILENT,
  info: (_, message) => void said.push(message),
  error: (fields, message) => void said.push([message, Reflect.get(fields, 'problem')]),
}
const open = (wrong: Partial<AccountsModule>) => openModule({ ...app, ...wrong }, log)

describe('a bad answer', () => {
  it.each<[string, object, RegExp]>([
    ['an id that is no text', { id: 7 }, /row 2: id/],
    ['a name of 501 characters', { name: 'x'.repeat(501) }, /row 2: name: must be at most 500/],
    ['no time', { createdAt: null }, /row 2: createdAt: must be a Date/],
    ['the id of another row', { id: '1' }, /a row twice/],
    ['a later time than the one before', { createdAt: 6 }, /not in order/],
  ])('with %s fails the whole list', async (_, change, says) => {
    const { assets } = open({ listAssets: async () => [ROW, { ...ROW, id: '2', ...change }] as never })
    await expect(assets.list('ann', BLOCKS)).rejects.toThrow(says)
    await expect(assets.list('ann', BLOCKS)).rejects.not.toThrow(/xxx/)
  })

  it('[§1.ownership] fails every call that finds what is not of the user who asks, or no id', async () => {
    const project = { id: '1', member: 'eve', name: 'One', createdAt: 5 }
    const { projects, assets } = open({
      listProjects: async () => [project],
      getProject: async () => project,
      listAssets: async () => [{ ...ROW, owner: 'eve' }],
      getAsset: async (owner) => ({ ...ROW, owner: owner === 'bob' ? owner : 'eve' }),
      getDesign: async () => ({ owner: 'eve', design: {} }),
      createBlock: async () => '',
    })
    const calls: [Promise<unknown>, RegExp][] = [
      [projects.list('ann', PAGE), /listProjects .* member: is not/],
      [projects.get('ann', '1'), /getProject .* member: is not/],
      [assets.list('ann', BLOCKS), /listAssets .* owner: is not/],
      [assets.get('ann', 'blocks', '1'), /getAsset .* owner: is not/],
      [assets.get('bob', 'blocks', '2'), /getAsset .* id: is not/],
      [assets.design('ann', 'blocks', '1'), /getDesign .* owner: is not/],
      [assets.createBlock('ann', { name: 'A', width: 1, height: 1 }), /createBlock/],
    ]
    for (const [call, says] of calls) await expect(call).rejects.toThrow(says)
  })

  it('[D9.9] what throws or hangs is unavailable, tells nothing of why, and is said to operators once', async () => {
    let works = false
    const { projects, problem } = open({
      listProjects: async () => {
        if (works) return []
        throw new Error('postgres://app:hush@10.0.0.7')
      },
      getProject: never,
    })
    for (let round = 0; round < 2; round += 1) {
      const failed = await projects.list('ann', PAGE).catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: 'accounts_unavailable', retryAfter: 5 })
      expect(String(failed)).not.toContain('hush')
    }
    await expect(projects.get('ann', '1')).rejects.toMatchObject({ code: 'accounts_unavailable' })
    expect(problem()).toMatch(/ACCOUNTS_MODULE/)
    works = true
    await projects.list('ann', PAGE)
    expect(problem()).toBeUndefined()
    const began = ['accounts unavailable', expect.stringMatching(/ACCOUNTS_MODULE/)]
    expect(said).toEqual([began, 'accounts available again'])
  })

  it('[D9.9] a function that is not async may answer, and what it throws is unavailable', async () => {
    const plain: object = {
      listProjects: () => [],
      getProject: () => {
        throw new Error('Nothing is open.')
      },
    }
    const { projects } = open(plain)
    expect(await projects.list('ann', PAGE)).toMatchObject({ items: [] })
    await expect(projects.get('ann', '1')).rejects.toMatchObject({ code: 'accounts_unavailable' })
  })
})

it('[D9.9] a quilt whose blocks come slowly is unavailable soon, and no more of them are asked for', async () => {
  const blocks = Array.from({ length: 100 }, (_, index) => ({ ref: `r${index}`, blockId: `${index}` }))
  const placements = blocks.map(({ ref }, index) => [0, index, ref, 0])
  const quilt = { schema: 'quilt-outline/1', kind: 'quilt', viewBox: [0, 0, 60, 60], blocks, placements }
  let asked = 0
  const { assets } = open({
    async getDesign(owner, resource) {
      asked += 1
      if (resource === 'blocks') await sleep(300)
      return { owner, design: resource === 'quilts' ? quilt : '{}' }
    },
  })
  const row = { ...ROW, resource: 'quilts', tags: [], archived: false } as const
  const startedAt = performance.now()
  const loading = loadSaved('ann', row, assets)
  await expect(loading).rejects.toMatchObject({ code: 'accounts_unavailable' })
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(asked).toBeLessThan(8)
})

describe('the file of a module', () => {
  const folder = temporaryFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text)
    return join(folder.path, name)
  }

  it.each([
    ['gone.ts', undefined, /gone\.ts cannot be loaded: /],
    ['text.ts', "export default 'a'", /lacks the functions listProjects, /],
    [
      'lacks.ts',
      'export const listProjects = 1, getProject = () => {}, createProject = () => {}',
      /lacks the functions listProjects, listAssets, getAsset, getDesign, createBlock\.$/,
    ],
  ])('%s cannot be used, and all that is missing is named', async (name, text, says) => {
    const path = text === undefined ? join(folder.path, name) : file(name, text)
    await expect(loadModule(path)).rejects.toThrow(says)
  })
})
