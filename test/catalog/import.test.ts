import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Catalog,
  copyCatalog,
  importFabrics,
  openCatalog,
  removeFabric,
} from '../../src/catalog/index.ts'
import { catalogRows, openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { run } from '../cli/selvage.ts'
import { exportText, importText } from '../transfer/transferring.ts'

const HEADER = 'manufacturer,collection,name,sku,colorHex,thumbnailUrl'

let database: TestDatabase
beforeEach(async () => {
  database = await openDatabase()
})
afterEach(() => database.close())

const lines = (...rows: string[]) => rows.map((row) => `${row}\n`).join('')
/** Imports rows with a SKU, a colour and a picture, each of which may be missing. */
const put = (rows: readonly string[], options = {}) =>
  importText(database, 'fabrics', lines(HEADER, ...rows), options)
const putText = (text: string, options = {}) => importText(database, 'fabrics', text, options)
const exported = async () => (await exportText(database, 'fabrics')).slice(HEADER.length + 1)
const names = () => [...database.catalog.all()].map(({ name }) => name)
const idOf = (name: string) => [...database.catalog.all()].find((fabric) => fabric.name === name)?.id ?? ''

it('[D16.7, D17.1] what an import brings is known to the next search: words, lines and colours', async () => {
  const find = async (query: string) => {
    const { items } = await database.catalog.fabrics.search({ query, limit: 5, after: undefined })
    return items.map(({ name }) => name)
  }
  await put(['A,B,Quokka,,#112233,'])
  expect(await find('qoukka')).toEqual(['Quokka'])
  await put(['A,B,Wallaby,,#EEDDCC,', 'A,Other,Numbat,,,'])
  expect(await find('wallbay')).toEqual(['Wallaby'])
  expect(await find('#EEDDCB')).toEqual(['Wallaby', 'Quokka'])
  expect(await find('other')).toEqual(['Numbat'])
})

it('an export is of one state, and a download too, or it fails', async () => {
  await put(Array.from({ length: 1_000 }, (_, number) => `A,B,Quokka ${number},,,`))
  const { catalog } = database
  const [all, file] = [catalog.all(), catalog.fabrics.file('ndjson')[Symbol.asyncIterator]()]
  expect(all.next().value).toMatchObject({ name: 'Quokka 0' })
  expect((await file.next()).value).toContain('"Quokka 0"')
  await put(['A,B,Zebra,,,'])
  expect([...all]).toHaveLength(999)
  await expect(file.next()).rejects.toMatchObject({ code: 'catalog_unavailable' })
})

describe('[D3.2] a second import', () => {
  it('updates by the stable id, adds, and keeps what it does not name', async () => {
    await put(['A,B,One,1,#111111,', 'A,B,Two,2,#222222,', 'A,B,Three,3,#333333,'])
    const ids = () => catalogRows(database.path, 'select name, id from catalog_fabrics order by name')
    const before = await ids()
    const result = await put(['A,B,Two,2,#999999,', 'A,B,Zero,0,,', 'A,B,Two,3,,', 'A,B,Three,3,#333333,'])
    expect(result).toMatchObject({ read: 4, added: 2, updated: 1, unchanged: 1, duplicate: 0 })
    const rows = ['A,B,One,1,#111111,', 'A,B,Three,3,#333333,', 'A,B,Two,2,#999999,', 'A,B,Two,3,,']
    expect((await exported()).trim().split('\n').sort()).toEqual([...rows, 'A,B,Zero,0,,'])
    expect(await ids()).toEqual(expect.arrayContaining(before))
  })

  it('keeps the colours and pictures of which the file says nothing, or nothing that can be read', async () => {
    const rows = ['A,B,One,1,#111111,https://e.com/1.jpg', 'A,B,Two,2,#222222,https://e.com/2.jpg']
    await put(rows)
    const text = 'Brand,Line,Name,SKU\nA,B,One,1\nA,B,Two,2\n'
    for (const isDryRun of [true, false])
      expect(await putText(text, { isDryRun })).toMatchObject({ updated: 0, unchanged: 2 })
    expect(await put(['A,B,One,1,red,rose'])).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await exported()).toBe(lines(...rows))
    const changing = 'Brand,Line,Name,SKU,Hex\nA,B,One,1,\nA,B,Two,2,333\nA,B,New,3,\n'
    expect(await putText(changing)).toMatchObject({ added: 1, updated: 1, unchanged: 1 })
    expect(await exported()).toContain('A,B,Two,2,#333333,https://e.com/2.jpg\n')
  })

  it('loses a colour that JSON says is null', async () => {
    await put(['A,B,One,1,#111111,'])
    const record = { manufacturer: 'A', collection: 'B', name: 'One', sku: 1, colorHex: null }
    expect(await putText(JSON.stringify(record))).toMatchObject({ updated: 1 })
    expect(await exported()).toBe('A,B,One,1,,\n')
  })
})

