import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyAccounts } from '../../src/accounts/index.ts'
import { blockOf, type Kind, openDatabase, putItems } from '../accounts/databases.ts'
import { run } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { copySeeded } from '../helpers/seeded.ts'

const ITEMS = Array.from({ length: 2_500 }, (_, index) =>
  blockOf(`user_${index % 7}`, `blk_${index}`, {
    width: (index + 1) / 7,
    archived: index % 2 === 0,
    createdAt: index,
    tags: ['a', 'b'],
    design: JSON.stringify({ index }),
  }),
)

it.each<[Kind, Kind]>([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
])('from %s to %s everything is copied and verified', async (source, target) => {
  const from = await openDatabase(source)
  const to = await openDatabase(target)
  await putItems(from, ITEMS)
  const copy = () => copyAccounts(from.accounts, to.accounts, { seconds: 1 })
  const secret = await from.accounts.cursorSecret()
  const copied = await copy()
  expect(copied).toMatchObject({ items: '2,500 items' })
  expect(await to.accounts.cursorSecret()).toBe(secret)
  expect(await to.store.assets.design('user_1', 'blocks', 'blk_1')).toBe('{"index":1}')
  expect(await copy()).toEqual(copied)

  const more = ITEMS.slice(0, 1).map((item) => ({ ...item, id: 'blk_other' }))
  await putItems(to, more)
  await expect(copy()).rejects.toThrow(/2,500 items in the source, 2,501 items in the copy/)
})

describe('the command', () => {
  const folder = temporaryFolder()
  const copy = (to: string) => run(['copy', '--from', 'sqlite:from.db', '--to', to], { cwd: folder.path })

  it('repeats no password when a database cannot be reached', async () => {
    const { code, stderr } = await copy('postgres://ann:hush@127.0.0.1:1/app')
    expect([code, stderr]).toEqual([1, expect.stringContaining('PostgreSQL at 127.0.0.1:1')])
    expect(stderr).not.toContain('hush')
  })

  it('says what it has copied and compared', async () => {
    copySeeded(join(folder.path, 'from.db'))
    expect(await copy('sqlite:to.db')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Copied and compared: \d+ items, 2,942 fabrics\. SHA-256 of the accounts: [0-9a-f]{64}\n$/,
      ),
    })
  })
})
