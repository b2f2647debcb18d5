import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Sqlite from 'better-sqlite3'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { ROOT } from '../helpers/files.ts'

export const PEERS = join(ROOT, 'test/bench/peers')
const ROWS = 25

/** Once: does nothing if they are there. */
export function installPeers(): void {
  if (existsSync(join(PEERS, 'node_modules/minisearch'))) return
  const quiet = ['--no-workspaces', '--no-package-lock', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', ['install', '--prefix', PEERS, ...quiet], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the peers could not be installed')
}

/** An engine that answers with the ids of a page. */
export interface Engine {
  readonly name: string
  search(query: string): Promise<readonly string[]>
}

/** Tries the strictest options first, until something is found. */
const engine = <Options>(
  name: string,
  attempts: readonly Options[],
  find: (query: string, options: Options) => readonly string[] | Promise<readonly string[]>,
): Engine => ({
  name,
  async search(query) {
    for (const options of attempts) {
      const found = await find(query, options)
      if (found.length > 0) return found
    }
    return []
  },
})

const require = createRequire(join(PEERS, 'package.json'))
const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)

const FIELDS = ['name', 'collection', 'manufacturer', 'sku'] as const
const BOOST = { name: 3, collection: 2, sku: 2 }

/** FTS5 with bm25, the name weighing most: all words as beginnings, then any of them. */
function fts5(rows: readonly FabricRecord[]): Engine {
  const database = new Sqlite(':memory:')
  database.exec(
    `create virtual table fabrics using fts5(id unindexed, ${FIELDS.join(', ')}, prefix='2 3', tokenize="unicode61 remove_diacritics 2")`,
  )
  const insert = database.prepare('insert into fabrics values (?, ?, ?, ?, ?)')
  database.transaction(() => {
    for (const { id, name, collection, manufacturer, sku } of rows)
      insert.run(id, name, collection, manufacturer, sku ?? '')
  })()
  const statement = database
    .prepare<[string], string>(
      `select id from fabrics where fabrics match ? order by bm25(fabrics, 0, 3, 2, 1, 2), rowid limit ${ROWS}`,
    )
    .pluck()
  return engine('FTS5 + bm25', [' AND ', ' OR '], (query, operator) => {
    const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"*`)
    return words.length === 0 ? [] : statement.all(words.join(operator))
  })
}

/** MiniSearch with beginnings and misspellings: all words, then any of them. */
async function miniSearch(rows: readonly FabricRecord[]): Promise<Engine> {
  const { default: MiniSearch } = await load('minisearch')
  const index = new MiniSearch({ fields: [...FIELDS] })
  index.addAll(rows)
  const attempts = [{ combineWith: 'AND' }, { combineWith: 'AND', fuzzy: 0.2 }, { fuzzy: 0.2 }]
  return engine('MiniSearch', attempts, (query, options) => {
    const found: { id: string }[] = index.search(query, { boost: BOOST, prefix: true, ...options })
    return found.slice(0, ROWS).map(({ id }) => id)
  })
}

/** Orama with misspellings: all words, then any of them. */
async function orama(rows: readonly FabricRecord[]): Promise<Engine> {
  const { create, insertMultiple, search } = await load('@orama/orama')
  const schema = Object.fromEntries(['id', ...FIELDS].map((field) => [field, 'string']))
  const index = create({ schema })
  const entries = rows.map(({ id, name, collection, manufacturer, sku = '' }) => {
    return { id, name, collection, manufacturer, sku }
  })
  await insertMultiple(index, entries, 5_000)
  const attempts = [{ threshold: 0 }, { threshold: 0, tolerance: 1 }, { threshold: 1 }]
  return engine('Orama', attempts, async (term, options) => {
    const asked = { term, properties: [...FIELDS], boost: BOOST, limit: ROWS, ...options }
    const { hits } = await search(index, asked)
    return hits.map(({ id }: { id: string }) => id)
  })
}

export const ENGINES: Readonly<Record<string, (rows: readonly FabricRecord[]) => Engine | Promise<Engine>>> =
  {
    fts5,
    minisearch: miniSearch,
    orama,
  }
