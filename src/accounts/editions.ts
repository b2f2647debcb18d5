import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import type { EditionsTable } from './schema.ts'

/** Of one format: an instance that fetches one while the next are published still gets all of it. */
const KEPT = 3

export type Edition = Readonly<EditionsTable>

/** States of the catalog as files in pieces, for all instances to fetch. */
export interface Editions {
  /** Those of a format that are kept, the newest first. */
  of(format: number): Promise<readonly Edition[]>
  /** The newest of the formats before. */
  latestBefore(format: number): Promise<Edition | undefined>
  /** The pieces in order; ends early when one is missing. */
  chunksOf(edition: Edition): AsyncGenerator<Uint8Array>
  /** Publishes the next edition. One at a time: the caller holds a lease. */
  publish(edition: Pick<Edition, 'format' | 'release'>, chunks: AsyncIterable<Uint8Array>): Promise<Edition>
}

export function createEditions({ kysely, write }: Database): Editions {
  const all = kysely.selectFrom('editions').selectAll().orderBy('format', 'desc').orderBy('number', 'desc')

  /** Removes the pieces of what was never finished, and of what is old. */
  const removeFrom = (format: number, where: '<' | '>', number: number) =>
    write(async (transaction) => {
      for (const table of ['edition_chunks', 'editions'] as const)
        await transaction
          .deleteFrom(table)
          .where('format', '=', format)
          .where('number', where, number)
          .execute()
    })

  return {
    of: (format) => all.where('format', '=', format).execute(),
    latestBefore: (format) => all.where('format', '<', format).limit(1).executeTakeFirst(),

    async *chunksOf({ format, number, chunks }) {
      for (let position = 0; position < chunks; position += 1) {
        const row = await kysely
          .selectFrom('edition_chunks')
          .select('bytes')
          .where('format', '=', format)
          .where('number', '=', number)
          .where('position', '=', position)
          .executeTakeFirst()
        if (row === undefined) return
        yield row.bytes
      }
    },

    async publish({ format, release }, pieces) {
      const known = await all.where('format', '=', format).limit(1).executeTakeFirst()
      const last = known?.number ?? 0
      const number = last + 1
      await removeFrom(format, '>', last)
      const hash = createHash('sha256')
      let chunks = 0
      try {
        for await (const bytes of pieces) {
          const row = { format, number, position: chunks, bytes }
          await write((transaction) => transaction.insertInto('edition_chunks').values(row).execute())
          hash.update(bytes)
          chunks += 1
        }
        const edition = { format, number, release, chunks, sha256: hash.digest('hex') }
        await write((transaction) => transaction.insertInto('editions').values(edition).execute())
        await removeFrom(format, '<', number - KEPT + 1)
        return edition
      } catch (error) {
        // Half an edition takes space, which may be what there is too little of. The next one removes it otherwise.
        await removeFrom(format, '>', last).catch(() => {})
        throw error
      }
    },
  }
}
