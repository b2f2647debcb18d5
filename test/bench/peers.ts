import type Sqlite from 'better-sqlite3'
import { keepAlive } from '../../src/core/lifetime.ts'

const ROWS = 26

/** Answers a page of 25 and whether more follow. */
export type Peer = (search: PreparedSearch) => readonly unknown[]

/** A search as somebody would write it who knows the catalog. */
export interface PreparedSearch {
  readonly query: string
  /** The words that our page was found by: without those left out, misspelt ones corrected. */
  readonly words: readonly string[]
  /** Our page begins at this position, if it is not the first one. */
  readonly from: number
  /** Our page was found by texts inside of words. */
  readonly isInside: boolean
}

export type Peers = Readonly<Record<'LIKE' | 'bm25' | 'unranked', Peer>>

const beginnings = (words: readonly string[]) => words.map((word) => `"${word}" *`).join(' AND ')
const insides = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' AND ')

/** The usual ways to search the same rows, each as its manual shows it, with its statement prepared. */
export function peersOf(database: Sqlite.Database): Peers {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>()
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? keepAlive(database.prepare(sql))
    statements.set(sql, known)
    return known
  }
  const joined = 'select peer_fabrics.*, peer_lines.manufacturer, peer_lines.collection from'
  return {
    LIKE({ query }) {
      const words = query.split(' ')
      const each = '(name like ? or collection like ? or manufacturer like ?)'
      const sql = `${joined} peer_fabrics join peer_lines on peer_lines.id = peer_fabrics.line
        where ${words.map(() => each).join(' and ')} order by position limit ${ROWS}`
      return prepared(sql).all(...words.flatMap((word) => Array.from({ length: 3 }, () => `%${word}%`)))
    },
    bm25: ({ query }) =>
      prepared(`${joined} peer join peer_fabrics on peer_fabrics.position = peer.rowid join peer_lines on peer_lines.id = peer_fabrics.line
        where peer match ? order by bm25(peer), peer.rowid limit ${ROWS}`).all(beginnings(query.split(' '))),
    unranked({ words, from, isInside }) {
      const table = isInside ? 'peer_parts' : 'peer'
      const sql = `${joined} ${table} join peer_fabrics on peer_fabrics.position = ${table}.rowid
        join peer_lines on peer_lines.id = peer_fabrics.line
        where ${table} match ? and ${table}.rowid >= cast(? as integer) order by ${table}.rowid limit ${ROWS}`
      return prepared(sql).all((isInside ? insides : beginnings)(words), from)
    },
  }
}
