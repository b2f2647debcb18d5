import type { Kysely } from 'kysely'
import { ASSET_KINDS } from '../core/rooms.ts'
import type { Item, Removal } from './item-lines.ts'
import { type AccountsTables, toAssetItem } from './tables.ts'

/** Which items are exported. */
export interface Wanted {
  /** Only what belongs to this person, and this person's memberships. */
  readonly userId?: string | undefined
  /** Only what agents have created since then, in epoch milliseconds. They create no members. */
  readonly since?: number | undefined
}

/** How many rows a server sends at once. */
const STREAMED = 1_000

/** Projects, members and saved items, in an order in which they can be imported again. */
export async function* allItems(
  db: Kysely<AccountsTables>,
  { userId, since }: Wanted = {},
): AsyncGenerator<Item> {
  let projects = db
    .selectFrom('projects as project')
    .innerJoin('project_members as member', 'member.project_id', 'project.id')
    .select(['project.id', 'user_id as owner', 'name', 'description', 'archived', 'imported'])
    .select('project.created_at as createdAt')
    .where('member.role', '=', 'owner')
    .orderBy('project.created_at')
    .orderBy('project.id')
  let members = db
    .selectFrom('project_members')
    .select(['project_id as projectId', 'user_id as userId'])
    .where('role', '=', 'member')
    .orderBy('created_at')
    .orderBy('project_id')
    .orderBy('user_id')
  let assets = db
    .selectFrom('assets')
    .leftJoin('designs', 'designs.asset_id', 'assets.id')
    .selectAll('assets')
    .select('designs.design')
    .orderBy('assets.created_at')
    .orderBy('assets.id')
  if (userId !== undefined) {
    projects = projects.where('user_id', '=', userId)
    members = members.where('user_id', '=', userId)
    assets = assets.where('assets.owner_id', '=', userId)
  }
  if (since !== undefined) {
    projects = projects.where('imported', '=', 0).where('project.created_at', '>=', since)
    assets = assets.where('imported', '=', 0).where('assets.created_at', '>=', since)
  }
  for await (const row of projects.stream(STREAMED)) {
    const description = row.description ?? undefined
    yield { type: 'project', ...row, description, archived: row.archived === 1, imported: row.imported === 1 }
  }
  if (since === undefined) for await (const row of members.stream(STREAMED)) yield { type: 'member', ...row }
  for await (const row of assets.stream(STREAMED)) yield toAssetItem(row)
}

/** What would remove all that imports brought for a person: saved items, and projects with their members. */
export async function removalsOf(db: Kysely<AccountsTables>, owner: string): Promise<Removal[]> {
  const own = db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_id')
    .select('projects.id')
    .where('user_id', '=', owner)
    .where('role', '=', 'owner')
  const projects = await own.where('imported', '=', 1).execute()
  const members = await db
    .selectFrom('project_members')
    .select(['project_id as projectId', 'user_id as userId'])
    .where('role', '=', 'member')
    .where('project_id', 'in', own)
    .execute()
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'resource'])
    .where('owner_id', '=', owner)
    .where('imported', '=', 1)
    .execute()
  const deleted = true as const
  return [
    ...assets.map(({ id, resource }) => ({ type: ASSET_KINDS[resource], id, owner, deleted })),
    ...members.map((row) => ({ type: 'member' as const, ...row, deleted })),
    ...projects.map(({ id }) => ({ type: 'project' as const, id, owner, deleted })),
  ]
}
