import { describe, expect, it } from 'vitest'
import { openShipped } from '../accounts/databases.ts'
import { CASES, EMPTY, EQUALS, FILTERS, parsed } from './relevance-cases.ts'
import { label, searcherOf, type Wanted } from './searching.ts'

const database = await openShipped()
const searcher = searcherOf(database)

const wantedOf = (asked: string | Wanted): Wanted => (typeof asked === 'string' ? { query: asked } : asked)
const firstOf = async (asked: string | Wanted, count: number) =>
  (await searcher.first(wantedOf(asked), count)).map(label)

describe.each(Object.entries(CASES))('what quilters ask: %s', (_, text) => {
  it.each(parsed(text))('%j lists first %j', async (asked, first) => {
    expect(await firstOf(asked, first.length)).toEqual(first)
  })
})

describe('what quilters ask', () => {
  it.each(FILTERS)('[D18.1, D18.2, D18.3, D18.5, D18.6] %j lists first %j', async (asked, first) => {
    expect(await firstOf(asked, first.length)).toEqual(first)
  })

  it.each(EQUALS)('[D14.1, D14.2, D17.1, D17.3, D18.1] %j and %j give the same list', async (one, other) => {
    const found = await searcher.all(wantedOf(one))
    expect(found.length).toBeGreaterThan(0)
    expect(await searcher.all(wantedOf(other))).toEqual(found)
  })

  it.each(EMPTY)('[D16.8, D17.3, D18.4] %j finds nothing', async (asked) => {
    expect(await searcher.all(wantedOf(asked))).toEqual([])
  })
})

it('[D15.2] "kona" lists all of Kona Cotton before what is merely named so', async () => {
  const found = await searcher.all({ query: 'kona' })
  const isKona = found.map(({ collection }) => collection === 'Kona Cotton')
  expect(isKona.filter((kona) => kona)).toHaveLength(376)
  expect(isKona.lastIndexOf(true)).toBeLessThan(isKona.indexOf(false))
  expect(found.at(-1)).toMatchObject({ name: 'Kona Coffee', manufacturer: 'RJR Fabrics' })
})

it('[D14.7] a question is read up to its twelfth word', async () => {
  const twelve = 'red red red red red red red red red red red fox'
  expect(await searcher.all({ query: `${twelve} zebra` })).toEqual(await searcher.all({ query: twelve }))
})

it.each([{}, { query: 'moda' }])(
  '[D17.4] beside %j, a colour leaves out fabrics without one',
  async (wanted) => {
    const all = await searcher.all(wanted)
    const colored = all.filter(({ colorHex }) => colorHex !== undefined)
    const found = await searcher.all({ query: `${wanted.query ?? ''} #5F8A8B` })
    expect(all.length).toBeGreaterThan(colored.length)
    expect(found.map(({ id }) => id).sort()).toEqual(colored.map(({ id }) => id).sort())
  },
)
