import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/core/repositories.ts'
import { foldWords } from '../../src/core/text.ts'
import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { createOracle, type Expected } from './oracle.ts'
import { type Searcher, searcherOf, type Wanted } from './searching.ts'

const FABRICS = 3_000
const WORDS = 'Dusty Rose Rosewood Teal Meadow Rowan Redwood Mustang Rustic Dot'.split(' ')
const wordAt = (index: number) => WORDS[index % WORDS.length] ?? ''

/**
 * A catalog where every name has a number of its own: thousands of words begin alike, or have the same part. Hundreds
 * of collections begin with R, and so does one maker.
 */
const fabrics = Array.from({ length: FABRICS }, (_, index) => ({
  manufacturer: `${index % 7 === 6 ? 'Rill' : 'Mill'} ${index % 7}`,
  collection: `${wordAt(index * 3)} ${index % 450}`,
  name: `${wordAt(index)} ${wordAt(Math.floor(index / 10))} ${String(index).padStart(7, '0')}`,
  sku: `REF-${String(index).padStart(7, '0')}`,
}))

let database: TestDatabase
let searcher: Searcher
let rows: readonly FabricRecord[]
let oracle: (asked: Wanted) => Expected
beforeAll(async () => {
  database = await openDatabase()
  await database.catalog.importFabrics([fabrics])
  searcher = searcherOf(database)
  rows = await searcher.all({}, 5_000)
  oracle = createOracle(rows)
})
afterAll(() => database.close())

const ids = (list: readonly FabricRecord[]) => list.map(({ id }) => id)

describe('[D14.5, D15.2] a word that thousands of words begin with, or have inside', () => {
  it.each([
    ['dusty rose', 'a name that thousands of names begin with'],
    ['dusty r', 'the same, unfinished'],
    ['dusty rose 00', 'a beginning of two characters'],
    ['0', 'of one character'],
    ['000', 'of three'],
    ['0000', 'of four'],
    ['00000', 'of more than a token is kept of'],
    ['rose 00000', 'beside another word'],
    ['123', 'a part of dozens of words'],
    ['00', 'two characters, which count at the beginning only'],
    ['001', 'a part of more words than are named, and a beginning of none'],
    ['0001', 'the same, of four characters'],
    ['0012', 'one whose characters stand elsewhere in other words'],
    ['001 rose', 'beside another word'],
    ['001 ust', 'beside another part'],
    ['ust 12', 'a part of few words beside a beginning'],
    ['ro ro', 'a word twice'],
  ])('%j: %s', async (query) => {
    expect(ids(await searcher.all({ query }, 487))).toEqual(ids(oracle({ query }).fabrics))
  })

  it.each<Wanted>([
    { query: '0001', collection: 'ro' },
    { query: 'dusty 00', collection: 'r' },
    { collection: 'r' },
    { query: 'dusty', collection: 'r' },
    { manufacturer: 'rill', collection: 'r' },
    { collection: 'rose' },
    { query: '0001', collection: 'dusty' },
    { query: '001', manufacturer: 'mill 3', collection: 'rose' },
    { query: 'dusty r', manufacturer: 'mill 3', collection: 'rose' },
  ])('[D18.1] %j leaves the fabrics of many collections', async (wanted) => {
    const expected = oracle(wanted).fabrics
    expect(ids(await searcher.all(wanted, 487))).toEqual(ids(expected))
    expect(expected.length).toBeGreaterThan(0)
  })
})

describe('[D16.2] SKUs of which thousands begin alike', () => {
  it.each(['ref 00', 'REF-0001', 'ref0002999', 'ref 0009'])('%j', async (query) => {
    const wanted = foldWords(query).join('')
    const expected = rows.filter(({ sku = '' }) => foldWords(sku).join('').startsWith(wanted))
    expect(ids(await searcher.all({ query }, 487))).toEqual(ids(expected))
  })
})

describe('what a search found', () => {
  it.each<Wanted>([
    { query: '0001' },
    { query: '0012' },
    { query: '001 rose' },
    { query: 'dusty' },
    { query: 'zebra' },
    { query: '001', manufacturer: 'mill 3', collection: 'rose' },
    { collection: 'r' },
  ])('[D38.3] %j is counted up to 1,000', async (wanted) => {
    const page = await searcher.page(wanted, 1)
    const report = await page.report()
    const count = oracle(wanted).fabrics.length
    expect(report.total).toEqual({ count: Math.min(count, 1_000), isExact: count <= 1_000 })
  })
})
