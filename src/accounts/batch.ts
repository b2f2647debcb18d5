import type { Kysely } from 'kysely'
import type { IsAmong } from './database.ts'
import type { AssetItem, Item, MemberItem, ProjectItem } from './items.ts'
import { piecesOf } from './pieces.ts'
import type { AccountsDatabase } from './schema.ts'

/** What happened to an item: it was stored, or left out for a reason. */
export type Outcome = 'added' | 'updated' | { readonly problem: string }

const FOREIGN_ID = { problem: 'id: belongs to an item of another type' }
const NO_PROJECT = { problem: 'projectId: there is no such project' }

export const isProject = (item: Item): item is ProjectItem => item.type === 'project'
export const isMember = (item: Item): item is MemberItem => item.type === 'member'
export const isAsset = (item: Item): item is AssetItem => item.type === 'asset'

/** What the database knows about the items of one batch. */
export interface Known {
  readonly projects: Set<string>
  readonly assets: Map<string, string>
  readonly members: Set<string>
}

const memberKey = (projectId: string, userId: string) => JSON.stringify([projectId, userId])

export async function knownOf(
  db: Kysely<AccountsDatabase>,
  isAmong: IsAmong,
  items: readonly Item[],
): Promise<Known> {
  const ids = items.flatMap((item) => (isMember(item) ? [] : [item.id]))
  const projectIds = items.flatMap((item) => (isProject(item) ? [] : (item.projectId ?? [])))
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where(({ ref }) => isAmong(ref('id'), [...new Set([...ids, ...projectIds])]))
    .execute()
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'resource'])
    .where(({ ref }) => isAmong(ref('id'), ids))
    .execute()
  const known: Known = {
    projects: new Set(projects.map(({ id }) => id)),
    assets: new Map(assets.map(({ id, resource }) => [id, resource])),
    members: new Set(),
  }
  for (const piece of piecesOf(items.filter(isMember))) {
    const rows = await db
      .selectFrom('project_members')
      .select(['project_id', 'user_id'])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('project_id', 'user_id'),
          'in',
          piece.map(({ projectId, userId }) => tuple(projectId, userId)),
        ),
      )
      .execute()
    for (const row of rows) known.members.add(memberKey(row.project_id, row.user_id))
  }
  return known
}

/** What happens to an item after all items before it. Later items can refer to what it adds. */
export function outcomeOf(item: Item, { projects, assets, members }: Known): Outcome {
  if (item.type === 'project') {
    if (assets.has(item.id)) return FOREIGN_ID
    if (projects.has(item.id)) return 'updated'
    projects.add(item.id)
    members.add(memberKey(item.id, item.owner))
    return 'added'
  }
  if (item.projectId !== undefined && !projects.has(item.projectId)) return NO_PROJECT
  if (item.type === 'member') {
    const key = memberKey(item.projectId, item.userId)
    if (members.has(key)) return 'updated'
    members.add(key)
    return 'added'
  }
  const resource = assets.get(item.id)
  if (projects.has(item.id) || (resource !== undefined && resource !== item.resource)) return FOREIGN_ID
  assets.set(item.id, item.resource)
  return resource === undefined ? 'added' : 'updated'
}

/**
 * Splits items into groups that can be stored at once: no item changes what an earlier one of its group
 * stores.
 */
export function* runsOf(items: readonly Item[]): Generator<Item[]> {
  let run: Item[] = []
  let touched = new Set<string>()
  for (const item of items) {
    const id = isMember(item) ? undefined : item.id
    if (id !== undefined && touched.has(id)) {
      yield run
      run = []
      touched = new Set()
    }
    run.push(item)
    touched.add(isMember(item) ? item.projectId : item.id)
  }
  if (run.length > 0) yield run
}
