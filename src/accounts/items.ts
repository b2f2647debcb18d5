import { type Kysely, sql } from 'kysely'
import type { AssetRecord } from '../core/rooms.ts'
import type { Database } from '../database/index.ts'
import { toAsset } from './assets.ts'
import type { AccountsTables } from './tables.ts'

interface Common {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly description?: string | undefined
  readonly archived: boolean
  /** Whether an import brought it, and not an agent. */
  readonly imported?: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface ProjectItem extends Common {
  readonly type: 'project'
}

export interface MemberItem {
  readonly type: 'member'
  readonly projectId: string
  readonly userId: string
}

/** What else a saved item may have. */
type AssetFields = Omit<AssetRecord, keyof Common | 'resource' | 'tags'>

/** A saved item with its design as JSON text. Lengths are finished inches (D2). */
export interface AssetItem extends Common, Partial<AssetFields>, Pick<AssetRecord, 'resource' | 'tags'> {
  readonly type: 'asset'
  readonly design?: string | undefined
}

export type Item = ProjectItem | MemberItem | AssetItem

/** What tells one item from all others. */
export type ItemName =
  | Pick<ProjectItem, 'type' | 'id' | 'owner'>
  | MemberItem
  | Pick<AssetItem, 'type' | 'resource' | 'id' | 'owner'>

/** An item that is to be removed. */
export type RemovedItem = ItemName & { readonly deleted: true }

/** What items of the same identity have in common. */
export const keyOf = (item: ItemName): string =>
  item.type === 'member' ? JSON.stringify([item.projectId, item.userId]) : item.id

/** Which items are exported. */
export interface Wanted {
  /** Only what belongs to this person, and this person's memberships. */
  readonly userId?: string | undefined
  /** Only what agents have created since then, in epoch milliseconds. */
  readonly since?: number | undefined
}

/** How many rows a server sends at once. */
const STREAMED = 1_000

/** Projects, members and saved items, in an order in which they can be imported again. */
export async function* allItems(
  db: Kysely<AccountsTables>,
  { userId, since }: Wanted = {},
): AsyncGenerator<Item> {
  const projects = db
    .selectFrom('projects as project')
    .innerJoin('project_members as member', 'member.project_id', 'project.id')
    .selectAll('project')
    .select('user_id')
    .where('member.role', '=', 'owner')
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    .$if(since !== undefined, (all) =>
      all.where('imported', '=', 0).where('project.created_at', '>=', since ?? 0),
    )
    .orderBy('project.created_at')
    .orderBy('project.id')
  for await (const row of projects.stream(STREAMED)) {
    yield {
      type: 'project',
      id: row.id,
      owner: row.user_id,
      name: row.name,
      description: row.description ?? undefined,
      archived: row.archived === 1,
      imported: row.imported === 1,
      createdAt: row.created_at,
    }
  }
  const members = db
    .selectFrom('project_members')
    .select(['project_id', 'user_id'])
    .where('role', '=', 'member')
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    // Agents create no members.
    .$if(since !== undefined, (all) => all.where('role', '=', 'owner'))
    .orderBy('created_at')
    .orderBy('project_id')
    .orderBy('user_id')
  for await (const row of members.stream(STREAMED))
    yield { type: 'member', projectId: row.project_id, userId: row.user_id }
  const assets = db
    .selectFrom('assets')
    .leftJoin('designs', 'designs.asset_id', 'assets.id')
    .selectAll('assets')
    .select('designs.design')
    .$if(userId !== undefined, (all) => all.where('assets.owner_id', '=', userId ?? ''))
    .$if(since !== undefined, (all) =>
      all.where('imported', '=', 0).where('assets.created_at', '>=', since ?? 0),
    )
    .orderBy('assets.created_at')
    .orderBy('assets.id')
  for await (const row of assets.stream(STREAMED))
    yield { type: 'asset', design: row.design ?? undefined, imported: row.imported === 1, ...toAsset(row) }
}

/** What imports brought for a person: projects and their members, and saved items. */
export async function importedOf(db: Kysely<AccountsTables>, owner: string): Promise<ItemName[]> {
  const own = db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_id')
    .where('user_id', '=', owner)
    .where('role', '=', 'owner')
  const projects = await own.where('imported', '=', 1).select('projects.id').execute()
  const members = await db
    .selectFrom('project_members')
    .select(['project_id as projectId', 'user_id as userId'])
    .where('role', '=', 'member')
    .where('project_id', 'in', own.select('projects.id'))
    .execute()
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'resource'])
    .where('owner_id', '=', owner)
    .where('imported', '=', 1)
    .execute()
  return [
    ...assets.map((row): ItemName => ({ type: 'asset', owner, ...row })),
    ...members.map((row): ItemName => ({ type: 'member', ...row })),
    ...projects.map((row): ItemName => ({ type: 'project', owner, ...row })),
  ]
}

/** A create is stored within this time, in milliseconds, or not at all. */
const CREATE_MS = 60_000

/**
 * The time from which on a later export has to begin to miss nothing, in epoch milliseconds. Something may be on its
 * way that has its time already; so what is new may be exported twice.
 */
export async function nextSince({ kysely, now }: Database<AccountsTables>): Promise<number> {
  const { time } = await kysely.selectNoFrom(sql<number>`${now}`.as('time')).executeTakeFirstOrThrow()
  return time - CREATE_MS
}
