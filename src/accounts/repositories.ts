import { randomBytes } from 'node:crypto'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type {
  AssetFilter,
  AssetResource,
  Assets,
  ItemKey,
  ListPage,
  PageRequest,
  Projects,
} from '../core/rooms.ts'
import { foldWords } from '../core/text.ts'
import type { Availability, Database, Statements } from '../database/index.ts'
import { type AccountsTables, columnsOfAsset, columnsOfProject, toAsset } from './tables.ts'

/** 128 random bits (D3). */
export const newId = (prefix: 'prj' | 'blk'): string => `${prefix}_${randomBytes(16).toString('base64url')}`

/**
 * Now by the database's clock, but always after the owner's latest row in `known`. So "newest first" (D5) also holds
 * within a millisecond and when the clock is set back.
 */
function nextInstant<Tables, From extends keyof Tables>(
  now: Expression<number>,
  known: SelectQueryBuilder<Tables, From, object>,
) {
  const latest = known.select(sql`max(created_at)`.as('latest'))
  return sql<number>`coalesce((select case when latest >= ${now} then latest + 1 end from (${latest}) as known), ${now})`
}

/**
 * Names with every word of a query; punctuation alone is searched as typed. Databases differ in whether `LIKE` is
 * case-sensitive, but folded text and punctuation have no case.
 */
function named<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
  query: string | undefined,
) {
  if (query === undefined) return rows
  const words = foldWords(query)
  const [column, parts] = words.length === 0 ? ['name', [query]] : ['folded_name', words]
  const conditions = parts.map((part) => {
    const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
    return sql`${sql.ref(column)} like ${pattern} escape '\\'`
  })
  return rows.where(sql<SqlBool>`(${sql.join(conditions, sql` and `)})`)
}

/** Of rows that were read with one more than the page has: that one tells whether there is a next page. */
export function pageOf<Row extends { readonly createdAt: number; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): ListPage<Row, ItemKey> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? [last.createdAt, last.id] : null }
}

/** Newest first (D5), by the two columns of an index, and one row more than the page has. */
function listed<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
  { limit, after }: PageRequest<ItemKey>,
  ...columns: readonly [createdAt: string, id: string]
): Promise<Row[]> {
  const [createdAt, id] = columns.map((column) => sql.ref(column))
  const comesAfter = after && sql<SqlBool>`(${createdAt}, ${id}) < (${after[0]}, ${after[1]})`
  return (comesAfter === undefined ? rows : rows.where(comesAfter))
    .orderBy(sql`${createdAt} desc, ${id} desc`)
    .limit(limit + 1)
    .execute()
}

const toProject = <Row extends { archived: 0 | 1 }>(row: Row) => ({ ...row, archived: row.archived === 1 })

/** Of all that agents create. The database sets the time. */
const NEW = { archived: false, imported: false, createdAt: 0 } as const

/** What tools see of accounts in one of our own databases (§4.4–§4.10, D5, D10, D22). */
export function createRepositories(
  { kysely: db, now, write }: Database<AccountsTables>,
  { call }: Availability,
) {
  const create = (insert: Statements<AccountsTables, void>) => call(() => write(insert), true)
  const projectsOf = (owner: string) =>
    db
      .selectFrom('project_members as member')
      .innerJoin('projects as project', 'project.id', 'member.project_id')
      .where('member.user_id', '=', owner)
      .select(['project.id', 'project.name', 'project.archived', 'member.created_at as createdAt'])
  const assetsOf = (owner: string, resource: AssetResource) =>
    db.selectFrom('assets').selectAll().where('owner_id', '=', owner).where('resource', '=', resource)
  /** In a project, only while the owner belongs to it. */
  function matching(owner: string, { resource, projectId, query }: AssetFilter) {
    const found = named(assetsOf(owner, resource), query)
    if (projectId === undefined) return found
    const membership = db
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', projectId)
      .where('user_id', '=', owner)
    return found.where('project_id', '=', projectId).where(({ exists }) => exists(membership))
  }
  async function counted<Tables, From extends keyof Tables>(
    rows: SelectQueryBuilder<Tables, From, object>,
    most: number,
  ) {
    const first = rows.clearSelect().select(sql`1`.as('one')).limit(most)
    const counting = db.selectFrom(first.as('first')).select(({ fn }) => fn.countAll<number>().as('total'))
    return (await call(() => counting.executeTakeFirstOrThrow())).total
  }

  const projects: Projects = {
    async list(owner, { query, ...page }) {
      const wanted = named(projectsOf(owner), query)
      const rows = await call(() => listed(wanted, page, 'member.created_at', 'member.project_id'))
      return pageOf(rows.map(toProject), page.limit)
    },

    count: (owner, query, most) => counted(named(projectsOf(owner), query), most),

    async get(owner, id) {
      const row = await call(() => projectsOf(owner).where('project.id', '=', id).executeTakeFirst())
      return row && toProject(row)
    },

    async create(owner, { name, description }) {
      const id = newId('prj')
      const more = { name, description: description || undefined }
      const project = columnsOfProject({ ...NEW, ...more, type: 'project', id, owner })
      const known = db.selectFrom('project_members').where('user_id', '=', owner)
      await create(async (transaction) => {
        const { created_at } = await transaction
          .insertInto('projects')
          .values({ ...project, created_at: nextInstant(now, known) })
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

  const assets: Assets = {
    async list(owner, { limit, after, ...filter }) {
      const rows = await call(() => listed(matching(owner, filter), { limit, after }, 'created_at', 'id'))
      return pageOf(rows.map(toAsset), limit)
    },

    count: (owner, filter, most) => counted(matching(owner, filter), most),

    async get(owner, resource, id) {
      const row = await call(() => assetsOf(owner, resource).where('id', '=', id).executeTakeFirst())
      return row && toAsset(row)
    },

    async design(owner, resource, id) {
      const designs = db
        .selectFrom('designs')
        .innerJoin('assets', 'assets.id', 'designs.asset_id')
        .select('designs.design')
        .where('assets.owner_id', '=', owner)
        .where('assets.resource', '=', resource)
        .where('assets.id', '=', id)
      return (await call(() => designs.executeTakeFirst()))?.design
    },

    async createBlock(owner, { name, width, height }) {
      const id = newId('blk')
      const size = { width, height, shapeCount: 0 }
      const block = columnsOfAsset({ ...NEW, type: 'block', id, owner, name, ...size, tags: [] })
      const known = db.selectFrom('assets').where('owner_id', '=', owner).where('resource', '=', 'blocks')
      await create(async (transaction) => {
        const values = { ...block, created_at: nextInstant(now, known) }
        await transaction.insertInto('assets').values(values).execute()
      })
      return id
    },
  }
  return { projects, assets }
}
