import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogRows, openDatabase, openShipped, type TestDatabase } from '../accounts/databases.ts'
import { block, exportText, importText, ndjson, OUTLINE } from './transferring.ts'

let from: TestDatabase
let into: TestDatabase
beforeEach(async () => {
  from = await openShipped()
  into = await openDatabase()
})
afterEach(async () => {
  await from.close()
  await into.close()
})

const AWKWARD = [
  'A, Inc.',
  '6" strip',
  '"quoted"',
  'two\nlines',
  'Piña — Colada 🍍',
  "O'Neill",
  'a,b\r\nc',
  'line\u2028separator',
  '=1+1',
  '{brace',
  '#',
]

describe('export, import into an empty database, export', () => {
  it.each(['csv', 'ndjson'] as const)('of fabrics as %s is the same, byte for byte', async (format) => {
    const rows = AWKWARD.map((name, index) => ({
      manufacturer: name,
      collection: name,
      name,
      sku: `${index}`,
    }))
    await importText(from, 'fabrics', ndjson(rows))
    const text = await exportText(from, 'fabrics', format)
    expect(await importText(into, 'fabrics', text)).toMatchObject({ bad: 0, added: 2942 + AWKWARD.length })
    expect(await exportText(into, 'fabrics', format)).toBe(text)
    const ids = ({ path }: TestDatabase) => catalogRows(path, 'select id from catalog_fabrics order by id')
    expect(await ids(into)).toEqual(await ids(from))
  })

  it('of items is the same, byte for byte', async () => {
    const rows = AWKWARD.map((name, index) => {
      const geometry = { ...OUTLINE, [name]: [1, null, name] }
      return block(`blk_awkward${index}`, { name, description: name, tags: [name], geometry })
    })
    expect(await importText(from, 'items', ndjson(rows))).toMatchObject({ bad: 0, added: AWKWARD.length })
    const text = await exportText(from, 'items')
    expect(text.split('\n').length).toBeGreaterThan(60)
    expect(await importText(into, 'items', text)).toMatchObject({ bad: 0, updated: 0, isDone: true })
    expect(await exportText(into, 'items')).toBe(text)
  })
})
