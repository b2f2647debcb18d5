import { sql } from 'kysely'
import { type AccountsModule, createAccounts, openAccountsDatabase } from '../../src/accounts/index.ts'
import type { Location } from '../../src/database/index.ts'

/** An application that keeps what it has in one of our databases, with what the kit needs to try all promises. */
export async function openApp(location: Location = { kind: 'sqlite', path: ':memory:' }) {
  const database = await openAccountsDatabase(location)
  const { kysely } = database
  const { projects, assets, close } = createAccounts(database)
  /** A row as an application may have it, with a `Date`. */
  const asTheirs = <Row extends { readonly createdAt: number }>(user: string, row: Row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    member: user,
    owner: user,
  })
  const asOurs = ({ after, ...request }: Parameters<AccountsModule['listProjects']>[1]) => ({
    ...request,
    after: after && ([after.createdAt, after.id] as const),
  })
  const app = {
    async listProjects(user, request) {
      const { items } = await projects.list(user, asOurs(request))
      return items.map((row) => asTheirs(user, row))
    },
    async getProject(user, id) {
      const row = await projects.get(user, id)
      return row && asTheirs(user, row)
    },
    createProject: projects.create,
    async listAssets(user, { resource, projectId, ...request }) {
      const { items } = await assets.list(user, { ...asOurs(request), resource, projectId })
      return items.map((row) => ({ ...asTheirs(user, row), layoutMode: null }))
    },
    async getAsset(user, resource, id) {
      const row = await assets.get(user, resource, id)
      return row === undefined ? null : { ...asTheirs(user, row), layoutMode: null }
    },
    async getDesign(user, resource, id) {
      return { owner: user, design: await assets.design(user, resource, id) }
    },
    createBlock: assets.createBlock,
    close,
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
