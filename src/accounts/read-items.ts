import { ASSET_KINDS } from '../core/rooms.ts'
import type { Item, Removal } from './item-lines.ts'
import { type Db, toAsset } from './tables.ts'

export interface Wanted {
  userId?: string | undefined
  /** Only what agents created since then, in epoch milliseconds. They create no members. */
  since?: number | undefined
}

const STREAMED = 1_000

/** In an order in which they can be imported: projects, members, saved items. */
export async function* allItems(db: Db, { userId, since }: Wanted = {}): AsyncGenerator<Item> {
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
    .select('design')
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
  for await (const { design, ...row } of assets.stream(STREAMED)) {
    const { resource, ...asset } = toAsset(row)
    yield { type: ASSET_KINDS[resource], ...asset, design: design ?? undefined }
  }
}

/** Tombstones for what imports brought for a person, and for the members of their projects. */
export async function removalsOf(db: Db, owner: string): Promise<Removal[]> {
  const removals: Removal[] = []
  for await (const item of allItems(db, { userId: owner })) {
    if (item.type !== 'member' && item.imported)
      removals.push({ type: item.type, id: item.id, owner, deleted: true })
  }
  const places = db.selectFrom('project_members').select('project_id').where('user_id', '=', owner)
  const members = await db
    .selectFrom('project_members')
    .select(['project_id as projectId', 'user_id as userId'])
    .where('role', '=', 'member')
    .where('project_id', 'in', places.where('role', '=', 'owner'))
    .execute()
  for (const member of members) removals.push({ type: 'member', ...member, deleted: true })
  return removals
}
