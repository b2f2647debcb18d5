import * as z from 'zod'
import { SUPPLY_CATEGORIES, type SupplyCategory, type SupplyRecord } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { Connection } from './database.ts'

/** A text without characters that hide text (D23). */
const text = z.string().min(1).transform(visibleText)

const guide = z.object({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: text,
  summary: text,
  bestFor: text.optional(),
  priceRange: text.optional(),
  retailers: z.array(z.object({ name: text, url: z.url() })).default([]),
})

const slugs = (entries: readonly { readonly slug: string }[]) => new Set(entries.map(({ slug }) => slug))

const file = z.object({
  category: z.enum(SUPPLY_CATEGORIES),
  entries: z
    .array(guide)
    .refine((entries) => slugs(entries).size === entries.length, 'must have each slug once'),
})

/** The guides of one category's file, in editorial order (D5). Throws if it is no such file. */
export function parseGuides(json: string): readonly [SupplyCategory, readonly SupplyRecord[]] {
  const { category, entries } = file.parse(JSON.parse(json))
  return [category, entries]
}

/** The guides of each category, in editorial order. */
export type Guides = ReadonlyMap<SupplyCategory, readonly SupplyRecord[]>

/** All guides as text, to be kept in the catalog. */
export const writtenGuides = (guides: Guides): string =>
  JSON.stringify([...guides].map(([category, entries]) => ({ category, entries })))

/** The guides of a catalog. */
export function guidesIn(db: Connection): Guides {
  const written = db.value<string>("select value from catalog_facts where key = 'guides'") ?? '[]'
  return new Map(
    z
      .array(file)
      .parse(JSON.parse(written))
      .map(({ category, entries }) => [category, entries]),
  )
}