it('the numbers of an import add up, the last of equal fabrics counts, and a dry run says the same', async () => {
  await put(['A,B,Old,1,#111111,', 'A,B,Same,1,,'])
  const before = await exported()
  const rows = ['A,B,C,1,#111111,', 'A,B,C,1,#222222,', ',,,,,', 'A,B,,1,,', 'A,B,Old,1,#222222,']
  const put7 = (isDryRun: boolean) =>
    put([...rows, 'A,B,Same,1,,', 'A,B,Same,1,,'], { skipBad: true, isDryRun })
  const dry = await put7(true)
  expect(await exported()).toBe(before)
  expect(dry).toMatchObject({ read: 6, added: 1, updated: 1, unchanged: 1, duplicate: 2, bad: 1 })
  expect(await put7(false)).toEqual(dry)
  expect(await exported()).toContain('A,B,C,1,#222222,\n')
})

describe('import that replaces makers', () => {
  const OLD = ['A,One,Ash', 'A,One,Birch', 'A,Two,Cedar', 'B,Three,Dogwood']
  const replace = (rows: readonly string[], options = {}) => put(rows, { ...options, isReplacing: true })
  beforeEach(() => put(OLD))

  it('withdraws what a maker of the file no longer has, and leaves other makers alone', async () => {
    const next = ['A,One,Ash', 'A,One,Birch', 'A,Two,Elm']
    const dry = await replace(next, { isDryRun: true })
    expect(dry).toMatchObject({ added: 1, unchanged: 2, removed: 1 })
    expect(names()).toEqual(['Ash', 'Birch', 'Cedar', 'Dogwood'])
    expect(await replace(next)).toEqual(dry)
    expect(names()).toEqual(['Ash', 'Birch', 'Elm', 'Dogwood'])
  })

  it.each([{}, { isDryRun: true }])('refuses to take away more than half of a maker: %j', async (options) => {
    await expect(replace(['A,One,Ash'], options)).rejects.toThrow('2 of the 3 fabrics of A would go')
    expect(names()).toEqual(['Ash', 'Birch', 'Cedar', 'Dogwood'])
    expect(await replace(['A,One,Ash'], { ...options, isForced: true })).toMatchObject({ removed: 2 })
  })

  it('refuses a file with a bad record, also with skipBad', async () => {
    expect(await replace(['A,One,Ash', 'A,One,'])).toMatchObject({ isDone: false })
    await expect(replace(['A,One,'], { skipBad: true })).rejects.toThrow('no bad records')
    expect(names()).toHaveLength(4)
  })
})

describe('a fabric that somebody withdrew', () => {
  it('is not brought back by a release, also not in a copy, but by an import', async () => {
    const ship = (catalog: Catalog, ...shipped: string[]) =>
      importFabrics(
        catalog,
        shipped.map((name) => ({ manufacturer: 'House', collection: 'Line', name })),
        { shipment: { hash: shipped.join(), release: '1.0.0' } },
      )
    const { catalog } = database
    await ship(catalog, 'Ash', 'Birch')
    expect(await removeFabric(catalog, idOf('Ash'))).toMatchObject({ name: 'Ash' })
    expect(names()).toEqual(['Birch'])
    const copy = await openCatalog(join(dirname(database.path), 'copy.db'))
    await copyCatalog(catalog, copy)
    for (const each of [catalog, copy]) {
      expect(await ship(each, 'Ash', 'Birch')).toBeUndefined()
      await ship(each, 'Ash', 'Birch', 'Cedar')
      expect([...each.all()].map(({ name }) => name)).toEqual(['Birch', 'Cedar'])
    }
    await copy.close()
    await put(['House,Line,Ash'])
    expect(names()).toEqual(['Ash', 'Birch', 'Cedar'])
  })

  it('is named by `selvage delete fabric`; an unknown id is said: exit code 1', async () => {
    await put(['A,One,Ash', 'A,One,Birch'])
    const place = { cwd: dirname(database.path), env: { DATABASE_URL: `sqlite:${database.path}` } }
    const id = idOf('Birch')
    const remove = () => run(['delete', 'fabric', id], place)
    expect(await remove()).toMatchObject({ code: 0, stdout: 'Removed: Birch, One, A.\n' })
    expect(await remove()).toMatchObject({ code: 1, stderr: `There is no fabric ${id}.\n` })
    writeFileSync(join(place.cwd, 'new.csv'), lines('Maker,Line,Name', 'A,One,Cedar'))
    expect(await run(['import', 'fabrics', 'new.csv', '--replace-maker', '--force'], place)).toMatchObject({
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
  const rows = [`${maker},Line,Birch`, 'Mode,Line,Ash', 'Mill 10,Line,Ash', `${known},Line,Birch`]
  const { warnings } = await put(rows)
  expect(warnings).toEqual([`${maker} is a new maker, and there is ${known}. If they are one, write it so.`])
})
