import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Ajv from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import { KINDS, openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { cleanEnvironment, SELVAGE } from '../cli/selvage.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { block, end, exportText, gone, importText, member, ndjson, OUTLINE, project } from './transferring.ts'

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openDatabase(kind)
  })
  afterEach(() => database.close())

  const put = (records: readonly object[], options = {}) =>
    importText(database, 'items', ndjson(records), options)
  const ids = async () =>
    [...(await exportText(database, 'items')).matchAll(/"(?:id|userId)":"([^"]+)"/g)].map(([, id]) => id)
  const get = (owner: string, id: string) => database.store.assets.get(owner, 'blocks', id)
  const agentCreates = (name: string) =>
    database.store.assets.createBlock('ann', { name, width: 1, height: 1 })
  const eves = (item: object) => ({ ...item, owner: 'eve' })
  const REPLACE = { owner: 'ann', isReplacing: true }
  const KEEPS_ITS_OWNER = 'owner: the item is of somebody else; --move gives it to this owner'

  it('tombstones remove projects, members and items; a second time they find nothing', async () => {
    await put([project, member, block('blk_one', { projectId: 'prj_one' }), block('blk_two')])
    const bobs = block('blk_bob', { owner: 'bob', projectId: 'prj_one' })
    await put([bobs])
    const bobSees = async (projectId?: string) => {
      const page = { resource: 'blocks', projectId, query: undefined, limit: 9, after: undefined } as const
      return (await database.store.assets.list('bob', page)).items.map(({ id }) => id)
    }
    expect(await bobSees('prj_one')).toEqual(['blk_bob'])
    // One who leaves a project keeps the items.
    expect(await put([{ ...member, deleted: true }])).toMatchObject({ removed: 1 })
    expect([await bobSees('prj_one'), await bobSees()]).toEqual([[], ['blk_bob']])
    await put([member, gone(bobs)])
    const tombstones = [{ ...member, deleted: true }, gone(project), gone(block('blk_two'))]
    expect(await put(tombstones)).toMatchObject({ read: 3, bad: 0, removed: 3, added: 0 })
    expect(await ids()).toEqual(['blk_one'])
    expect((await get('ann', 'blk_one'))?.projectId).toBeUndefined()
    expect(await put(tombstones)).toMatchObject({ bad: 0, removed: 0, unchanged: 3 })
    // In one file, the order of lines counts.
    await put([block('blk_new'), gone(block('blk_new')), gone(block('blk_one')), block('blk_one')])
    expect(await ids()).toEqual(['blk_one'])
    await put([project, member, block('blk_one', { projectId: 'prj_one' }), gone(project)])
    expect(await ids()).toEqual(['blk_one'])
    await put([project, member, gone(project), project])
    expect(await ids()).toEqual(['prj_one', 'blk_one'])
    await put([gone(block('blk_one')), { ...project, id: 'blk_one' }])
    expect([await ids(), await get('ann', 'blk_one')]).toEqual([['blk_one', 'prj_one'], undefined])
  })

  it('a dry run says the same, and changes nothing; of two lines of an item, the last one counts', async () => {
    await put([project])
    const records = [
      { ...project, name: 'Two' },
      member,
      block('blk_one', { projectId: 'prj_one', geometry: OUTLINE }),
      member,
      block('blk_one', { name: 'Last' }),
    ]
    const dry = await put(records, { isDryRun: true })
    expect(await ids()).toEqual(['prj_one'])
    expect(dry).toMatchObject({ read: 5, added: 2, updated: 1, duplicate: 2, isDone: true })
    expect(await put(records)).toEqual(dry)
    expect(await ids()).toEqual(['prj_one', 'bob', 'blk_one'])
    expect(await get('ann', 'blk_one')).toMatchObject({ name: 'Last' })
    expect(await database.store.assets.design('ann', 'blocks', 'blk_one')).toBeUndefined()
  })

  it('replacing takes away what an import brought and the file does not have, and nothing else', async () => {
    const file = [project, block('blk_one'), block('blk_three'), end(3)]
    const blocks = ['blk_one', 'blk_two', 'blk_three'].map((id) => block(id))
    await put([project, member, ...blocks, eves(block('blk_eve'))])
    const created = await agentCreates('By an agent')
    const dry = await put(file, { ...REPLACE, isDryRun: true })
    expect(dry).toMatchObject({ read: 3, updated: 3, removed: 2 })
    expect(dry.warnings).toEqual([
      'blk_two goes, because the file does not have it.',
      'bob in prj_one goes, because the file does not have it.',
    ])
    expect(await ids()).toContain('blk_two')
    expect(await put(file, REPLACE)).toMatchObject({ updated: 3, removed: 2 })
    const left = ['prj_one', 'blk_one', 'blk_three', 'blk_eve', created]
    expect((await ids()).sort()).toEqual(left.sort())
    // Once the application has it, it goes when the application no longer has it.
    await put([block(created)])
    expect(await put(file, REPLACE)).toMatchObject({ removed: 1 })
    expect(await ids()).not.toContain(created)
  })

  it('replacing is refused without the end line, and where more than half would go', async () => {
    const all = [block('blk_one'), block('blk_two'), block('blk_three')]
    await put(all)
    const refused: [object[], RegExp][] = [
      [all, /no end line/],
      [[block('blk_one'), end(1)], /2 of the 3 items .* --force/],
      [[end(0)], /3 of the 3/],
      [[...all, end(9)], /says 9 lines, but the file has 3/],
      [[...all, end(3), block('blk_four')], /says 3 lines, but the file has 4/],
    ]
    for (const [file, says] of refused) await expect(put(file, REPLACE)).rejects.toThrow(says)
    await expect(put(all, { ...REPLACE, skipBad: true })).rejects.toThrow(/no bad records/)
    expect(await ids()).toHaveLength(3)
    expect(await put([block('blk_one')], { ...REPLACE, isForced: true })).toMatchObject({ removed: 2 })
    expect(await ids()).toEqual(['blk_one'])
  })

  it("with an owner, other people's lines are refused", async () => {
    await put([eves(project)])
    const bad = [block('blk_one', { owner: 'eve' }), member, gone({ ...project, owner: 'eve' })]
    const { problems } = await put([block('blk_two'), ...bad], { owner: 'ann' })
    expect(problems).toEqual([2, 3, 4].map((line) => [line, 'owner: is not the person of --owner']))
    expect(await ids()).toEqual(['prj_one'])
  })

  it('an item keeps its owner, also behind a tombstone, unless it is moved; a line replaces all of it', async () => {
    const one = block('blk_one', { geometry: null, width: 12, tags: null })
    await put([project, one])
    const moved = [eves(project), eves(block('blk_one'))]
    expect((await put(moved)).problems).toEqual([1, 2].map((line) => [line, KEEPS_ITS_OWNER]))
    const behind = [gone(one), { ...member, userId: 'ann' }, eves(one)]
    expect((await put(behind)).problems).toEqual([[3, KEEPS_ITS_OWNER]])
    expect(await get('ann', 'blk_one')).toMatchObject({ width: 12 })
    expect(await put(moved, { mayMove: true })).toMatchObject({ updated: 2 })
    expect(await get('ann', 'blk_one')).toBeUndefined()
    expect((await get('eve', 'blk_one'))?.width).toBeUndefined()
    const { projects } = database.store
    expect(await projects.get('ann', 'prj_one')).toBeUndefined()
    expect(await projects.get('eve', 'prj_one')).toMatchObject({ name: 'One' })
  })

  it('what was changed before is left alone, and not taken away', async () => {
    await put([block('blk_one'), block('blk_two')])
    const file = [
      block('blk_one', { name: 'Old', changedAt: '2026-11-01T00:00:00Z' }),
      block('blk_two', { name: 'New', changedAt: '2026-11-03T00:00:00Z' }),
      end(2),
    ]
    const since = Date.parse('2026-11-02T00:00:00Z')
    expect(await put(file, { ...REPLACE, since })).toMatchObject({ updated: 1, unchanged: 1, removed: 0 })
    expect((await get('ann', 'blk_one'))?.name).toBe('blk_one')
    expect((await get('ann', 'blk_two'))?.name).toBe('New')
  })

  it('an export since a time has what agents created, and says from when the next one is', async () => {
    await put([project, block('blk_one')])
    const createdSince = (since: number) =>
      database.accounts.exporting(
        async (items, next) => {
          const found: unknown[] = []
          for await (const item of items) found.push('id' in item && item.id)
          return { found, next }
        },
        { since },
      )
    const projectId = await database.store.projects.create('ann', { name: 'New', description: undefined })
    const blockId = await agentCreates('New')
    const { found, next } = await createdSince(0)
    expect(found).toEqual([projectId, blockId])
    expect(next).toBeLessThan(Date.now())
    expect(next).toBeGreaterThan(Date.now() - 120_000)
    expect((await createdSince(next)).found).toEqual([projectId, blockId])
    expect((await createdSince(Date.now() + 60_000)).found).toEqual([])
    // What the application has taken over is its own.
    await put([block(blockId)])
    expect((await createdSince(0)).found).toEqual([projectId])
  })
})

