import pg from 'pg'
import type { AccountsModule } from '../../src/accounts/index.ts'
import { blockOutline, quiltOutline } from './outline.ts'
import type { ForTests } from './promises.ts'

// From PGHOST, PGUSER, PGPASSWORD and PGDATABASE.
const pool = new pg.Pool()
// Without a listener, a lost connection would end the process.
pool.on('error', () => {})

const rows = async (text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows
const first = async (text: string, values: readonly unknown[]) => (await rows(text, values))[0]

/** Ids are numbers here. A text that is none finds nothing, and does not fail. */
const numberOf = (id: string | undefined) =>
  id !== undefined && /^(?:0|[1-9]\d{0,8})$/.test(id) ? Number(id) : null

/** PostgreSQL counts microseconds. Whole milliseconds here and in pages, or a page would skip rows. */
const CREATED = `floor(extract(epoch from created) * 1000)::float8 as "createdAt"`

const PROJECTS = `
  select project.id, null as "projectId", title as name, is_archived as archived, auth_sub as member, ${CREATED}
  from project
    join project_member on project_id = project.id
    join app_user on app_user.id = user_id
  where auth_sub = $1`

/** The size of a quilt follows from its rows. */
const QUILT_SIZE = `
  (select max(jsonb_array_length(each)) from jsonb_array_elements(layout) as each) as "gridCols",
  nullif(jsonb_array_length(layout), 0) as "gridRows", block_inches as "blockSize", 'grid' as "layoutMode"`
const FIELDS = {
  blocks: `inches_wide as width, inches_high as height, jsonb_array_length(patches) as "shapeCount", patches as parts`,
  quilts: `${QUILT_SIZE}, layout as parts`,
}
const TABLES = { blocks: 'block', quilts: 'quilt' }

/** This application has blocks and quilts only. */
const isKept = (resource: string): resource is keyof typeof TABLES => resource in TABLES

const assets = (resource: keyof typeof TABLES) => `
  select own.id, title as name, is_archived as archived, auth_sub as owner, '${resource}' as resource,
    project_id::text as "projectId", ${CREATED}, ${FIELDS[resource]}
  from ${TABLES[resource]} as own join app_user on app_user.id = user_id
  where auth_sub = $1`

/** One page of a query whose first parameter is the user, and whose second is a project or null. */
function page(
  source: string,
  { query, limit, after }: Parameters<AccountsModule['listProjects']>[1],
  userId: string,
  projectId: number | null,
) {
  return rows(
    `select *, own.id::text from (${source}) as own
     where ($2::integer is null or "projectId" = $2::text)
       and not exists (select from unnest($3::text[]) as word where strpos(lower(name), lower(word)) = 0)
       and ($4::float8 is null or ("createdAt", own.id) < ($4::float8, $5::integer))
     order by "createdAt" desc, own.id desc
     limit $6`,
    [userId, projectId, query?.split(/\s+/) ?? [], after?.createdAt, numberOf(after?.id), limit],
  )
}

/** Everybody who signs in may begin: the application knows them from then on. */
const userOf = async (sub: string): Promise<number> =>
  (
    await first(
      `insert into app_user (auth_sub) values ($1) on conflict (auth_sub) do update set auth_sub = excluded.auth_sub
       returning id`,
      [sub],
    )
  ).id

export default {
  listProjects: (userId, request) => page(PROJECTS, request, userId, null),

  getProject: (userId, id) =>
    first(`select *, own.id::text from (${PROJECTS}) as own where id = $2`, [userId, numberOf(id)]),

  async createProject(userId, { name }) {
    const { id } = await first(
      `with made as (insert into project (title) values ($2) returning id)
       insert into project_member select id, $1 from made returning project_id::text as id`,
      [await userOf(userId), name],
    )
    return id
  },

  async listAssets(userId, { resource, projectId, ...request }) {
    if (!isKept(resource)) return []
    if (projectId === undefined) return page(assets(resource), request, userId, null)
    // Only in a project that the user sees.
    const project = await first(`select id from (${PROJECTS}) as own where id = $2`, [
      userId,
      numberOf(projectId),
    ])
    return project === undefined ? [] : page(assets(resource), request, userId, project.id)
  },

  async getAsset(userId, resource, id) {
    if (!isKept(resource)) return undefined
    return first(`select *, own.id::text from (${assets(resource)}) as own where id = $2`, [
      userId,
      numberOf(id),
    ])
  },

  async getDesign(userId, resource, id) {
    if (!isKept(resource)) return undefined
    const found = await first(`select * from (${assets(resource)}) as own where id = $2`, [
      userId,
      numberOf(id),
    ])
    if (found === undefined) return undefined
    const design =
      resource === 'blocks'
        ? blockOutline(found.parts, found.width, found.height)
        : quiltOutline(found.parts, found.blockSize)
    return { owner: found.owner, design }
  },

  async createBlock(userId, { name, width, height }) {
    const { id } = await first(
      `insert into block (user_id, title, inches_wide, inches_high) values ($1, $2, $3, $4) returning id::text`,
      [await userOf(userId), name, width, height],
    )
    return id
  },

  close: () => pool.end(),
} satisfies AccountsModule

/** For check.ts: what only the application itself can do. */
export const forTests: ForTests = {
  join: async (projectId, userId) =>
    pool.query('insert into project_member values ($1, $2)', [projectId, await userOf(userId)]),
  archive: (kind, id) =>
    pool.query(`update ${kind === 'projects' ? 'project' : 'block'} set is_archived = true where id = $1`, [
      id,
    ]),
}
