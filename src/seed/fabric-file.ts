import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import type { FabricRow } from '../store/sqlite-catalog.ts'

const required = z.string().trim().min(1)
const blankable = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
const fabric = z.object({
  manufacturer: required,
  collection: required,
  name: required,
  sku: blankable,
  colorHex: blankable.pipe(
    z
      .string()
      .regex(/^#[0-9A-Fa-f]{6}$/)
      .toUpperCase()
      .optional(),
  ),
  thumbnailUrl: blankable.pipe(z.url().optional()),
})

/** Reads `data/fabrics.csv`; blank cells are fields without a value (D7). Throws on the first bad row. */
export function parseFabrics(csv: string): FabricRow[] {
  return z.array(fabric).parse(parse(csv, { columns: true, bom: true }))
}
