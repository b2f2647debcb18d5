import { fold } from '../core/text.ts'
import type { Database } from '../database/index.ts'
import type { AccountsModule } from './module.ts'
import { nameMatches, newId, nextInstant } from './queries.ts'
import type { AccountsTables } from './tables.ts'

/** Projects as `AccountsModule` has them. §4.4, §4.5, D5, D22 */
export function createProjects({ kysely: db, now, write }: Database<AccountsTables>) {
  const rowsOf = (userId: string) =>
    db
      .selectFrom('project_members as member')
      .innerJoin('projects as project', 'project.id', 'member.project_id')
      .where('member.user_id', '=', userId)
      .select([
        'project.id',
        'project.name',
        'project.archived',
        'member.user_id as member',
        'member.created_at as createdAt',
      ])
  const isArchived = <Row extends { archived: 0 | 1 }>(row: Row) => ({ ...row, archived: row.archived === 1 })

  return {
    async listProjects(userId, { query, limit, after }) {
      let select = rowsOf(userId)
      if (query !== undefined)
        select = select.where((eb) =>
          nameMatches(eb.ref('project.name'), eb.ref('project.folded_name'), query),
        )
      if (after !== undefined)
        select = select.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('member.created_at', 'member.project_id'), '<', tuple(after.createdAt, after.id)),
        )
      const rows = await select
        .orderBy('member.created_at', 'desc')
        .orderBy('member.project_id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(isArchived)
    },

    async getProject(userId, id) {
      const row = await rowsOf(userId).where('project.id', '=', id).executeTakeFirst()
      return row && isArchived(row)
    },

    async createProject(userId, { name, description }) {
      const id = newId('prj')
      await write(async (transaction) => {
        const { created_at } = await transaction
          .insertInto('projects')
          .values(({ selectFrom }) => ({
            id,
            name,
            folded_name: fold(name),
            description: description || null,
            archived: 0,
            imported: 0,
            created_at: nextInstant(
              now,
              selectFrom('project_members')
                .select(({ fn }) => fn.max('created_at').as('latest'))
                .where('user_id', '=', userId),
            ),
          }))
          .returning('created_at')
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('project_members')
          .values({ user_id: userId, project_id: id, role: 'owner', created_at })
          .execute()
      })
      return id
    },
  } satisfies Partial<AccountsModule>
}
