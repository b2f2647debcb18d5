import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'
import { NOTHING, QUESTIONS } from './questions.ts'
import {
  COLOR_WORDS,
  COLORS,
  EMPTY,
  EQUALS,
  FAMILIES_AND_TONES,
  FILTERS,
  LISTS,
  NUMBERS,
  OTHER_COLORS,
  PALETTES,
  SENTENCES,
  SKUS_AND_SHORT_NAMES,
  SPELLINGS,
  WORDS,
  WORDS_WITHOUT_MEANING,
} from './relevance-cases.ts'
import { label, type Searcher, searcherOf, type Wanted } from './searching.ts'

let database: TestDatabase
let searcher: Searcher
beforeAll(async () => {
  database = await openShipped()
  searcher = searcherOf(database)
})
afterAll(() => database.close())

const wantedOf = (asked: string | Wanted): Wanted => (typeof asked === 'string' ? { query: asked } : asked)
const firstOf = async (asked: string | Wanted, count: number) =>
  (await searcher.first(wantedOf(asked), count)).map(label)

describe.each([
  ['[D14.2, D14.3, D14.4, D14.5, D15.1, D15.2] words as they are written', WORDS],
  ['[D14.1, D14.6, D16.9] SKUs beside words, short names', SKUS_AND_SHORT_NAMES],
  ['[D16.9, D16.10] numbers', NUMBERS],
  ['[D16.2] words that say nothing', WORDS_WITHOUT_MEANING],
  ['[D16.2, D16.7] sentences', SENTENCES],
  ['[D16.3, D16.4, D16.5] families and tones', FAMILIES_AND_TONES],
  ['[D16.6, D14.4] spellings', SPELLINGS],
  ['[D14.3, D15.2, D16.2, D17.6, D17.8] as people write', QUESTIONS],
  ['[D17.1, D17.2] colours', COLORS],
  ['[D17.6, D17.7] colours in words', COLOR_WORDS],
  ['[D17.5] several colours', PALETTES],
  ['[D17.8, D17.9] lists', LISTS],
  ['[D18.1, D18.2, D18.3, D18.5] filters', FILTERS],
])('what quilters ask: %s', (_, cases) => {
  it.each(cases)('%j lists first %j', async (asked, first) => {
    expect(await firstOf(asked, first.length)).toEqual(first)
  })
})

describe('what quilters ask', () => {
  it.each([...EQUALS, ...OTHER_COLORS])(
    '[D14.1, D14.2, D17.1, D17.3, D18.1] %j and %j give the same list',
    async (one, other) => {
      const found = await searcher.all(wantedOf(one))
      expect(found.length).toBeGreaterThan(0)
      expect(await searcher.all(wantedOf(other))).toEqual(found)
    },
  )

  it.each([...EMPTY, ...NOTHING])('[D16.8, D17.3, D18.4] %j finds nothing', async (asked) => {
    expect(await searcher.all(wantedOf(asked))).toEqual([])
  })
})

describe('[D15.2] kona', () => {
  it('lists all of Kona Cotton before what is merely named so', async () => {
    const found = await searcher.all({ query: 'kona' })
    const isKona = found.map(({ collection }) => collection === 'Kona Cotton')
    expect(isKona.filter((kona) => kona)).toHaveLength(376)
    expect(isKona.lastIndexOf(true)).toBeLessThan(isKona.indexOf(false))
    expect(found.at(-1)).toMatchObject({ name: 'Kona Coffee', manufacturer: 'RJR Fabrics' })
  })
})

describe('[D16.1] a list of what has everything', () => {
  it.each([
    ['must', 'near "rust"', /must/i],
    ['decade', 'six hex digits', /decade/i],
    ['navy', 'also a colour', /navy/i],
  ])('%j holds nothing else, though it is %s', async (query, _, words) => {
    const found = await searcher.all({ query })
    for (const { name, collection } of found) expect(`${name} ${collection}`).toMatch(words)
  })
})

describe('[D14.7] a question of more than twelve words', () => {
  it('is read up to the twelfth', async () => {
    const twelve = 'red red red red red red red red red red red fox'
    expect(await searcher.all({ query: `${twelve} zebra` })).toEqual(await searcher.all({ query: twelve }))
  })
})

describe('[D17.4] fabrics without a colour', () => {
  it('are left out of a list by colour, and only they', async () => {
    const all = await searcher.all({})
    const colored = all.filter(({ colorHex }) => colorHex !== undefined)
    const found = await searcher.all({ query: '#5F8A8B' })
    expect(all.length).toBeGreaterThan(colored.length)
    expect(found.map(({ id }) => id).sort()).toEqual(colored.map(({ id }) => id).sort())
  })

  it('are left out beside words too', async () => {
    const moda = await searcher.all({ query: 'moda' })
    const found = await searcher.all({ query: 'moda #5F8A8B' })
    expect(found.map(({ id }) => id).sort()).toEqual(
      moda
        .filter(({ colorHex }) => colorHex !== undefined)
        .map(({ id }) => id)
        .sort(),
    )
  })
})
