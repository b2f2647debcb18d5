import type { AssetResource } from '../kit/repositories.ts'

/** Small facts about a database itself: hashes of loaded data files, the cursor secret. */
export interface MetaTable {
  key: string
  value: string
}

export interface ProjectsTable {
  id: string
  name: string
  /** The name as search compares it; written by the store, never by a caller. */
  folded_name: string
  description: string | null
  archived: 0 | 1
  /** Epoch milliseconds; immutable. */
  created_at: number
}

/** Who sees a project. The owner has a row too, so that listing is one walk over one index. */
export interface ProjectMembersTable {
  user_id: string
  project_id: string
  role: 'owner' | 'member'
  /** The project's `created_at`, repeated for the index. */
  created_at: number
}

/** Blocks, quilts, swatches and patterns. Lengths in finished inches (D2). */
export interface AssetsTable {
  id: string
  owner_id: string
  resource: AssetResource
  name: string
  folded_name: string
  description: string | null
  project_id: string | null
  width: number | null
  height: number | null
  grid_rows: number | null
  grid_cols: number | null
  block_size: number | null
  shape_count: number | null
  color_hex: string | null
  layout_mode: string | null
  /** JSON array of strings. */
  tags: string
  archived: 0 | 1
  created_at: number
}

/** The stored design of an asset, apart from it so that lists stay small. */
export interface DesignsTable {
  asset_id: string
  /** `quilt-outline/1` as JSON text, as it was imported; checked when read. */
  design: string
}

/** Who may do alone what several processes must not do at once. */
export interface LeasesTable {
  name: string
  holder: string
  /** Epoch milliseconds on the database's clock. */
  until: number
}

/** A published state of the catalog. Its row is written after its chunks: what has a row is whole. */
export interface EditionsTable {
  /** Of the index: an instance reads editions of its own format only. */
  format: number
  /** Counts up within a format. */
  number: number
  /** The release that published it. */
  release: string
  chunks: number
  /** Of all chunks one after the other, in hexadecimal digits. */
  sha256: string
}

export interface EditionChunksTable {
  format: number
  number: number
  position: number
  bytes: Uint8Array
}

/** What people own. */
export interface AccountsDatabase {
  meta: MetaTable
  leases: LeasesTable
  editions: EditionsTable
  edition_chunks: EditionChunksTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  assets: AssetsTable
  designs: DesignsTable
}
