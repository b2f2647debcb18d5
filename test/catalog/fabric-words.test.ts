import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricKey } from '../../src/core/rooms.ts'
import { openShipped, pagesOf, type TestDatabase } from '../accounts/databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openShipped()
})
afterAll(() => database.close())

const NO_FILTER = { manufacturer: undefined, collection: undefined }

async function found(query: string): Promise<string[]> {
  const pages = await pagesOf((after: FabricKey | undefined) =>
    database.store.fabrics.search({ ...NO_FILTER, query, limit: 100, after }),
  )
  return pages.flat().map(({ collection, name, sku }) => `${collection}/${name}/${sku ?? ''}`)
}

describe('[D14.3, D14.5, §4.2.match] the words of a query', () => {
  it.each([
    ['kona mustard', 1],
    ['mustard kona', 1],
    ['KONA Mustard', 1],
    ['  kona\tmustard  ', 1],
    ['kona, mustard!', 1],
    ['"kona" mustard', 1],
    ['kona kona mustard', 1],
    ['kaufman mustard', 1],
    ['robert kona cotton mustard', 1],
    ['pina colada', 1],
    ['PIÑA COLADA', 1],
    ['pin\u0303a colada', 1],
    ['kona', 377],
    ['gray', 27],
    ['moda gray', 3],
    ['bella grey', 3],
    ['berry', 66],
    ['eucal', 3],
    ['curry', 4],
    ['snow', 7],
    ['creme', 4],
    ['crème', 4],
    ['white', 29],
    ['sky', 22],
    ['riley blake coral', 1],
    ['painters palette', 209],
    ["painter's palette", 209],
    ['painter’s palette', 209],
    ['ruby bee', 52],
    ['ruby + bee', 52],
    ['colorworks', 160],
    ['colour works', 162],
    ['Nitty Gritty', 3],
    ['108"', 4],
    ['solids', 1923],
    ['ko', 378],
    ['on', 1],
    ['no', 173],
    ['k', 413],
    ['o', 99],
    ['30s', 3],
    ['bettys red', 1],
  ])('%j finds %i', async (query, count) => {
    expect(await found(query)).toHaveLength(count)
  })

  it.each([
    ['gray', 'grey'],
    ['light gray', 'LIGHT GREY'],
    ['color works', 'colour-works'],
    ['kona mustard', 'mustard   KONA'],
  ])('%j and %j give the same list in the same order', async (one, other) => {
    expect(await found(one)).toEqual(await found(other))
  })

  it('of four letters or more count inside words, shorter ones at their beginning', async () => {
    expect(await found('berry')).toContain('Century Solids/Mulberry/')
    expect(await found('ee')).toEqual([])
    expect((await found('on')).map((fabric) => fabric.split('/')[1])).toEqual(['On The Rocks'])
  })
})

describe('[D16.8] a query that nothing can match', () => {
  it.each([
    ['only spaces', '   '],
    ['only punctuation', '—…!'],
    ['a percent sign', '%'],
    ['an underscore', '_'],
    ['an asterisk', '*'],
    ['a quote', '"'],
    ['two quotes', '""'],
    ['an apostrophe', "'"],
    ['a backslash', '\\'],
    ['an emoji', '🪡'],
    ['a letter that begins no word', 'x'],
    ['two letters that begin no word', 'zz'],
    ['100 characters', 'q'.repeat(100)],
    ['100 characters beyond the basic plane', '🧵'.repeat(100)],
    ['another script', '絹布'],
  ])('is an empty list: %s', async (_, query) => expect(await found(query)).toEqual([]))

  it.each([
    "'; drop table fabrics; --",
    '") OR 1=1 --',
    'NEAR(kona mustard, 2)',
    'name : kona',
    'facet:c1',
    'kona NOT mustard',
    'kona^2',
    '{name} : kona',
    '-kona',
    'kona*',
    'a '.repeat(50),
    'kona '.repeat(20),
  ])('is text, not a language: %j', async (query) => {
    expect(await found(query)).toBeInstanceOf(Array)
    expect(await found('kona mustard')).toHaveLength(1)
  })
})