describe('docs/your-own-app.md', () => {
  const page = readFileSync(join(ROOT, 'docs/your-own-app.md'), 'utf8').split('## Sync with files')[1] ?? ''
  const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(page) ?? []
  const folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)

  it('has lines that the published schema allows; it refuses what the import refuses', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'docs/item-line.schema.json'), 'utf8'))
    const isLine = new Ajv.default({ strict: false, validateFormats: false }).compile(schema)
    const shipped = readFileSync(join(ROOT, 'data/demo.ndjson'), 'utf8')
    const lines = `${example}${shipped}`.trim().split('\n')
    expect(lines.filter((line) => !isLine(JSON.parse(line)))).toEqual([])
    const bad = [block('blk_one', { delted: true }), block('blk_one', { geometry: { foo: 1 } })]
    expect(bad.filter((line) => isLine(line))).toEqual([])
  })

  it('has a nightly sync that runs as it is written, twice', async () => {
    mkdirSync(at('node_modules/.bin'), { recursive: true })
    symlinkSync(SELVAGE, at('node_modules/.bin/selvage'))
    writeFileSync(at('ann.ndjson'), [...example.split('\n').slice(0, 3), JSON.stringify(end(3))].join('\n'))
    writeFileSync(at('changes.ndjson'), example)
    const accounts = await openAccounts({ kind: 'sqlite', path: at('accounts.db') })
    const id = await accounts.projects.create('auth0|ann', { name: 'By an agent', description: undefined })
    await accounts.close()
    const env = cleanEnvironment({ DATABASE_URL: `sqlite:${at('accounts.db')}` })
    const night = () => promisify(execFile)('bash', ['-euc', commands], { cwd: folder.path, env })
    const created = () => readFileSync(at('created.ndjson'), 'utf8')
    expect((await night()).stdout).toContain('3 records read: 3 added, 0 updated. This was a dry run')
    expect(created()).toContain(id)
    expect(readFileSync(at('next-since.txt'), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT\S+Z\n$/)
    expect((await night()).stdout).toContain('3 records read: 0 added, 3 updated.')
    expect(created()).toContain(id)
  })
})
