import { describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { openShipped } from '../accounts/databases.ts'
import { searcherOf } from './searching.ts'

const MOST_CHARACTERS = 100

const database = await openShipped()
const searcher = searcherOf(database)
const fabrics = await searcher.all({}, 5_000)

const printed = ({ manufacturer, collection, name }: FabricRecord) =>
  `${manufacturer} / ${collection} / ${name}`

/** The fabrics that a search of their own does not list first. */
async function missed(
  queryOf: (fabric: FabricRecord) => string,
  is: (found: FabricRecord, fabric: FabricRecord) => boolean,
  among = fabrics,
): Promise<string[]> {
  const all: string[] = []
  for (const fabric of among) {
    const query = queryOf(fabric)
    if ([...query].length > MOST_CHARACTERS) continue
    const [found] = await searcher.first({ query }, 1)
    if (found === undefined || !is(found, fabric)) all.push(`${query} → ${found && printed(found)}`)
  }
  return all
}

const isNamedSo = (found: FabricRecord, fabric: FabricRecord) => printed(found) === printed(fabric)
const hasSku = (found: FabricRecord, fabric: FabricRecord) => found.sku === fabric.sku

describe('[D15.1, D15.2, D15.3, D15.4, D15.5, D16.9] every fabric is found first', () => {
  it('by line and name', async () => {
    const queryOf = ({ collection, name }: FabricRecord) => `${collection} ${name}`
    expect(await missed(queryOf, isNamedSo)).toEqual([])
  })

  const withSku = fabrics.filter(({ sku }) => sku !== undefined)

  it.each<[string, (sku: string) => string]>([
    ['as it is printed', (sku) => sku],
    ['without separators', (sku) => sku.replace(/[^\p{L}\p{N}]/gu, '')],
    ['in lower case with spaces', (sku) => sku.toLowerCase().replaceAll('-', ' ')],
  ])('by its SKU %s', async (_, spell) => {
    expect(await missed(({ sku = '' }) => spell(sku), hasSku, withSku)).toEqual([])
  })

  it('[D16.10] by line and the last part of its SKU', async () => {
    const partOf = (sku = '') => /(?<=[^\p{L}\p{N}])\d+$/u.exec(sku)?.[0] ?? ''
    const numbered = fabrics.filter(({ sku }) => partOf(sku) !== '')
    expect(numbered.length).toBeGreaterThan(1_000)
    expect(await missed(({ collection, sku }) => `${collection} ${partOf(sku)}`, hasSku, numbered)).toEqual(
      [],
    )
  })

  it('by line and SKU', async () => {
    expect(await missed(({ collection, sku }) => `${collection} ${sku}`, hasSku, withSku)).toEqual([])
  })
})
