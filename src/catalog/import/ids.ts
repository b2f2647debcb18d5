import { createHash } from 'node:crypto'

/** The id of a fabric: the same for the same fabric in every version of the catalog (D3). */
export function fabricId(fabric: {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku?: string | undefined
}): string {
  const identity = JSON.stringify([fabric.manufacturer, fabric.collection, fabric.name, fabric.sku ?? ''])
  return `fab_${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`
}
