import type { Kysely } from 'kysely'
import { inBatches } from '../core/batches.ts'
import { ASSET_KINDS } from '../core/rooms.ts'
import { type Change, isRemoval, keyOf, ROWS } from './put-items.ts'
import type { AccountsTables } from './tables.ts'

/** What the database has of the items in a file, as the lines before have changed it. */
interface KnownItems {
  /** The kinds of what is there, by key. */
  readonly types: Map<string, Change['type']>
  /** By id. What the file removes keeps its owner, and does not come back as somebody else's. */
  readonly owners: Map<string, string>
}

export async function knownOf(db: Kysely<AccountsTables>, changes: readonly Change[]): Promise<KnownItems> {
  const types: KnownItems['types'] = new Map()
  const owners: KnownItems['owners'] = new Map()
  const ids = changes.flatMap(({ id, projectId }: { id?: string; projectId?: string | undefined }) =>
    [id, projectId].filter((each) => each !== undefined),
  )
  for await (const some of inBatches(ids, ROWS)) {
    const assets = db.selectFrom('assets').select(['id', 'resource', 'owner_id']).where('id', 'in', some)
    for (const { id, resource, owner_id } of await assets.execute()) {
      types.set(id, ASSET_KINDS[resource])
      owners.set(id, owner_id)
    }
    const members = db
      .selectFrom('project_members')
      .select(['project_id as projectId', 'user_id as userId', 'role'])
      .where('project_id', 'in', some)
    for (const { projectId, userId, role } of await members.execute()) {
      types.set(keyOf({ type: 'member', projectId, userId }), 'member')
      if (role !== 'owner') continue
      types.set(projectId, 'project')
      owners.set(projectId, userId)
    }
  }
  return { types, owners }
}

export interface ImportRules {
  /** Items of other people are refused. */
  readonly owner?: string | undefined
  /** Items may get other owners. */
  readonly mayMove?: boolean | undefined
}

/** Why a change cannot follow those before it. */
export function problemOf(
  change: Change,
  { types, owners }: KnownItems,
  rules: ImportRules,
): string | undefined {
  const isGone = isRemoval(change)
  const projectId = 'projectId' in change ? change.projectId : undefined
  if (!isGone && projectId !== undefined && types.get(projectId) !== 'project')
    return 'projectId: there is no such project'
  const type = types.get(keyOf(change))
  if (type !== undefined && type !== change.type) return 'id: belongs to an item of another type'
  const before = owners.get(change.type === 'member' ? change.projectId : change.id)
  const owner = change.type === 'member' ? before : change.owner
  if (rules.owner !== undefined && owner !== undefined && owner !== rules.owner)
    return 'owner: is not the person of --owner'
  if (change.type === 'member')
    return isGone && owner === change.userId ? 'userId: owns the project' : undefined
  if (before === undefined || before === owner) return undefined
  if (isGone) return type === undefined ? undefined : 'owner: the item is of somebody else'
  return rules.mayMove ? undefined : 'owner: the item is of somebody else; --move gives it to this owner'
}

/** Answers what a change does, and notes it for those after it. */
export function noteChange({ types, owners }: KnownItems, change: Change) {
  const key = keyOf(change)
  if (isRemoval(change)) return types.delete(key) ? 'removed' : 'unchanged'
  const outcome = types.has(key) ? 'updated' : 'added'
  types.set(key, change.type)
  if (change.type !== 'member') owners.set(key, change.owner)
  return outcome
}
