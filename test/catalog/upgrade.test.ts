import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Catalog, FORMAT, openCatalog } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/log.ts'
import { temporaryFolder } from '../helpers/files.ts'
import Sqlite from '../helpers/sqlite.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

/** More than are restored in one go. */
const IMPORTED = 5_100
const fabric = (name: string, colorHex?: string) => ({
  manufacturer: 'Own Maker',
  collection: 'Own Line',
  name,
  ...(colorHex === undefined ? {} : { colorHex }),
})

/** A catalog as release 1.0 made it: other tables, and full-text indexes that lean on each other. */
function catalogOfRelease1(path: string): void {
  const db = new Sqlite(path)
  db.exec(`
    create table fabrics (
      position integer primary key, id text not null unique, manufacturer text not null, collection text not null,
      name text not null, sku text, color_hex text, thumbnail_url text, shipped integer not null default 0);
    create virtual table fabric_search using fts5(
      tokens, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_.'");
    create virtual table fabric_terms using fts5vocab(fabric_search, row);
    create table fabric_words (
      id integer primary key, word text not null unique, reversed text not null, fabrics integer not null);
    create virtual table fabric_word_parts using fts5(
      word, content='fabric_words', content_rowid='id', tokenize='trigram case_sensitive 1');
    create table meta (key text primary key, value text not null);
    insert into meta values ('seed:fabrics', 'old')`)
  const add = db.prepare("insert into fabrics values (?, ?, ?, 'Own Line', ?, null, '#112233', null, ?)")
  db.exec('begin')
  for (let at = 1; at <= IMPORTED; at += 1) add.run(at, `old-${at}`, 'Own Maker', `Keepsake ${at}`, 0)
  add.run(IMPORTED + 1, 'shipped', 'House', 'Shipped', 1)
  db.exec('commit')
  db.close()
}

async function namesIn(catalog: Catalog): Promise<readonly string[]> {
  return catalog.reading(async (all) => [...all].map(({ name }) => name))
}

const find = async (catalog: Catalog, query: string) =>
  (
    await catalog.fabrics.search({
      query,
      manufacturer: undefined,
      collection: undefined,
      limit: 3,
      after: undefined,
    })
  ).items

it('[D3.2] fabrics that were imported into release 1.0 are there and found after the upgrade', async () => {
  const path = join(folder.path, 'first.db')
  catalogOfRelease1(path)
  const catalog = await openCatalog(path)
  // Both arrive while the old ones are restored; what is imported now is newer than what was kept.
  await catalog.importFabrics([[fabric('Shipped anew')]], { shipped: true })
  await catalog.importFabrics([[fabric(`Keepsake ${IMPORTED}`, '#ABCDEF')]])
  const names = new Set(await namesIn(catalog))
  expect(names.size).toBe(IMPORTED + 1)
  expect(names).toContain('Keepsake 1')
  expect(await find(catalog, 'keepsake 1234')).toMatchObject([{ name: 'Keepsake 1234', colorHex: '#112233' }])
  expect(await find(catalog, `keepsake ${IMPORTED}`)).toMatchObject([{ colorHex: '#ABCDEF' }])
  await catalog.close()
})

it('[D3.2] an upgrade that is interrupted, and one more upgrade behind it, lose no imported fabric', async () => {
  const path = join(folder.path, 'second.db')
  catalogOfRelease1(path)
  await (await openCatalog(path)).close()
  const halfway = await openCatalog(path)
  await halfway.importFabrics([[fabric('Meanwhile'), fabric('Keepsake 7', '#ABCDEF')]])
  await halfway.close()
  const db = new Sqlite(path)
  db.exec(`pragma user_version = ${FORMAT - 1}`)
  db.close()
  const catalog = await openCatalog(path)
  expect(new Set(await namesIn(catalog)).size).toBe(IMPORTED + 1)
  expect(await find(catalog, 'keepsake 7')).toMatchObject([
    { name: 'Keepsake 7', colorHex: '#ABCDEF' },
    {},
    {},
  ])
  expect(await find(catalog, 'meanwhile')).toHaveLength(1)
  await catalog.close()
  const after = new Sqlite(path)
  expect(after.prepare("select count(*) from sqlite_master where name like 'kept%'").pluck().get()).toBe(0)
  after.close()
})

it('[D3.2] imported fabrics that cannot be restored are kept, and the log says so; searches go on', async () => {
  const path = join(folder.path, 'third.db')
  const before = await openCatalog(path)
  await before.importFabrics([[fabric('Here')]])
  await before.close()
  const db = new Sqlite(path)
  db.exec('create table kept (manufacturer, collection, name, sku, color_hex, thumbnail_url)')
  db.exec("insert into kept values (null, 'Own Line', 'Without a maker', null, null, null)")
  const said: string[] = []
  const log = { ...SILENT, error: (_: object, message: string) => void said.push(message) }
  const catalog = await openCatalog(path, log)
  expect(await find(catalog, 'here')).toHaveLength(1)
  await expect(namesIn(catalog)).rejects.toThrow('NOT NULL')
  expect(said).toEqual([
    'the fabrics imported before the upgrade are not restored; the next start tries again',
  ])
  await catalog.close()
  expect(db.prepare('select count(*) from kept').pluck().get()).toBe(1)
  db.close()
})
