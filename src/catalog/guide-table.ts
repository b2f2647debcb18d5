import * as z from 'zod'
import type { SupplyCategory, SupplyRecord } from '../core/repositories.ts'
import { visibleText } from '../core/text.ts'
import type { Connection } from './database.ts'

const retailerList = z.array(z.object({ name: z.string(), url: z.string() }))

interface SupplyRow {
  readonly slug: string
  readonly name: string
  readonly summary: string
  readonly best_for: string | null
  readonly price_range: string | null
  readonly retailers: string
}

/** The guides of a category in editorial order (D5), without characters that hide text (D23). */
export const suppliesOf = (db: Connection, category: SupplyCategory): readonly SupplyRecord[] =>
  db.rows<SupplyRow>('select * from supplies where category = ? order by position', category).map((row) => ({
    slug: row.slug,
    name: visibleText(row.name),
    summary: visibleText(row.summary),
    bestFor: row.best_for === null ? undefined : visibleText(row.best_for),
    priceRange: row.price_range ?? undefined,
    retailers: retailerList
      .parse(JSON.parse(row.retailers))
      .map(({ name, url }) => ({ name: visibleText(name), url })),
  }))

/** Replaces all guides by these. Call it in a transaction. */
export function writeSupplies(
  db: Connection,
  guides: ReadonlyMap<SupplyCategory, readonly SupplyRecord[]>,
): void {
  db.run('delete from supplies')
  for (const [category, entries] of guides) {
    for (const [position, { slug, name, summary, bestFor, priceRange, retailers }] of entries.entries()) {
      db.run(
        'insert into supplies values (?, ?, ?, ?, ?, ?, ?, ?)',
        category,
        position,
        slug,
        name,
        summary,
        bestFor ?? null,
        priceRange ?? null,
        JSON.stringify(retailers),
      )
    }
  }
}
