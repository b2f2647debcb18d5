import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogRows, openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { exportText, importText } from './transferring.ts'

const HEADER = 'manufacturer,collection,name,sku,colorHex,thumbnailUrl'

let database: TestDatabase
beforeEach(async () => {
  database = await openDatabase()
})
afterEach(() => database.close())

const lines = (...rows: string[]) => rows.map((row) => `${row}\n`).join('')
const put = (text: string | Buffer, options = {}) => importText(database, 'fabrics', text, options)
const exported = async () => (await exportText(database, 'fabrics')).slice(HEADER.length + 1)

describe('a fabric file', () => {
  it.each([
    ['CSV', `${HEADER}\nA,B,Rosé,S-1,#aabbcc,\n`],
    ['CSV without a line break at its end', `${HEADER}\nA,B,Rosé,S-1,#aabbcc,`],
    ['CSV with a byte order mark', `\uFEFF${HEADER}\nA,B,Rosé,S-1,#aabbcc,\n`],
    ['CSV with CRLF and empty lines', `${HEADER}\r\n\r\nA,B,Rosé,S-1,#aabbcc,\r\n\r\n`],
    ['CSV with quoted cells', `${HEADER}\n"A","B","Rosé","S-1","#aabbcc",""\n`],
    ['CSV with spaces around cells', `${HEADER}\n A ,B , Rosé,S-1,#aabbcc,\n`],
    [
      'CSV with other columns',
      'id,name,sku,x,colorHex,collection,manufacturer\nfab_1,Rosé,S-1,y,#aabbcc,B,A\n',
    ],
    ['NDJSON', '{"manufacturer":"A","collection":"B","name":"Rosé","sku":"S-1","colorHex":"#aabbcc"}\n'],
    [
      'NDJSON with a byte order mark, CRLF, empty lines and null',
      '\uFEFF{"manufacturer":"A","collection":"B","name":"Rosé","sku":"S-1","colorHex":"#aabbcc","thumbnailUrl":null}\r\n\r\n',
    ],
  ])('may be %s, in pieces of any size', async (_, text) => {
    for (const pieces of [1, 7, 65_536])
      expect(await put(text, { pieces })).toMatchObject({ read: 1, bad: 0, done: true, problems: [] })
    expect(await exported()).toBe('A,B,Rosé,S-1,#AABBCC,\n')
  })

  it('may have commas, quotes and line breaks in quoted cells', async () => {
    const row = '"A, Inc.",B,"6"" strip\nsecond line",,,\n'
    expect(await put(`${HEADER}\n${row}`)).toMatchObject({ read: 1, done: true })
    expect(await exported()).toBe(row)
  })

  it.each([
    ['CSV', 'id,manufacturer,collection,name,hex,Sku\nfab_1,A,B,C,#FFFFFF,1\nfab_2,A,B,D,#FFFFFF,2\n'],
    ['NDJSON', '{"id":"1","manufacturer":"A","collection":"B","name":"C","hex":"#FFFFFF","Sku":"1"}\n'],
  ])('of %s may have other fields, which are told of once', async (_, text) => {
    expect(await put(text)).toMatchObject({ bad: 0, done: true, unknown: ['hex', 'Sku'] })
    expect(await exported()).toMatch(/^A,B,C,,,$/m)
  })

  it.each(['', `${HEADER}\n`, '\n\n'])('may be empty: %j', async (text) => {
    expect(await put(text)).toMatchObject({ bad: 0, done: true, added: 0, updated: 0 })
  })
})

