import type { AssetResource } from './rooms.ts'

/** What an id begins with (D3). */
const ID_PREFIXES = {
  projects: 'prj',
  blocks: 'blk',
  quilts: 'qlt',
  swatches: 'swt',
  patterns: 'pat',
  fabrics: 'fab',
} as const

const KINDS = ['projects', 'blocks', 'quilts', 'swatches', 'patterns', 'fabrics'] as const
export type IdKind = (typeof KINDS)[number]

/** The kind of item that the prefix of an id names. The item need not exist. */
export function kindOfId(id: string): IdKind | undefined {
  return KINDS.find((kind) => id.startsWith(`${ID_PREFIXES[kind]}_`))
}

const A_KIND: Readonly<Record<IdKind, string>> = {
  projects: 'a project',
  blocks: 'a block',
  quilts: 'a quilt',
  swatches: 'a swatch',
  patterns: 'a pattern',
  fabrics: 'a fabric of the catalog',
}

/** What to do if no item of this resource has the id (D10.2). It is the same whether the item exists or not. */
export function itemHint(resource: AssetResource, id: string): string {
  const kind = kindOfId(id)
  switch (kind) {
    case undefined:
    case resource:
      return `list_my_assets with resource=${resource} lists the ids.`
    case 'projects':
      return 'This id is of a project: list_my_assets takes it as projectId.'
    case 'fabrics':
      return 'This id is of a fabric of the catalog: search_fabric_catalog shows fabrics.'
    default:
      return `This id is of ${A_KIND[kind]}: ask with resource=${kind}.`
  }
}
