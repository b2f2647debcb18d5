import { randomBytes } from 'node:crypto'
import type { AssetResource } from '../core/repositories.ts'

const PREFIX = { projects: 'prj', blocks: 'blk', quilts: 'qlt', swatches: 'swt', patterns: 'pat' } as const

/** A new opaque id: a prefix and 22 URL-safe characters, which are 128 random bits (D3). */
export function newId(kind: 'projects' | AssetResource): string {
  return `${PREFIX[kind]}_${randomBytes(16).toString('base64url')}`
}
