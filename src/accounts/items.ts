import { type Kysely, sql } from 'kysely'
import type * as z from 'zod'
import { ASSET_KINDS, type AssetResource } from '../core/rooms.ts'
import type { Database } from '../database/index.ts'
import { toAsset } from './assets.ts'
import type { assetFields } from './item-fields.ts'
import type { AccountsTables } from './tables.ts'

/** The resource of each type of saved item. */
export const RESOURCES = {
  block: 'blocks',
  quilt: 'quilts',
  swatch: 'swatches',
  pattern: 'patterns',
} as const satisfies Record<string, AssetResource>

interface Common {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly description?: string | undefined
  readonly archived: boolean
  /** Whether an import brought it, and not an agent; true if it is not said. */
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

type AssetFields = { readonly [Name in keyof typeof assetFields]: z.output<(typeof assetFields)[Name]> }

/** A saved item with its design as JSON text. Lengths are finished inches (D2). */
export interface AssetItem extends Common, Partial<Omit<AssetFields, 'tags'>>, Pick<AssetFields, 'tags'> {
  readonly type: keyof typeof RESOURCES
  readonly design?: string | undefined
}

export type Item = ProjectItem | MemberItem | AssetItem

/** What tells one item from all others. */
export type ItemName = MemberItem | Pick<ProjectItem | AssetItem, 'type' | 'id' | 'owner'>

/** An item that is to be removed. */
export type RemovedItem = ItemName & { readonly deleted: true }

/** What items of the same identity have in common. */
export const keyOf = (item: ItemName): string =>
  item.type === 'member' ? JSON.stringify([item.projectId, item.userId]) : item.id

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
    .selectAll('project')
    .select('user_id')
    .where('member.role', '=', 'owner')
    .orderBy('project.created_at')
    .orderBy('project.id')
  let members = db
    .selectFrom('project_members')
    .select(['project_id', 'user_id'])
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
  if (since === undefined)
    for await (const row of members.stream(STREAMED))
      yield { type: 'member', projectId: row.project_id, userId: row.user_id }
  for await (const row of assets.stream(STREAMED)) {
    const { resource, ...asset } = toAsset(row)
    yield {
      type: ASSET_KINDS[resource],
      ...asset,
      imported: row.imported === 1,
      design: row.design ?? undefined,
    }
  }
}

/** What imports brought for a person: projects and their members, and saved items. */
export async function importedOf(db: Kysely<AccountsTables>, owner: string): Promise<ItemName[]> {
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
  return [
    ...assets.map(({ id, resource }) => ({ type: ASSET_KINDS[resource], id, owner })),
    ...members.map((row) => ({ type: 'member' as const, ...row })),
    ...projects.map(({ id }) => ({ type: 'project' as const, id, owner })),
  ]
}

/** A create is stored within this time, in milliseconds, or not at all. */
const CREATE_MS = 60_000

/**
 * The time from which on a later export has to begin to miss nothing, in epoch milliseconds. A create that is
 * under way has its time already, so something new may be exported twice.
 */
export async function nextSince({ kysely, now }: Database<AccountsTables>): Promise<number> {
  const { time } = await kysely.selectNoFrom(sql<number>`${now}`.as('time')).executeTakeFirstOrThrow()
  return time - CREATE_MS
}
