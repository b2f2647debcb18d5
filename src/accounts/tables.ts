import type { AssetResource, LAYOUT_MODES } from '../core/rooms.ts'

/** Small facts about the database: hashes of loaded data files, the cursor secret. */
export interface MetaTable {
  key: string
  value: string
}

export interface ProjectsTable {
  id: string
  name: string
  /** The name in the form in which searches compare it. The store writes it, callers never do. */
  folded_name: string
  description: string | null
  archived: 0 | 1
  /** 1 if an import brought it, 0 if an agent created it. */
  imported: 0 | 1
  /** Epoch milliseconds. It never changes. */
  created_at: number
}

/** Who sees a project. The owner has a row too, so that a list needs only one index. */
export interface ProjectMembersTable {
  user_id: string
  project_id: string
  role: 'owner' | 'member'
  /** A copy of the project's `created_at`, for the index. */
  created_at: number
}

/** Blocks, quilts, swatches and patterns. Lengths are finished inches (D2). */
export interface AssetsTable extends ProjectsTable {
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
  /** A JSON array of strings. */
  tags: string
}

/** The design of an asset, in a table of its own so that lists stay small. */
export interface DesignsTable {
  asset_id: string
  /** `quilt-outline/1` as JSON text, as it was imported. It is checked when it is read. */
  design: string
}

/** The tables of accounts. */
export interface AccountsTables {
  meta: MetaTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  assets: AssetsTable
  designs: DesignsTable
}
