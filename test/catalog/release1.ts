import Sqlite from 'better-sqlite3'

/** A catalog as release 1.0 made it: other tables, and full-text indexes that lean on each other. */
export function catalogOfRelease1(path: string, imported: number): void {
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
  for (let at = 1; at <= imported; at += 1) add.run(at, `old-${at}`, 'Own Maker', `Keepsake ${at}`, 0)
  add.run(imported + 1, 'shipped', 'House', 'Shipped', 1)
  db.exec('commit')
  db.close()
}

/** A catalog as the last release before rows made it: lines apart, word lists and packed colours. */
export function catalogOfLines(path: string, imported: number): void {
  const db = new Sqlite(path)
  db.exec(`
    create table meta (key text primary key, value text not null) without rowid;
    create table lines (
      id integer primary key, manufacturer text not null, collection text not null, fabrics integer not null default 0,
      unique (manufacturer, collection));
    create table fabrics (
      position integer primary key, id text not null unique, line integer not null, name text not null, sku text,
      color_hex text, thumbnail_url text, shipped integer not null default 0);
    create unique index fabrics_order on fabrics (line, name, id);
    create virtual table features using fts5(
      tokens, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_.'");
    create table words (id integer primary key, word text not null unique, fabrics integer not null);
    create virtual table word_parts using fts5(
      word, content='words', content_rowid='id', tokenize='trigram case_sensitive 1');
    create table supplies (category text not null, position integer not null, primary key (category, position));
    insert into lines values (1, 'Own Maker', 'Own Line', 1);
    insert into meta values ('version', 'A1B2');
    pragma user_version = 7`)
  const add = db.prepare("insert into fabrics values (?, ?, 1, ?, null, '#112233', null, 0)")
  for (let at = 1; at <= imported; at += 1) add.run(64 * at, `old-${at}`, `Keepsake ${at}`)
  db.close()
}
