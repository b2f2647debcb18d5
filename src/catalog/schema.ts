import type { Connection } from './database.ts'

/** Raise it when the schema or what is derived from a fabric changes. Catalogs of another format are rebuilt. */
export const FORMAT = 7

const TABLES = `
  create table meta (key text primary key, value text not null) without rowid;

  -- A line is a collection of a maker.
  create table lines (
    id integer primary key, manufacturer text not null, collection text not null, fabrics integer not null default 0,
    unique (manufacturer, collection)
  );
  -- Positions follow the order of D5, with gaps, so that one more fabric moves few others.
  create table fabrics (
    position integer primary key, id text not null unique, line integer not null, name text not null, sku text,
    color_hex text, thumbnail_url text, shipped integer not null default 0
  );
  create unique index fabrics_order on fabrics (line, name, id);

  -- What is indexed is folded already: punctuation left in it is that of the tokens (tokens.ts).
  create virtual table features using fts5(
    tokens, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_.'"
  );
  -- The words of all names and lines, to correct misspelt ones.
  create table words (
    id integer primary key, word text not null unique, fabrics integer not null
  );
  -- Which of them have a text inside.
  create virtual table word_parts using fts5(
    word, content='words', content_rowid='id', tokenize='trigram case_sensitive 1'
  );
  -- The fabrics of each cell of the colour space, packed (colors.ts).
  create table colors (cell integer primary key, entries blob not null);
  -- Lists the cells without their fabrics, which take a hundred times as much.
  create index colors_cells on colors (cell);

  create table supplies (
    category text not null, position integer not null, slug text not null, name text not null, summary text not null,
    best_for text, price_range text, retailers text not null, primary key (category, position), unique (category, slug)
  ) without rowid;
`

export const isNewest = (db: Connection): boolean => db.value('pragma user_version') === FORMAT

export const hasTable = (db: Connection, name: string): boolean =>
  db.value("select 1 from sqlite_master where type = 'table' and name = ?", name) === 1

/** Keeps the imported fabrics, newest first: those still waiting from the last upgrade come after them. */
function keepImported(db: Connection): void {
  const names = hasTable(db, 'lines') ? 'fabrics join lines on lines.id = fabrics.line' : 'fabrics'
  const isPending = hasTable(db, 'kept')
  if (isPending) db.exec('alter table kept rename to kept_before')
  db.exec(`create table kept as
    select manufacturer, collection, name, sku, color_hex, thumbnail_url from ${names} where shipped = 0
    ${isPending ? 'union all select * from kept_before' : ''}`)
}

/**
 * Makes the schema, and replaces one of another format. The imported fabrics go into the table `kept` and are
 * imported again (kept.ts); those of the shipped file are loaded anyway.
 */
export function createSchema(db: Connection): void {
  if (isNewest(db)) return
  if (hasTable(db, 'fabrics')) keepImported(db)
  // Virtual tables first: dropping one drops its shadow tables.
  for (const type of ['virtual', 'other']) {
    const names = db.values<string>(
      `select name from sqlite_master where type = 'table' and name not in ('kept', 'sqlite_sequence', 'sqlite_stat1')
       and (sql like 'create virtual%') = ?`,
      type === 'virtual' ? 1 : 0,
    )
    for (const name of names) db.exec(`drop table if exists "${name}"`)
  }
  db.exec(`${TABLES}; pragma user_version = ${FORMAT}`)
}
