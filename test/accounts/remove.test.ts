import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Item, openAccounts } from '../../src/accounts/index.ts'
import { putItems as storeItems } from '../../src/accounts/put-items.ts'
import { run } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { blockOf, KINDS, openDatabase, projectOf, putItems, type TestDatabase } from './databases.ts'

const member = (projectId: string, userId: string): Item => ({ type: 'member', projectId, userId })
const block = (owner: string, id: string, projectId: string) =>
  blockOf(owner, id, { projectId, design: `"made by ${owner}"` })
const ITEMS: readonly Item[] = [
  projectOf('ann', 'prj_anns'),
  projectOf('bob', 'prj_bobs'),
  member('prj_anns', 'bob'),
  member('prj_anns', 'eve'),
  member('prj_bobs', 'ann'),
  block('ann', 'blk_ann1', 'prj_anns'),
  block('ann', 'blk_ann2', 'prj_bobs'),
  block('bob', 'blk_bob1', 'prj_anns'),
]

const everything = ({ accounts }: TestDatabase, userId?: string) =>
  accounts.exporting(
    async (items) => {
      const found: string[] = []
      for await (const item of items)
        found.push(item.type === 'member' ? `${item.userId} in ${item.projectId}` : item.id)
      return found.sort()
    },
    { userId },
  )

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openDatabase(kind)
    await putItems(database, ITEMS)
    return () => database.close()
  })

  it('a person is exported alone; nothing of a removed one is left, and what others have stays', async () => {
    expect(await everything(database, 'ann')).toEqual(['ann in prj_bobs', 'blk_ann1', 'blk_ann2', 'prj_anns'])
    expect(await everything(database, 'nobody')).toEqual([])
    expect(await database.accounts.remove('user', 'ann')).toEqual({ projects: 1, items: 2, memberships: 1 })
    expect(await everything(database)).toEqual(['blk_bob1', 'prj_bobs'])
    const { rows } = await database.db.executeQuery(database.db.selectFrom('designs').selectAll())
    expect(rows).toEqual([{ asset_id: 'blk_bob1', design: '"made by bob"' }])
    expect((await database.store.assets.get('bob', 'blocks', 'blk_bob1'))?.projectId).toBeUndefined()
    expect(await database.accounts.remove('user', 'ann')).toBeUndefined()
  })

  it('an item or a project is removed by its id; an unknown one is none', async () => {
    expect(await database.accounts.remove('item', 'blk_ann1')).toMatchObject({ projects: 0, items: 1 })
    expect(await database.accounts.remove('item', 'prj_anns')).toMatchObject({ projects: 1, items: 0 })
    expect(await database.accounts.remove('item', 'prj_anns')).toBeUndefined()
    expect(await everything(database)).toEqual(['ann in prj_bobs', 'blk_ann2', 'blk_bob1', 'prj_bobs'])
  })
})

describe('the commands', () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'accounts.db')
  const selvage = (...args: string[]) =>
    run(args, { cwd: folder.path, env: { DATABASE_URL: `sqlite:${path}` } })

  it('export and delete a person, and leave nothing in the file', async () => {
    const accounts = await openAccounts({ kind: 'sqlite', path })
    await accounts.importing((transaction) => storeItems(transaction, ITEMS), { seconds: 1 })
    await accounts.close()
    const { code, stdout } = await selvage('export', 'user', 'ann')
    expect([code, stdout.match(/"type":"\w+"/g)]).toEqual([
      0,
      ['"type":"project"', '"type":"member"', '"type":"block"', '"type":"block"', '"type":"end"'],
    ])
    expect(readFileSync(path).includes('made by ann')).toBe(true)
    const removed = await selvage('delete', 'user', 'ann')
    expect(removed).toMatchObject({ code: 0, stderr: '' })
    expect(removed.stdout).toMatch(/^Removed: 1 project, 2 saved items, 1 membership in /)
    expect(readFileSync(path).includes('made by ann')).toBe(false)
  })

  it.each([
    ['delete user nobody', 1, /^Nothing here belongs to nobody\.\n$/],
    ['delete item blk_none', 1, /There is no item blk_none/],
    ['delete sofa a', 2, /Unknown command: delete sofa a/],
    ['delete user', 2, /delete user needs ID/],
  ])('%s says what is wrong', async (command, code, stderr) => {
    const said = { code, stdout: '', stderr: expect.stringMatching(stderr) }
    expect(await selvage(...command.split(' '))).toMatchObject(said)
  })
})