const BAD: readonly (readonly [string, string, RegExp])[] = [
  ['an empty name', 'A,B,,1,,', /^name: is required$/],
  ['a blank maker', ' ,B,C,1,,', /^manufacturer: is required$/],
  ['a colour by name', 'A,B,C,1,red,', /^colorHex: must be #RRGGBB$/],
  ['a short colour', 'A,B,C,1,#FFF,', /^colorHex: must be #RRGGBB$/],
  ['a picture that is no URL', 'A,B,C,1,,javascript:alert(1)', /^thumbnailUrl: must be an http\(s\) URL$/],
  ['too long a name', `A,B,${'x'.repeat(201)},1,,`, /^name: must be at most 200 characters$/],
  ['a NUL', 'A,B,C\0,1,,', /^name: must be text without NUL/],
  ['too few cells', 'A,B,C', /^has 3 cells, but the header has 6$/],
  ['too many cells', 'A,B,C,1,,,,', /^has 8 cells, but the header has 6$/],
  ['a stray quote', 'A,B,6" strip,1,,', /quote/],
  ['text behind a quote', 'A,B,"C"x,1,,', /quote/],
  ['a quote that is not closed', 'A,B,"C,1,,', /quote/],
  ['two mistakes', 'A,,C,1,red,', /^collection: is required; colorHex: must be #RRGGBB$/],
]

describe('a bad row', () => {
  it.each(BAD)('%s is reported with its line, and keeps everything out', async (_, row, problem) => {
    const text = lines(HEADER, '"A",B,"over\ntwo lines",,,', '', row, 'A,B,Good,2,,')
    expect(await put(text)).toMatchObject({
      read: 3,
      bad: 1,
      done: false,
      added: 0,
      problems: [[5, expect.stringMatching(problem)]],
    })
    expect(await exported()).toBe('')
  })

  it.each(BAD)('%s is left out with skipBad, and nothing else', async (_, row) => {
    const text = lines(HEADER, 'A,B,First,1,,', row, 'A,B,Second,2,,')
    expect(await put(text, { skipBad: true })).toMatchObject({ bad: 1, done: true, added: 2 })
    expect(await exported()).toBe(lines('A,B,First,1,,', 'A,B,Second,2,,'))
  })

  it('is one of several, each with its own line', async () => {
    const text = lines(HEADER, ...BAD.map(([, row]) => row), 'A,B,Good,2,,')
    const { problems, bad } = await put(text)
    expect(problems.map(([line]) => line)).toEqual(BAD.map((_, index) => index + 2))
    expect(bad).toBe(BAD.length)
  })

  it('of NDJSON is reported with its line', async () => {
    const text = lines(
      '{"manufacturer":"A","collection":"B","name":"C"}',
      '',
      '{"name":1}',
      '{"name":',
      '[]',
      '7',
    )
    const { problems } = await put(text)
    expect(problems.map(([line]) => line)).toEqual([3, 4, 5, 6])
    expect(problems[0]?.[1]).toBe('manufacturer: is required; collection: is required; name: must be text')
    expect(problems[1]?.[1]).toBe('not valid JSON')
  })
})

describe('a file in another format is refused whole, skipBad or not', () => {
  it.each([
    ['no CSV', 'hello\nworld\n', /no column manufacturer, collection, name. The first line names: hello\./],
    ['semicolons', 'name;sku\nC;1\n', /The first line names: name;sku\.$/],
    ['other names', 'Manufacturer,collection,name\nA,B,C\n', /no column manufacturer\./],
    ['a name twice', 'manufacturer,collection,name,name\nA,B,C,D\n', /two columns name\./],
    ['HTML', '<html></html>\n', /The first line names: <html>/],
    [
      'Latin-1',
      Buffer.from(`${HEADER}\nA,B,Good,1,,\nA,B,Caf\xE9,1,,\n`, 'latin1'),
      /not UTF-8 text, on line/,
    ],
  ])('%s', async (_, text, message) => {
    for (const skipBad of [true, false]) await expect(put(text, { skipBad })).rejects.toThrow(message)
    expect(await exported()).toBe('')
  })

  it('a JSON array is one problem', async () => {
    const { problems, unknown, done } = await put('[{"name":"C"}]\n')
    expect([problems.length, problems[0]?.[0], unknown, done]).toEqual([1, 1, [], false])
  })
})

describe('[D3.2] a second import', () => {
  it('updates by the stable id, adds, and keeps what it does not name', async () => {
    await put(lines(HEADER, 'A,B,One,1,#111111,', 'A,B,Two,2,#222222,'))
    const ids = () => catalogRows(database.path, 'select name, id from fabrics order by name')
    const before = await ids()
    const result = await put(lines(HEADER, 'A,B,Two,2,#999999,', 'A,B,Zero,0,,', 'A,B,Two,3,,'))
    expect(result).toMatchObject({ read: 3, added: 2, updated: 1 })
    expect((await exported()).split('\n').sort()).toEqual([
      '',
      'A,B,One,1,#111111,',
      'A,B,Two,2,#999999,',
      'A,B,Two,3,,',
      'A,B,Zero,0,,',
    ])
    expect(await ids()).toEqual(expect.arrayContaining(before))
  })

  it('takes the last of two equal fabrics of a file', async () => {
    expect(await put(lines(HEADER, 'A,B,C,1,#111111,', 'A,B,C,1,#222222,'))).toMatchObject({
      read: 2,
      added: 1,
    })
    expect(await exported()).toBe('A,B,C,1,#222222,\n')
  })
})
