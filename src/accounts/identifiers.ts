import { createHash, randomBytes } from 'node:crypto'
import type { AssetResource } from '../kit/repositories.ts'

const PREFIX = { projects: 'prj', blocks: 'blk', quilts: 'qlt', swatches: 'swt', patterns: 'pat' } as const

/** A new opaque id: prefix and 22 URL-safe characters, 128 random bits (D3). */
export function newId(kind: 'projects' | AssetResource): string {
  return `${PREFIX[kind]}_${randomBytes(16).toString('base64url')}`
}

/** The id of a fabric: the same for the same fabric in every version of the catalog (D3). */
export function fabricId(fabric: {
  manufacturer: string
  collection: string
  name: string
  sku?: string | undefined
}): string {
  const identity = JSON.stringify([fabric.manufacturer, fabric.collection, fabric.name, fabric.sku ?? ''])
  return `fab_${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`
}
