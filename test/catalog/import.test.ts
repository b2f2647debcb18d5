import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogRows, openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { exportText, importText } from '../transfer/transferring.ts'

const HEADER = 'manufacturer,collection,name,sku,colorHex,thumbnailUrl'

let database: TestDatabase
beforeEach(async () => {
  database = await openDatabase()
})
afterEach(() => database.close())

const lines = (...rows: string[]) => rows.map((row) => `${row}\n`).join('')
const put = (text: string | Buffer, options = {}) => importText(database, 'fabrics', text, options)
const exported = async () => (await exportText(database, 'fabrics')).slice(HEADER.length + 1)

describe('bad fabrics', () => {
  const text = lines(HEADER, 'A,B,First,1,,', 'A,B,,2,,', 'A,B,Third,3,red,')

  it('keep everything out', async () => {
    expect(await put(text)).toMatchObject({ read: 3, bad: 1, isDone: false, added: 0 })
    expect(await exported()).toBe('')
  })

  it('are left out with skipBad; a bad value costs the value only', async () => {
    expect(await put(text, { skipBad: true })).toMatchObject({
      read: 3,
      bad: 1,
      isDone: true,
      added: 2,
      problems: [
        [3, 'name: is required'],
        [4, expect.stringMatching(/^colorHex: .* left out$/)],
      ],
    })
    expect(await exported()).toBe(lines('A,B,First,1,,', 'A,B,Third,3,,'))
  })
})

describe('[D3.2] a second import', () => {
  it('updates by the stable id, adds, and keeps what it does not name', async () => {
    await put(lines(HEADER, 'A,B,One,1,#111111,', 'A,B,Two,2,#222222,', 'A,B,Three,3,#333333,'))
    const ids = () => catalogRows(database.path, 'select name, id from catalog_fabrics order by name')
    const before = await ids()
    const result = await put(
      lines(HEADER, 'A,B,Two,2,#999999,', 'A,B,Zero,0,,', 'A,B,Two,3,,', 'A,B,Three,3,#333333,'),
    )
    expect(result).toMatchObject({ read: 4, added: 2, updated: 1, unchanged: 1, duplicate: 0 })
    expect((await exported()).split('\n').sort()).toEqual([
      '',
      'A,B,One,1,#111111,',
      'A,B,Three,3,#333333,',
      'A,B,Two,2,#999999,',
      'A,B,Two,3,,',
      'A,B,Zero,0,,',
    ])
    expect(await ids()).toEqual(expect.arrayContaining(before))
  })

  it('keeps the colours and pictures of which the file says nothing, or nothing that can be read', async () => {
    const link = 'https://example.com/1.jpg'
    const rows = lines(`A,B,One,1,#111111,${link}`, `A,B,Two,2,#222222,${link}`)
    await put(HEADER.concat('\n', rows))
    const text = 'Brand,Line,Name,SKU\nA,B,One,1\nA,B,Two,2\n'
    expect(await put(text, { isDryRun: true })).toMatchObject({ updated: 0, unchanged: 2 })
    expect(await put(text)).toMatchObject({ updated: 0, unchanged: 2 })
    expect(await put(lines(HEADER, 'A,B,One,1,red,rose'))).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await exported()).toBe(rows)
    expect(await put('Brand,Line,Name,SKU,Hex\nA,B,One,1,\nA,B,Two,2,333\nA,B,New,3,\n')).toMatchObject({
      added: 1,
      updated: 1,
      unchanged: 1,
    })
    const changed = lines(`A,B,One,1,#111111,${link}`, `A,B,Two,2,#333333,${link}`)
    expect(await exported()).toBe(`A,B,New,3,,\n${changed}`)
  })

  it('loses a colour that JSON says is null', async () => {
    await put(lines(HEADER, 'A,B,One,1,#111111,'))
    const record = { manufacturer: 'A', collection: 'B', name: 'One', sku: 1, colorHex: null }
    expect(await put(JSON.stringify(record))).toMatchObject({ updated: 1 })
    expect(await exported()).toBe('A,B,One,1,,\n')
  })

  it('counts so that the numbers add up: the last of equal fabrics of a file counts', async () => {
    await put(lines(HEADER, 'A,B,Old,1,#111111,', 'A,B,Same,1,,'))
    const text = lines(
      HEADER,
      'A,B,C,1,#111111,',
      'A,B,C,1,#222222,',
      ',,,,,',
      'A,B,,1,,',
      'A,B,Old,1,#222222,',
      'A,B,Same,1,,',
      'A,B,Same,1,,',
    )
    const { read, added, updated, unchanged = 0, duplicate, bad } = await put(text, { skipBad: true })
    expect([added, updated, unchanged, duplicate, bad]).toEqual([1, 1, 1, 2, 1])
    expect(read).toBe(added + updated + unchanged + duplicate + bad)
    expect(await exported()).toContain('A,B,C,1,#222222,\n')
  })
})

describe('a dry run', () => {
  it('says the same, and changes nothing', async () => {
    await put(lines(HEADER, 'A,B,One,1,,'))
    const text = lines(HEADER, 'A,B,One,1,#111111,', 'A,B,Two,2,,', 'A,B,Two,2,,')
    const dry = await put(text, { isDryRun: true })
    expect(await exported()).toBe('A,B,One,1,,\n')
    expect(dry).toMatchObject({ added: 1, updated: 1, duplicate: 1, isDone: true })
    expect(await put(text)).toEqual(dry)
  })
})
