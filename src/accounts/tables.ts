import type { Kysely } from 'kysely'
import type { AssetResource, LAYOUT_MODES } from '../core/rooms.ts'
import { fold } from '../core/text.ts'
import type { Migrations } from '../database/index.ts'
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

/** Also a transaction. */
export type Db = Kysely<AccountsTables>

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

export const MIGRATIONS: Migrations = {
  'accounts-1': (id) => [
    `create table "meta" ("key" text primary key, "value" text not null)`,
    `create table "projects" ("id" ${id} primary key, "name" text not null, "folded_name" text not null,
       "description" text, "archived" integer default 0 not null, "imported" integer default 0 not null,
       "created_at" bigint not null)`,
    `create table "project_members" ("user_id" ${id} not null,
       "project_id" ${id} not null references "projects" ("id") on delete cascade, "role" text not null,
       "created_at" bigint not null, constraint "project_members_key" primary key ("project_id", "user_id"))`,
    `create index "project_members_newest" on "project_members" ("user_id", "created_at", "project_id")`,
    `create table "assets" ("id" ${id} primary key, "owner_id" ${id} not null, "resource" text not null,
       "name" text not null, "folded_name" text not null, "description" text,
       "project_id" ${id} references "projects" ("id") on delete set null,
       "width" double precision, "height" double precision, "grid_rows" integer, "grid_cols" integer,
       "block_size" double precision, "shape_count" integer, "color_hex" text, "layout_mode" text,
       "tags" text default '[]' not null, "archived" integer default 0 not null,
       "imported" integer default 0 not null, "created_at" bigint not null)`,
    `create index "assets_newest" on "assets" ("owner_id", "resource", "created_at", "id")`,
    `create index "assets_newest_in_project" on "assets"
       ("project_id", "owner_id", "resource", "created_at", "id")`,
    `create table "designs" ("asset_id" ${id} primary key references "assets" ("id") on delete cascade,
       "design" text not null)`,
  ],
}
