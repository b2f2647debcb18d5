import * as z from 'zod'
import { SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'

/** The answers of sections 2 and 4, written down again from the specification, closed everywhere (§1). */

const id = z.string().min(1)
const url = z.url()
const text = z.string().min(1)
const resource = z.enum(['blocks', 'quilts', 'swatches', 'patterns'])
const continuation = { cursor: z.string().nullable(), truncated: z.boolean() }

const project = z.strictObject({ id, name: z.string(), url, archived: z.boolean().optional() })

const summary = {
  id,
  name: z.string(),
  url,
  width: z.number().optional(),
  height: z.number().optional(),
  gridRows: z.number().optional(),
  gridCols: z.number().optional(),
  blockSize: z.number().optional(),
  shapeCount: z.number().optional(),
  projectId: id.optional(),
  colorHex: text.optional(),
  layoutMode: text.optional(),
  tags: z.array(z.string()).optional(),
  archived: z.boolean().optional(),
}

const detail = z.strictObject({
  ...summary,
  description: text.optional(),
  geometry: z.json().optional(),
  geometryStatus: text.optional(),
})

const fabric = z.strictObject({
  id,
  name: text,
  manufacturer: text,
  collection: text,
  sku: text.optional(),
  colorHex: text.optional(),
  thumbnailUrl: url.optional(),
  libraryUrl: url,
})

const guide = z.strictObject({
  slug: text,
  name: text,
  summary: text,
  bestFor: text.optional(),
  priceRange: text.optional(),
  guideUrl: url,
  retailers: z.array(z.strictObject({ name: text, url })).optional(),
})

const assets = z.strictObject({ resource, assets: z.array(z.strictObject(summary)), ...continuation })
const asset = z.strictObject({ resource, asset: detail, url, untrustedContent: z.literal(true) })

export const DATA = {
  getAuthMe: z.strictObject({ authenticated: z.boolean(), userId: id.optional() }),
  searchFabricCatalog: z.strictObject({ fabrics: z.array(fabric).max(25), ...continuation, libraryUrl: url }),
  browseSupplies: z.strictObject({
    category: z.enum(SUPPLY_CATEGORIES),
    items: z.array(guide).max(25),
    totalMatching: z.int(),
    truncated: z.boolean(),
  }),
  listProjects: z.strictObject({ projects: z.array(project), ...continuation, projectsUrl: url }),
  createProject: z.strictObject({ projectId: id, name: z.string(), url, projectsUrl: url }),
  listAssets: assets,
  getAsset: asset,
  listQuilts: assets,
  getQuilt: asset,
  listBlocks: assets,
  getBlock: asset,
  createBlock: z.strictObject({
    blockId: id,
    name: z.string(),
    url,
    finishedWidthInches: z.number(),
    finishedHeightInches: z.number(),
  }),
}
