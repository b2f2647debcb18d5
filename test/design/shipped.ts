import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../helpers/files.ts'

const item = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  geometry: z.looseObject({ kind: z.string(), shapes: z.array(z.unknown()).optional() }),
})

/** The shipped items that have designs. */
export const SHIPPED = readFileSync(join(ROOT, 'data/demo.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => item.safeParse(JSON.parse(line)).data ?? [])
  .filter(({ type }) => type !== 'swatch')

/** Their designs as they are stored, by id. */
export const STORED: ReadonlyMap<string, string> = new Map(
  SHIPPED.map(({ id, geometry }) => [id, JSON.stringify(geometry)]),
)

export function shipped(name: string) {
  const found = SHIPPED.find((item) => item.name === name)?.geometry
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}
