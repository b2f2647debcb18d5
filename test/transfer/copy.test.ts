import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Accounts, copyAccounts, type Item } from '../../src/accounts/index.ts'
import { type Kind, openDatabase, putItems, type TestDatabase } from '../accounts/databases.ts'
import { workFolder } from '../cli/for-tests.ts'
import { run } from '../cli/selvage.ts'

const ITEMS = Array.from(
  { length: 2_500 },
  (_, index): Item => ({
    type: 'block',
    id: `blk_${index}`,
    owner: `user_${index % 7}`,
    name: `Block ${index}`,
    width: index / 7,
    archived: index % 2 === 0,
    createdAt: index,
    tags: ['a', 'b'],
    design: JSON.stringify({ index }),
  }),
)

describe.each<[Kind, Kind]>([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
])('from %s to %s', (source, target) => {
  let from: TestDatabase
  let to: TestDatabase
  // A copy only reads what it copies.
  beforeAll(async () => {
    from = await openDatabase(source)
    await putItems(from, ITEMS)
  })
  afterAll(() => from.close())
  beforeEach(async () => {
    to = await openDatabase(target)
  })
  afterEach(() => to.close())

  const copy = (into: Accounts, onWait = () => {}) => copyAccounts(from.accounts, into, onWait)

  it('copies everything with the secret of cursors, verified; a second time changes nothing', async () => {
    const secret = await from.accounts.cursorSecret()
    const copied = await copy(to.accounts)
    expect(copied).toMatchObject({ counts: ['0 projects', '0 members', '2,500 items'] })
    expect(await to.accounts.cursorSecret()).toBe(secret)
    expect(await to.store.assets.design('user_1', 'blocks', 'blk_1')).toBe('{"index":1}')
    expect(await copy(to.accounts)).toEqual(copied)
  })

  it('stores nothing when it is interrupted, and can be repeated', async () => {
    async function* breaking(items: AsyncIterable<Item>) {
      let read = 0
      for await (const item of items) {
        read += 1
        if (read > 1_500) throw new Error('interrupted')
        yield item
      }
    }
    const broken: Accounts = {
      ...from.accounts,
      exporting: (run) => from.accounts.exporting((items, next) => run(breaking(items), next)),
    }
    await expect(copyAccounts(broken, to.accounts, () => {})).rejects.toThrow('interrupted')
    expect(await to.db.selectFrom('assets').select('id').execute()).toEqual([])
    expect((await copy(to.accounts)).counts).toContain('2,500 items')
  })

  it('refuses to call a copy the same that holds more', async () => {
    await putItems(
      to,
      ITEMS.slice(0, 1).map((item) => ({ ...item, id: 'blk_other' })),
    )
    await expect(copy(to.accounts)).rejects.toThrow(/2,500 items in the source, .* 2,501 items in the copy/)
  })
})

describe('a password', () => {
  const folder = workFolder()

  it('on the command line is refused before anything is opened', async () => {
    const url = 'postgres://ann:hush@127.0.0.1:1/app'
    const { code, stderr } = await run(['copy', '--from', 'sqlite:a.db', '--to', url], { cwd: folder.path })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Set PGPASSWORD')])
    expect(stderr).not.toContain('hush')
    expect(readdirSync(folder.path)).toEqual([])
  })
})
