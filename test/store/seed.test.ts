import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FabricKey, FabricRecord } from '../../src/kit/repositories.ts'
import { seed } from '../../src/seed/seed.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { openDatabase, pagesOf, SHIPPED_DATA, type TestDatabase } from './databases.ts'

let database: TestDatabase
let data: { path: string; remove: () => void }
beforeEach(async () => {
  database = await openDatabase()
  data = temporaryFolder()
  cpSync(SHIPPED_DATA, data.path, { recursive: true })
})
afterEach(async () => {
  await database.close()
  data.remove()
})

/** Seeds from the copy of the data; answers which parts were loaded, and which failed. */
async function seedCopy(demo = true) {
  const loaded: unknown[] = []
  const failed: unknown[] = []
  const partOf = (fields: object) => ('part' in fields ? fields.part : undefined)
  await seed(database.db, {
    directory: data.path,
    demo,
    log: {
      info: (fields) => loaded.push(partOf(fields)),
      warn: () => {},
      error: (fields) => failed.push(partOf(fields)),
    },
  })
  return { loaded, failed }
}

const TABLES = [
  'meta',
  'fabrics',
  'fabric_collections',
  'supplies',
  'projects',
  'project_members',
  'assets',
  'designs',
]

async function contents(): Promise<unknown[]> {
  return Promise.all(
    TABLES.map(
      async (table) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(database.db)).rows,
    ),
  )
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(data.path, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${file} is unchanged`)
  writeFileSync(path, after)
}

async function fabrics(): Promise<Map<string, FabricRecord>> {
  const pages = await pagesOf((after: FabricKey | undefined) =>
    database.store.fabrics.search({
      query: undefined,
      manufacturer: undefined,
      collection: undefined,
      limit: 500,
      after,
    }),
  )
  return new Map(
    pages.flat().map((fabric) => [`${fabric.collection}/${fabric.name}/${fabric.sku ?? ''}`, fabric]),
  )
}

describe('a second time', () => {
  it('loads nothing, and leaves every row as it is', async () => {
    expect(await seedCopy()).toEqual({ loaded: ['fabrics', 'supplies', 'demo'], failed: [] })
    const before = await contents()
    expect(await seedCopy()).toEqual({ loaded: [], failed: [] })
    expect(await contents()).toEqual(before)
  })

  it('[D3] gives every fabric the id that it had in another database', async () => {
    await seedCopy()
    const first = await fabrics()
    const other = await openDatabase()
    try {
      await seed(other.db, {
        directory: SHIPPED_DATA,
        demo: false,
        log: { info() {}, warn() {}, error() {} },
      })
      const { rows } = await sql<{ id: string }>`select id from fabrics order by id`.execute(other.db)
      expect(rows.map(({ id }) => id)).toEqual([...first.values()].map(({ id }) => id).sort())
    } finally {
      await other.close()
    }
  })
})

describe('a changed data file', () => {
  it('[D3] adds, changes and removes fabrics; the others keep their ids', async () => {
    await seedCopy()
    const before = await fabrics()
    edit('fabrics.csv', (csv) =>
      csv
        .replace(/^Robert Kaufman,Kona Cotton,Mustard,K001-1240,.*\n/m, '')
        .replace(/^(Andover Fabrics,Century Solids,Almond,,)#EEDDB2/m, '$1#010203')
        .concat('Zzz Fabrics,Last Line,Quokka,Q-1,#0A0B0C,\n'),
    )
    expect(await seedCopy()).toEqual({ loaded: ['fabrics'], failed: [] })
    const after = await fabrics()

    expect(after.size).toBe(before.size)
    expect(after.has('Kona Cotton/Mustard/K001-1240')).toBe(false)
    expect(after.get('Last Line/Quokka/Q-1')).toMatchObject({
      manufacturer: 'Zzz Fabrics',
      colorHex: '#0A0B0C',
    })
    expect(after.get('Century Solids/Almond/')).toMatchObject({ colorHex: '#010203' })
    for (const [name, { id }] of before) {
      if (name !== 'Kona Cotton/Mustard/K001-1240') expect(after.get(name)?.id).toBe(id)
    }
  })

  it('[§4.2.match] is what search finds from then on', async () => {
    await seedCopy()
    edit('fabrics.csv', (csv) => csv.replaceAll(',Kona Cotton,Mustard,', ',Kona Cotton,Quokka,'))
    await seedCopy()
    const search = async (query: string) => {
      const filter = { manufacturer: undefined, collection: undefined, limit: 25, after: undefined }
      return (await database.store.fabrics.search({ ...filter, query })).items.map(({ name }) => name)
    }
    expect(await search('kona quokka')).toEqual(['Quokka'])
    expect(await search('kona mustard')).toEqual([])
  })

  it('replaces the guides', async () => {
    await seedCopy()
    edit('supplies/rulers.json', (json) => json.replace('"6 x 24 in"', '"Six by twenty-four"'))
    expect(await seedCopy()).toEqual({ loaded: ['supplies'], failed: [] })
    const { items, totalMatching } = await database.store.supplies.browse({
      category: 'rulers',
      query: undefined,
      limit: 25,
    })
    expect(totalMatching).toBe(18)
    expect(items[0]).toMatchObject({ slug: '6x24', name: 'Six by twenty-four' })
  })
})

describe('a broken data file', () => {
  const breakages: [string, string, () => void][] = [
    ['fabrics', 'a missing file', () => rmSync(join(data.path, 'fabrics.csv'))],
    ['fabrics', 'a colour that is none', () => edit('fabrics.csv', (csv) => csv.replace('#EEDDB2', 'beige'))],
    ['fabrics', 'a row without name', () => edit('fabrics.csv', (csv) => csv.replace(',Almond,', ',,'))],
    ['fabrics', 'a row too short', () => edit('fabrics.csv', (csv) => `${csv}Moda Fabrics,Bella\n`)],
    ['fabrics', 'an unclosed quote', () => edit('fabrics.csv', (csv) => `${csv}"Moda`)],
    ['fabrics', 'no header', () => edit('fabrics.csv', (csv) => csv.slice(csv.indexOf('\n') + 1))],
    ['supplies', 'a missing category', () => rmSync(join(data.path, 'supplies/rulers.json'))],
    ['supplies', 'no JSON', () => edit('supplies/rulers.json', (json) => json.slice(0, -3))],
    [
      'supplies',
      'an unknown category',
      () => edit('supplies/rulers.json', (json) => json.replace('rulers', 'cats')),
    ],
    [
      'supplies',
      'a slug twice',
      () => edit('supplies/rulers.json', (json) => json.replace('8-5x24', '6x24')),
    ],
    ['demo', 'no JSON', () => edit('demo.ndjson', (lines) => `${lines}{"type":`)],
    [
      'demo',
      'an item in no project',
      () => edit('demo.ndjson', (lines) => lines.replaceAll('"projectId":"prj_', '"projectId":"x_')),
    ],
  ]

  it.each(breakages)('%s: %s: what was loaded stays', async (part, _, destroy) => {
    await seedCopy()
    const before = await contents()
    destroy()
    expect(await seedCopy()).toEqual({ loaded: [], failed: [part] })
    expect(await contents()).toEqual(before)
  })
})

it('loads the demo account only when asked to', async () => {
  expect(await seedCopy(false)).toEqual({ loaded: ['fabrics', 'supplies'], failed: [] })
  const rows = await database.db.selectFrom('assets').select('id').execute()
  expect(rows).toEqual([])
})
