import * as z from 'zod'
import { SUPPLY_CATEGORIES, type SupplyCategory, type SupplyRecord } from '../../core/repositories.ts'

const entry = z.object({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1),
  summary: z.string().min(1),
  bestFor: z.string().min(1).optional(),
  priceRange: z.string().min(1).optional(),
  retailers: z.array(z.object({ name: z.string().min(1), url: z.url() })).default([]),
})

const file = z.object({ category: z.enum(SUPPLY_CATEGORIES), entries: z.array(entry) })

/** Reads the guides of one category, in editorial order. */
export function parseSupplies(json: string): readonly [SupplyCategory, readonly SupplyRecord[]] {
  const { category, entries } = file.parse(JSON.parse(json))
  return [category, entries]
}
