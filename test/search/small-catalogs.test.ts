import { describe, expect, it } from 'vitest'
import { type FileFabric, importFabrics } from '../../src/catalog/index.ts'
import { openDatabase } from '../accounts/databases.ts'
import { type Searcher, searcherOf } from './searching.ts'

/** A search of a catalog of these names and SKUs, in one line. */
async function searcherOfNames(names: readonly (string | readonly [name: string, sku: string])[]) {
  const database = await openDatabase()
  const fabrics = names.map((each): FileFabric => {
    const [name, sku] = typeof each === 'string' ? [each] : each
    return { manufacturer: 'Old Mill', collection: 'Loomed', name, sku }
  })
  await importFabrics(database.catalog, fabrics)
  return searcherOf(database)
}

const namesOf = async (searcher: Searcher, query: string) =>
  (await searcher.all({ query })).map(({ name }) => name)

describe('[D15.2] a word that is asked for twice', () => {
  it.each([
    ['pom pom', ['Pom Pom', 'Pomegranate', 'Pomelo']],
    ['bora bora', ['Bora Bora', 'Bora Blue']],
    ['cha cha cha', ['Cha Cha Cha', 'Cha Charm']],
  ])('%j puts the name that repeats it first', async (query, expected) => {
    const names = 'Pomegranate, Pomelo, Pom Pom, Bora Blue, Bora Bora, Cha Charm, Cha Cha Cha'
    expect(await namesOf(await searcherOfNames(names.split(', ')), query)).toEqual(expected)
  })
})

describe('[D15.1, D16.9] SKUs', () => {
  it('a whole one is meant alone, and beside words it comes before those that begin with it', async () => {
    const searcher = await searcherOfNames([
      ['Apple', '9000-491'],
      ['Beech', '9000-492'],
      ['Cedar', '9000-49'],
      ['Dogwood', '90'],
    ])
    expect(await namesOf(searcher, '9000-49')).toEqual(['Cedar', 'Apple', 'Beech'])
    expect(await namesOf(searcher, '90')).toEqual(['Dogwood'])
    expect(await namesOf(searcher, 'mill 9000-49')).toEqual(['Cedar', 'Apple', 'Beech'])
    const pages = await searcher.all({ query: 'mill 9000-49' }, 1)
    expect(pages.map(({ name }) => name)).toEqual(['Cedar', 'Apple', 'Beech'])
  })
})

describe('[D14.1] letters beyond the usual', () => {
  it.each(['𐐨', '𐐨𐐩', '𐐨𐐩𐐪', '𐐪𐐫𐐬𐐭', '𐐨𐐩𐐪𐐫𐐬𐐭 rose'])('%j is found', async (query) => {
    const searcher = await searcherOfNames(['𐐨𐐩𐐪𐐫𐐬𐐭 Rose', 'Teal', '***'])
    expect(await namesOf(searcher, query)).toEqual(['𐐨𐐩𐐪𐐫𐐬𐐭 Rose'])
  })

  it('a name without any is listed, and never found by words', async () => {
    const searcher = await searcherOfNames(['***', 'Teal'])
    expect((await searcher.all({})).map(({ name }) => name)).toEqual(['***', 'Teal'])
    expect(await namesOf(searcher, 'mill')).toEqual(['***', 'Teal'])
  })
})
