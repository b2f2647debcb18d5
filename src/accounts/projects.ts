import type { ItemKey, ProjectRecord, Projects } from '../core/repositories.ts'
import { fold } from '../core/text.ts'
import type { Database } from '../database/index.ts'
import { COUNTED_ROWS, nameMatches, newId, nextInstant, pageOf, totalOf } from './queries.ts'
import type { AccountsTables, ProjectsTable } from './tables.ts'

const toRecord = ({
  id,
  name,
  archived,
}: Pick<ProjectsTable, 'id' | 'name' | 'archived'>): ProjectRecord => ({
  id,
  name,
  archived: archived === 1,
})

/** §4.4, §4.5, D5, D22 */
export function createProjects({ kysely: db, now, write }: Database<AccountsTables>): Projects {
  const matching = (owner: string, query: string | undefined) => {
    const select = db
      .selectFrom('project_members as member')
      .innerJoin('projects as project', 'project.id', 'member.project_id')
      .where('member.user_id', '=', owner)
    if (query === undefined) return select
    return select.where((eb) => nameMatches(eb.ref('project.name'), eb.ref('project.folded_name'), query))
  }

  return {
    async list(owner, { query, limit, after }) {
      let select = matching(owner, query).select([
        'project.id',
        'project.name',
        'project.archived',
        'member.created_at',
      ])
      if (after !== undefined) {
        select = select.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('member.created_at', 'member.project_id'), '<', tuple(...after)),
        )
      }
      const rows = await select
        .orderBy('member.created_at', 'desc')
        .orderBy('member.project_id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = pageOf(rows, limit, (row): ItemKey => [row.created_at, row.id])
      return { items: page.items.map(toRecord), next: page.next }
    },

    async count(owner, { query }) {
      return totalOf(await matching(owner, query).select('project.id').limit(COUNTED_ROWS).execute())
    },

    async get(owner, id) {
      const row = await matching(owner, undefined)
        .select(['project.id', 'project.name', 'project.archived'])
        .where('project.id', '=', id)
        .executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },

    async create(owner, { name, description }) {
      const id = newId('projects')
      await write(async (transaction) => {
        const { created_at } = await transaction
          .insertInto('projects')
          .values(({ selectFrom }) => ({
            id,
            name,
            folded_name: fold(name),
            description: description || null,
            archived: 0,
            created_at: nextInstant(
              now,
              selectFrom('project_members')
                .select(({ fn }) => fn.max('created_at').as('latest'))
                .where('user_id', '=', owner),
            ),
          }))
          .returning('created_at')
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('project_members')
          .values({ user_id: owner, project_id: id, role: 'owner', created_at })
          .execute()
      })
      return id
    },
  }
}
