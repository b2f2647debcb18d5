import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database, Lease, Patience } from '../database/index.ts'
import type { AccountsTables, EditionsTable } from './tables.ts'

/**
 * How many editions of a format are kept. An instance that is still fetching one gets all of it while the
 * next ones are published.
 */
const KEPT = 3

export type Edition = Readonly<EditionsTable>

/** States of the catalog, as files in chunks, for all instances to fetch. */
export interface Editions {
  /** The editions of a format that are kept, newest first. */
  of(format: number): Promise<readonly Edition[]>
  /** The newest edition of an earlier format. */
  latestBefore(format: number): Promise<Edition | undefined>
  /** The chunks in order. The sequence ends early if one is missing. */
  chunksOf(edition: Edition): AsyncGenerator<Uint8Array>
  /**
   * Runs `job` while no other process publishes. Throws `DatabaseBusyError` if another one does so for too
   * long, and `LeaseLost` if this process stood still for so long that another one took over.
   */
  publishing<Result>(patience: Patience, job: (publish: Publish) => Promise<Result>): Promise<Result>
}

/** Publishes the next edition. */
export type Publish = (
  edition: Pick<Edition, 'format' | 'release'>,
  chunks: AsyncIterable<Uint8Array>,
) => Promise<Edition>

export function createEditions(database: Database<AccountsTables>): Editions {
  const { kysely } = database
  const all = kysely.selectFrom('editions').selectAll().orderBy('format', 'desc').orderBy('number', 'desc')

  const publishWith = (lease: Lease): Publish => {
    /** Writes nothing for a process that has lost its lease, because another one may write the same rows. */
    const write = (run: (transaction: Transaction<AccountsTables>) => Promise<unknown>) =>
      database.write(async (transaction) => {
        await lease.keep(transaction)
        await run(transaction)
      })

    /** Removes chunks of editions that were never finished, and old editions. */
    const removeFrom = (format: number, where: '<' | '>', number: number) =>
      write(async (transaction) => {
        for (const table of ['edition_chunks', 'editions'] as const)
          await transaction
            .deleteFrom(table)
            .where('format', '=', format)
            .where('number', where, number)
            .execute()
      })

    return async ({ format, release }, pieces) => {
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
        // Half an edition takes space, and the disk may be full already. If this fails, the next edition
        // removes it.
        await removeFrom(format, '>', last).catch(() => {})
        throw error
      }
    }
  }

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

    publishing: (patience, job) =>
      database.leases.hold('catalog', patience, (lease) => job(publishWith(lease))),
  }
}
