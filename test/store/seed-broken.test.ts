import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentsOf, copyData, seedFrom } from './data-copy.ts'
import { openShipped, type TestDatabase } from './databases.ts'

let database: TestDatabase
let before: unknown[]
beforeAll(async () => {
  database = await openShipped()
  before = await contentsOf(database)
})
afterAll(() => database.close())

let data: ReturnType<typeof copyData>
beforeEach(() => {
  data = copyData()
})
afterEach(() => data.remove())

describe('a broken data file', () => {
  const breakages: [string, string, () => void][] = [
    ['fabrics', 'a missing file', () => data.delete('fabrics.csv')],
    ['fabrics', 'a colour that is none', () => data.edit('fabrics.csv', (csv) => csv.replace('#EEDDB2', 'beige')],
    ['fabrics', 'a row without name', () => data.edit('fabrics.csv', (csv) => csv.replace(',Almond,', ',,')],
    ['fabrics', 'a row too short', () => data.edit('fabrics.csv', (csv) => `$csvModa Fabrics,Bella\n`)],
    ['fabrics', 'an unclosed quote', () => data.edit('fabrics.csv', (csv) => `$csv"Moda`)],
    ['fabrics', 'no header', () => data.edit('fabrics.csv', (csv) => csv.slice(csv.indexOf('\n') + 1))],
    ['supplies', 'a missing category', () => data.delete('supplies/rulers.json')],
    ['supplies', 'no JSON', () => data.edit('supplies/rulers.json', (json) => json.slice(0, -3))],
    [
      'supplies',
      'an unknown category',
      () => data.edit('supplies/rulers.json', (json) => json.replace('rulers', 'cats')),
    ],
    [
      'supplies',
      'a slug twice',
      () => data.edit('supplies/rulers.json', (json) => json.replace('8-5x24', '6x24')),
    ],
    ['demo', 'no JSON', () => data.edit('demo.ndjson', (lines) => `$lines"type":`)],
    [
      'demo',
      'an item in no project',
      () => data.edit('demo.ndjson', (lines) => lines.replaceAll('"projectId":"prj_', '"projectId":"x_')),
    ],
  ]

  it.each(breakages)('%s: %s: what was loaded stays', async (part, _, destroy) => {
    destroy()
    expect(await seedFrom(data.path, database)).toEqual({ loaded: [], failed: [part] })
    expect(await contentsOf(database)).toEqual(before)
  })
})
