import type { ColumnDefinitionBuilder } from 'kysely'
import type { AssetResource, LAYOUT_MODES } from '../core/rooms.ts'
import { fold } from '../core/text.ts'
import type { Migration, Migrations } from '../database/index.ts'
import type { AssetItem, ProjectItem } from './item-lines.ts'

interface ProjectsTable {
  id: string
  name: string
  folded_name: string
  description: string | null
  archived: 0 | 1
  /** 0 if an agent created it. */
  imported: 0 | 1
  /** Epoch milliseconds. */
  created_at: number
}

/** Who sees a project. The owner has a row too, so that a list needs only one index. */
interface ProjectMembersTable {
  user_id: string
  project_id: string
  role: 'owner' | 'member'
  /** The project's, for the index. */
  created_at: number
}

/** Lengths are finished inches (D2). */
interface AssetsTable extends ProjectsTable {
  owner_id: string
  resource: AssetResource
  project_id: string | null
  width: number | null
  height: number | null
  grid_rows: number | null
  grid_cols: number | null
  block_size: number | null
  shape_count: number | null
  color_hex: string | null
  layout_mode: (typeof LAYOUT_MODES)[number] | null
  tags: string
}

export interface AccountsTables {
  /** The hash of the demo file, and the cursor secret. */
  meta: { key: string; value: string }
  projects: ProjectsTable
  project_members: ProjectMembersTable
  assets: AssetsTable
  /** JSON as it was imported; it is checked when it is read. A table of its own, so that lists stay small. */
  designs: { asset_id: string; design: string }
}

const RESOURCES = {
  block: 'blocks',
  quilt: 'quilts',
  swatch: 'swatches',
  pattern: 'patterns',
} as const satisfies Record<AssetItem['type'], AssetResource>

const tagsOf = (json: string): readonly string[] => JSON.parse(json)

export const toAsset = (row: AssetsTable) => ({
  id: row.id,
  owner: row.owner_id,
  createdAt: row.created_at,
  resource: row.resource,
  name: row.name,
  description: row.description ?? undefined,
  archived: row.archived === 1,
  imported: row.imported === 1,
  projectId: row.project_id ?? undefined,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  gridRows: row.grid_rows ?? undefined,
  gridCols: row.grid_cols ?? undefined,
  blockSize: row.block_size ?? undefined,
  shapeCount: row.shape_count ?? undefined,
  colorHex: row.color_hex ?? undefined,
  layoutMode: row.layout_mode ?? undefined,
  tags: tagsOf(row.tags),
})

/** A saved item has the same columns. */
export const columnsOfProject = (item: ProjectItem | AssetItem): ProjectsTable => ({
  id: item.id,
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  archived: item.archived ? 1 : 0,
  imported: (item.imported ?? true) ? 1 : 0,
  created_at: item.createdAt,
})

export const columnsOfAsset = (item: AssetItem): AssetsTable => ({
  ...columnsOfProject(item),
  owner_id: item.owner,
  resource: RESOURCES[item.type],
  project_id: item.projectId ?? null,
  width: item.width ?? null,
  height: item.height ?? null,
  grid_rows: item.gridRows ?? null,
  grid_cols: item.gridCols ?? null,
  block_size: item.blockSize ?? null,
  shape_count: item.shapeCount ?? null,
  color_hex: item.colorHex ?? null,
  layout_mode: item.layoutMode ?? null,
  tags: JSON.stringify(item.tags),
})

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const flag = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

const accounts: Migration = async (schema, id) => {
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute()

  await schema
    .createTable('projects')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('folded_name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('archived', 'integer', flag)
    .addColumn('imported', 'integer', flag)
    .addColumn('created_at', 'bigint', required)
    .execute()

  await schema
    .createTable('project_members')
    .addColumn('user_id', id, required)
    .addColumn('project_id', id, (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id'])
    .execute()
  await schema
    .createIndex('project_members_newest')
    .on('project_members')
    .columns(['user_id', 'created_at', 'project_id'])
    .execute()

  await schema
    .createTable('assets')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('owner_id', id, required)
    .addColumn('resource', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('folded_name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('project_id', id, (column) => column.references('projects.id').onDelete('set null'))
    .addColumn('width', 'double precision')
    .addColumn('height', 'double precision')
    .addColumn('grid_rows', 'integer')
    .addColumn('grid_cols', 'integer')
    .addColumn('block_size', 'double precision')
    .addColumn('shape_count', 'integer')
    .addColumn('color_hex', 'text')
    .addColumn('layout_mode', 'text')
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('archived', 'integer', flag)
    .addColumn('imported', 'integer', flag)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await schema
    .createIndex('assets_newest')
    .on('assets')
    .columns(['owner_id', 'resource', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('assets_newest_in_project')
    .on('assets')
    .columns(['project_id', 'owner_id', 'resource', 'created_at', 'id'])
    .execute()

  await schema
    .createTable('designs')
    .addColumn('asset_id', id, (column) => column.primaryKey().references('assets.id').onDelete('cascade'))
    .addColumn('design', 'text', required)
    .execute()
}

export const MIGRATIONS: Migrations = { 'accounts-1': accounts }
