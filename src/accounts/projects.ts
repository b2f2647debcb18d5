import type { ItemKey, Projects } from '../core/repositories.ts'
import { fold } from '../core/text.ts'
import { nextInstant } from './clock.ts'
import type { Database } from './database.ts'
import { newId } from './identifiers.ts'
import { nameMatches } from './names.ts'
import { COUNTED_ROWS, pageOf, totalOf } from './paging.ts'

/** §4.4, §4.5, D5, D22 */
export function createProjects({ kysely: db, now, writeTogether }: Database): Projects {
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
      return {
        items: page.items.map(({ id, name, archived }) => ({ id, name, archived: archived === 1 })),
        next: page.next,
      }
    },

    async count(owner, { query }) {
      return totalOf(await matching(owner, query).select('project.id').limit(COUNTED_ROWS).execute())
    },

    async has(owner, id) {
      const row = await matching(owner, undefined)
        .select('project.id')
        .where('project.id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },

    async create(owner, { name, description }) {
      const id = newId('projects')
      await writeTogether(async (transaction) => {
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
