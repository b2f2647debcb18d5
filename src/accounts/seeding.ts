import * as z from 'zod'
import { AT_START, type Database, type Patience } from './database.ts'
import type { Item } from './items.ts'
import { createLeases } from './leases.ts'
import { readMeta, writeMeta } from './meta.ts'
import { putItems } from './put-items.ts'

export interface ShippedItems {
  readonly name: string
  /** The release that ships the items, such as `1.2.0`. */
  readonly release: string
  /** A hash of the files that they come from. */
  readonly hash: string
  readonly items: readonly Item[]
}

const mark = z.object({ release: z.string(), hash: z.string() })

/** The mark of what is loaded. The first release wrote only the hash. */
function markOf(text: string | undefined): z.infer<typeof mark> | undefined {
  if (text === undefined) return undefined
  return text.startsWith('{') ? mark.parse(JSON.parse(text)) : { release: '0', hash: text }
}

/** Whether one release is newer than another, such as 1.10.0 and 1.9.0. */
export function isNewer(release: string, other: string): boolean {
  return release.localeCompare(other, 'en', { numeric: true }) > 0
}

/**
 * Loads the shipped items and their mark in one transaction, one process at a time, unless they or those of a
 * newer release are loaded. Answers whether it loaded them.
 */
export async function seedItems(
  database: Database,
  { name, release, hash, items }: ShippedItems,
  patience: Patience = AT_START,
): Promise<boolean> {
  const key = `seed:${name}`
  const isLoaded = async () => {
    const known = markOf(await readMeta(database.kysely, key))
    return known !== undefined && (known.hash === hash || isNewer(known.release, release))
  }
  if (await isLoaded()) return false
  return createLeases(database).hold(key, patience, async () => {
    // Another instance may have loaded them while this one waited.
    if (await isLoaded()) return false
    await database.write(async (transaction) => {
      for (const outcome of await putItems(transaction, database, items)) {
        if (typeof outcome !== 'string') throw new Error(outcome.problem)
      }
      await writeMeta(transaction, key, JSON.stringify({ release, hash }))
    }, patience)
    return true
  })
}
