import { sql } from 'kysely'
import { type AccountsModule, builtInModule, openAccountsDatabase } from '../../src/accounts/index.ts'
import type { Location } from '../../src/database/index.ts'

/** A row as an application may have it, with a `Date`. */
const asTheirs = <Row extends { readonly createdAt: number }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt),
})

/** An application that keeps what it has in one of our databases, with what the kit needs to try all promises. */
export async function openApp(location: Location = { kind: 'sqlite', path: ':memory:' }) {
  const { kysely, ...database } = await openAccountsDatabase(location)
  const own = builtInModule({ kysely, ...database })
  const app = {
    ...own,
    listProjects: async (userId, request) => (await own.listProjects(userId, request)).map(asTheirs),
    listAssets: async (userId, request) => (await own.listAssets(userId, request)).map(asTheirs),
    async getAsset(userId, resource, id) {
      const row = await own.getAsset(userId, resource, id)
      return row === undefined ? null : asTheirs(row)
    },
    close: database.close,
  } satisfies AccountsModule
  const forTests = {
    users: ['ann', 'bob'] satisfies [string, string],
    join: (projectId: string, userId: string) =>
      sql`insert into project_members values (${userId}, ${projectId}, 'member',
        (select created_at from projects where id = ${projectId}))`.execute(kysely),
    archive: (kind: string, id: string) =>
      sql`update ${sql.table(kind === 'projects' ? kind : 'assets')} set archived = 1 where id = ${id}`.execute(
        kysely,
      ),
  }
  return { app, forTests }
}

const { app, forTests } = await openApp()
export default app
export { forTests }
