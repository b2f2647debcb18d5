import { type Kysely, sql } from 'kysely'
import type { CatalogDatabase } from '../../src/accounts/schema.ts'

const ROWS = 26

/** The usual ways to search the same rows, each as its manual shows it; a page of 25 and whether more follow. */
export const PEERS: Readonly<
  Record<string, (db: Kysely<CatalogDatabase>, query: string) => Promise<unknown>>
> = {
  async LIKE(db, query) {
    let select = db.selectFrom('fabrics').selectAll()
    for (const word of query.split(' ')) {
      const pattern = `%${word}%`
      select = select.where((eb) =>
        eb.or([
          eb('name', 'like', pattern),
          eb('collection', 'like', pattern),
          eb('manufacturer', 'like', pattern),
        ]),
      )
    }
    return select.orderBy('position').limit(ROWS).execute()
  },
  async bm25(db, query) {
    const match = query
      .split(' ')
      .map((word) => `"${word}" *`)
      .join(' AND ')
    return sql`
      select fabrics.* from peer join fabrics on fabrics.position = peer.rowid
      where peer match ${match} order by bm25(peer), peer.rowid limit ${ROWS}`.execute(db)
  },
}
