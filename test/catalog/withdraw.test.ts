import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { endAll, run } from '../cli/selvage.ts'
import { importText } from '../transfer/transferring.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openDatabase()
})
afterEach(async () => {
  await database.close()
  await endAll()
})

const file = (...rows: string[]) => ['manufacturer,collection,name', ...rows].join('\n')
const put = (rows: readonly string[], options = {}) => importText(database, 'fabrics', file(...rows), options)
const names = () => [...database.catalog.all()].map(({ name }) => name)
async function idOf(query: string): Promise<string> {
  const page = { manufacturer: undefined, collection: undefined, limit: 1, after: undefined }
  return (await database.store.fabrics.search({ ...page, query })).items[0]?.id ?? ''
}
const ship = (...shipped: string[]) =>
  database.catalog.importFabrics(
    shipped.map((name) => ({ manufacturer: 'House', collection: 'Line', name })),
    { shipment: { hash: shipped.join(), release: '1.0.0' } },
  )

describe('import with replacesMakers', () => {
  const OLD = ['A,One,Ash', 'A,One,Birch', 'A,Two,Cedar', 'B,Three,Dogwood']
  beforeEach(() => put(OLD))

  it('withdraws what a maker of the file no longer has, and leaves other makers alone', async () => {
    const next = ['A,One,Ash', 'A,One,Birch', 'A,Two,Elm']
    const dry = await put(next, { replacesMakers: true, isDryRun: true })
    expect(dry).toMatchObject({ added: 1, unchanged: 2, removed: 1 })
    expect(names()).toEqual(['Ash', 'Birch', 'Cedar', 'Dogwood'])
    expect(await put(next, { replacesMakers: true })).toEqual(dry)
    expect(names()).toEqual(['Ash', 'Birch', 'Elm', 'Dogwood'])
  })

  it.each([{}, { isDryRun: true }])('refuses to take away more than half of a maker: %j', async (options) => {
    const replacing = { ...options, replacesMakers: true }
    await expect(put(['A,One,Ash'], replacing)).rejects.toThrow('2 of the 3 fabrics of A would go')
    expect(names()).toEqual(['Ash', 'Birch', 'Cedar', 'Dogwood'])
    expect(await put(['A,One,Ash'], { ...replacing, isForced: true })).toMatchObject({ removed: 2 })
  })

  it('refuses a file with a bad record, also with skipBad', async () => {
    expect(await put(['A,One,Ash', 'A,One,'], { replacesMakers: true })).toMatchObject({ isDone: false })
    await expect(put(['A,One,'], { replacesMakers: true, skipBad: true })).rejects.toThrow('no bad records')
    expect(await put([], { replacesMakers: true })).toMatchObject({ removed: 0, isDone: true })
    expect(names()).toHaveLength(4)
  })
})

describe('a fabric that somebody withdrew', () => {
  it('is not brought back by a release, but by an import', async () => {
    await ship('Ash', 'Birch')
    expect(await database.catalog.removeFabric(await idOf('ash'))).toMatchObject({ name: 'Ash' })
    expect(names()).toEqual(['Birch'])
    await ship('Ash', 'Birch', 'Cedar')
    expect(names()).toEqual(['Birch', 'Cedar'])
    await put(['House,Line,Ash'])
    expect(names()).toEqual(['Ash', 'Birch', 'Cedar'])
  })

  it('is named by `selvage delete fabric`; an unknown id is said: exit code 1', async () => {
    await put(['A,One,Ash', 'A,One,Birch'])
    const place = { cwd: dirname(database.path), env: { DATABASE_URL: `sqlite:${database.path}` } }
    const id = await idOf('birch')
    expect(await run(['delete', 'fabric', id], place)).toMatchObject({
      code: 0,
      stdout: 'Removed: Birch, One, A.\n',
    })
    expect(await run(['delete', 'fabric', id], place)).toMatchObject({
      code: 1,
      stderr: `There is no fabric ${id}.\n`,
    })
    writeFileSync(join(place.cwd, 'new.csv'), file('A,One,Cedar'))
    const replaced = await run(['import', 'fabrics', 'new.csv', '--replace-maker', '--force'], place)
    expect(replaced).toMatchObject({
      code: 0,
      stdout: '1 record read: 1 added, 0 updated, 1 removed, 0 unchanged.\n',
    })
  })
})

it.each([
  ['Robert Kaufman', 'robert kaufman'],
  ['Robert Kaufman', 'Robert Kaufman Fabrics'],
  ['FreeSpirit Fabrics', 'Free Spirit'],
])('an import warns of a new maker beside one that is called nearly so: %s, %s', async (known, maker) => {
  await put([`${known},Line,Ash`, 'Moda,Line,Ash', 'Mill 1,Line,Ash'])
  const { warnings } = await put([
    `${maker},Line,Birch`,
    'Mode,Line,Ash',
    'Mill 10,Line,Ash',
    `${known},Line,Birch`,
  ])
  expect(warnings).toEqual([`${maker} is a new maker, and there is ${known}. If they are one, write it so.`])
})
