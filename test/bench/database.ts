import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { importFabrics, openCatalog, readFabrics } from '../../src/catalog/index.ts'
import { ROOT } from '../helpers/files.ts'
import { generatedFabrics } from './catalog.ts'

const FOLDER = join(ROOT, 'var/bench')

/** The shipped catalog, or one with so many generated fabrics. */
export type Size = 'shipped' | number

export const sizeOf = (written: string | undefined): Size =>
  written === 'shipped' ? written : Number(written)

export const databaseOf = (fabrics: Size): string => join(FOLDER, `bench-${fabrics}.db`)

/** Builds a catalog by an import, unless it is there, and adds the table of words that peers search. */
export async function buildDatabase(fabrics: Size): Promise<void> {
  if (existsSync(databaseOf(fabrics))) return
  mkdirSync(FOLDER, { recursive: true })
  const unfinished = join(FOLDER, `unfinished-${fabrics}.db`)
  for (const ending of ['', '-wal', '-shm']) rmSync(unfinished + ending, { force: true })
  const catalog = await openCatalog(unfinished)
  const rows =
    fabrics === 'shipped'
      ? readFabrics(readFileSync(join(ROOT, 'data/fabrics.csv'), 'utf8'))
      : generatedFabrics(fabrics)
  await importFabrics(catalog, [...rows])
  await catalog.close()
  const file = new Sqlite(unfinished)
  file.exec(`
    create table peer_lines (id integer primary key, manufacturer text, collection text);
    insert into peer_lines (manufacturer, collection)
    select distinct manufacturer, collection from catalog_fabrics order by manufacturer, collection;
    create table peer_fabrics (
      position integer primary key, id text, line integer, name text, sku text, color_hex text
    );
    insert into peer_fabrics
    select row_number() over (order by manufacturer, collection, name, catalog_fabrics.id), catalog_fabrics.id,
      peer_lines.id, name, sku, color_hex
    from catalog_fabrics join peer_lines using (manufacturer, collection);
    create view peer_words as
    select position, name, collection, manufacturer, replace(sku, '-', '') as sku
    from peer_fabrics join peer_lines on peer_lines.id = peer_fabrics.line;
    create virtual table peer using fts5(
      name, collection, manufacturer, sku, content='peer_words', content_rowid='position'
    );
    insert into peer(peer) values ('rebuild');
    pragma wal_checkpoint(truncate)`)
  file.close()
  renameSync(unfinished, databaseOf(fabrics))
}
