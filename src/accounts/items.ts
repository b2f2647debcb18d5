import type { Kysely } from 'kysely'
import type { AssetResource } from '../core/repositories.ts'
import { toRecord } from './assets.ts'
import type { AccountsDatabase } from './schema.ts'

interface Common {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly description?: string | undefined
  readonly archived: boolean
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

/** A saved item with its design as JSON text. Lengths are finished inches (D2). */
export interface AssetItem extends Common {
  readonly type: 'asset'
  readonly resource: AssetResource
  readonly projectId?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly gridRows?: number | undefined
  readonly gridCols?: number | undefined
  readonly blockSize?: number | undefined
  readonly shapeCount?: number | undefined
  readonly colorHex?: string | undefined
  readonly layoutMode?: string | undefined
  readonly tags: readonly string[]
  readonly design?: string | undefined
}

export type Item = ProjectItem | MemberItem | AssetItem

/** How many rows a server sends at once. */
const ROWS = 1_000

/** Everybody's projects, members and saved items, in an order in which they can be imported again. */
export async function* allItems(db: Kysely<AccountsDatabase>): AsyncGenerator<Item> {
  const projects = db
    .selectFrom('projects as project')
    .innerJoin('project_members as member', 'member.project_id', 'project.id')
    .select([
      'project.id',
      'project.name',
      'project.description',
      'project.archived',
      'project.created_at',
      'user_id',
    ])
    .where('member.role', '=', 'owner')
    .orderBy('project.created_at')
    .orderBy('project.id')
  for await (const row of projects.stream(ROWS)) {
    yield {
      type: 'project',
      id: row.id,
      owner: row.user_id,
      name: row.name,
      description: row.description ?? undefined,
      archived: row.archived === 1,
      createdAt: row.created_at,
    }
  }
  const members = db
    .selectFrom('project_members')
    .select(['project_id', 'user_id'])
    .where('role', '=', 'member')
    .orderBy('created_at')
    .orderBy('project_id')
    .orderBy('user_id')
  for await (const row of members.stream(ROWS))
    yield { type: 'member', projectId: row.project_id, userId: row.user_id }
  const assets = db
    .selectFrom('assets')
    .leftJoin('designs', 'designs.asset_id', 'assets.id')
    .selectAll('assets')
    .select('designs.design')
    .orderBy('assets.created_at')
    .orderBy('assets.id')
  for await (const row of assets.stream(ROWS)) {
    yield {
      type: 'asset',
      owner: row.owner_id,
      createdAt: row.created_at,
      design: row.design ?? undefined,
      ...toRecord(row),
    }
  }
}
