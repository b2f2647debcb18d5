import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { catalogUnavailable } from '../core/errors.ts'
import { type Logger, SILENT } from '../core/logger.ts'
import { SUPPLY_CATEGORIES, type Supplies, type SupplyCategory, type SupplyRecord } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import { indexGuides } from './guides.ts'

/** D23 */
const text = z.string().min(1).transform(visibleText)

const guide = z.object({
  slug: z.string(),
  name: text,
  summary: text,
  bestFor: text.optional(),
  priceRange: text.optional(),
  retailers: z.array(z.object({ name: text, url: z.url({ protocol: /^https?$/ }) })).optional(),
})

const file = z.object({ entries: z.array(guide) })

/** In editorial order (D5). They are part of a release, and in no database. */
export type Guides = ReadonlyMap<SupplyCategory, readonly SupplyRecord[]>

/** Leaves out a category whose file is missing or broken, and logs that. */
export function readGuides(directory: string, log: Logger = SILENT): Guides {
  const guides = new Map<SupplyCategory, readonly SupplyRecord[]>()
  for (const category of SUPPLY_CATEGORIES) {
    try {
      const json = readFileSync(join(directory, 'supplies', `${category}.json`), 'utf8')
      guides.set(category, file.parse(JSON.parse(json)).entries)
    } catch (error) {
      log.error({ category, err: error }, 'guides not loaded')
    }
  }
  return guides
}

/** Throws `catalog_unavailable` for a category that could not be read. */
export function createSupplies(guides: Guides): Supplies {
  const indexes = [...guides].map(([category, records]) => indexGuides(category, records))
  return {
    async browse({ category, query, limit }) {
      const index = indexes.find((each) => each.category === category)
      if (index === undefined) throw catalogUnavailable()
      const { records, report } = index.find(query)
      return { items: records.slice(0, limit), totalMatching: records.length, report }
    },
    async called(question) {
      const called = indexes.flatMap(({ category, called }) =>
        called(question).map((name) => ({ category, name })),
      )
      if (called.length > 0) return called
      return indexes.flatMap(({ category, isNamedIn }) => (isNamedIn(question) ? { category } : []))
    },
  }
}
