import { isDeepStrictEqual } from 'node:util'
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
  const editFabrics = (change: (csv: string) => string) => () => data.edit('fabrics.csv', change)
  const editRulers = (change: (json: string) => string) => () => data.edit('supplies/rulers.json', change)
  const editDemo = (change: (lines: string) => string) => () => data.edit('demo.ndjson', change)

  const breakages: [string, string, () => void][] = [
    ['fabrics', 'a missing file', () => data.delete('fabrics.csv')],
    ['fabrics', 'a colour that is none', editFabrics((csv) => csv.replace('#EEDDB2', 'beige'))],
    ['fabrics', 'a row without name', editFabrics((csv) => csv.replace(',Almond,', ',,'))],
    ['fabrics', 'a row too short', editFabrics((csv) => `${csv}Moda Fabrics,Bella\n`)],
    ['fabrics', 'an unclosed quote', editFabrics((csv) => `${csv}"Moda`)],
    ['fabrics', 'no header', editFabrics((csv) => csv.slice(csv.indexOf('\n') + 1))],
    ['supplies', 'a missing category', () => data.delete('supplies/rulers.json')],
    ['supplies', 'no JSON', editRulers((json) => json.slice(0, -3))],
    ['supplies', 'an unknown category', editRulers((json) => json.replace('rulers', 'cats'))],
    ['supplies', 'a slug twice', editRulers((json) => json.replace('8-5x24', '6x24'))],
    ['demo', 'no JSON', editDemo((lines) => `${lines}{"type":`)],
    [
      'demo',
      'an unknown project',
      editDemo((lines) => lines.replaceAll('"projectId":"prj_', '"projectId":"x_')),
    ],
  ]

  it.each(breakages)('%s: %s: what was loaded stays', async (part, _, destroy) => {
    destroy()
    expect(await seedFrom(data.path, database)).toEqual({ loaded: [], failed: [part] })
    // Of thousands of rows nobody would read the differences.
    expect(isDeepStrictEqual(await contentsOf(database), before)).toBe(true)
  })
})
