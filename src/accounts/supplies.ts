import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Supplies, SupplyCategory, SupplyRecord } from '../kit/repositories.ts'
import { fold, foldWords, hasWords } from '../kit/text.ts'
import { readingCatalog } from './catalog.ts'
import type { Patience } from './database.ts'
import type { CatalogDatabase } from './schema.ts'
import { inWriteTransaction } from './sqlite/writing.ts'

const retailerList = z.array(z.object({ name: z.string(), url: z.string() }))

/** §4.3, D19. A category is small enough to be filtered as it is read. */
export function createSupplies(db: Kysely<CatalogDatabase>): Supplies {
  return {
    browse: ({ category, query, limit }) =>
      readingCatalog(async () => {
        const rows = await db
          .selectFrom('supplies')
          .selectAll()
          .where('category', '=', category)
          .orderBy('position')
          .execute()
        const words = query === undefined ? [] : foldWords(query)
        const nothingSearchable = query !== undefined && words.length === 0
        const matching = nothingSearchable
          ? []
          : rows.filter(({ name, summary, best_for }) =>
              hasWords(fold(`${name} ${summary} ${best_for ?? ''}`), words),
            )
        return {
          found: rows.length > 0,
          answer: {
            totalMatching: matching.length,
            items: matching.slice(0, limit).map((row) => ({
              slug: row.slug,
              name: row.name,
              summary: row.summary,
              bestFor: row.best_for ?? undefined,
              priceRange: row.price_range ?? undefined,
              retailers: retailerList.parse(JSON.parse(row.retailers)),
            })),
          },
        }
      }),
  }
}

/** Makes the guides exactly those of the data files, in one transaction. */
export async function replaceSupplies(
  db: Kysely<CatalogDatabase>,
  guides: ReadonlyMap<SupplyCategory, readonly SupplyRecord[]>,
  patience?: Patience,
): Promise<void> {
  await inWriteTransaction(
    db,
    async (transaction) => {
      await transaction.deleteFrom('supplies').execute()
      for (const [category, entries] of guides) {
        for (const [position, entry] of entries.entries()) {
          await transaction
            .insertInto('supplies')
            .values({
              category,
              position,
              slug: entry.slug,
              name: entry.name,
              summary: entry.summary,
              best_for: entry.bestFor ?? null,
              price_range: entry.priceRange ?? null,
              retailers: JSON.stringify(entry.retailers),
            })
            .execute()
        }
      }
    },
    patience,
  )
}
