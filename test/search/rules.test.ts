import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SHIPPED_DATA } from '../accounts/databases.ts'
import { createOracle } from './oracle.ts'
import { COLORS, EMPTY, EQUALS, FILTERS, LEVELS, PALETTES } from './relevance-cases.ts'
import { label, type Wanted } from './searching.ts'

const rows = z
  .array(z.record(z.string(), z.string()))
  .parse(parse(readFileSync(`${SHIPPED_DATA}/fabrics.csv`), { columns: true }))
const oracle = createOracle(
  rows.map(({ manufacturer = '', collection = '', name = '', sku, colorHex }) => ({
    id: `${manufacturer} ${collection} ${name} ${sku}`,
    manufacturer,
    collection,
    name,
    sku: sku || undefined,
    colorHex: colorHex || undefined,
    thumbnailUrl: undefined,
  })),
)
const wantedOf = (asked: string | Wanted): Wanted => (typeof asked === 'string' ? { query: asked } : asked)
const firstOf = (asked: string | Wanted, count: number) =>
  oracle(wantedOf(asked)).fabrics.slice(0, count).map(label)

/** The cases say what quilters expect, the oracle what the decisions say: here both must agree. */
describe('the rules answer as quilters expect', () => {
  for (const [level, title, cases] of LEVELS) {
    it.each(cases)(`${title}: %j`, (asked, first) => {
      const found = oracle(wantedOf(asked))
      expect([found.level, ...found.fabrics.slice(0, first.length).map(label)]).toEqual([level, ...first])
    })
  }

  it.each([...COLORS, ...PALETTES, ...FILTERS])('%j', (asked, first) => {
    expect(firstOf(asked, first.length)).toEqual(first)
  })

  it.each(EQUALS)('%j and %j are equal', (one, other) => {
    const found = oracle(wantedOf(one)).fabrics
    expect(found.length).toBeGreaterThan(0)
    expect(oracle(wantedOf(other)).fabrics).toEqual(found)
  })

  it.each(EMPTY)('%j finds nothing', (asked) => {
    expect(oracle(wantedOf(asked)).fabrics).toEqual([])
  })
})
