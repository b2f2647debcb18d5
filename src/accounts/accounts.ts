import { BusyTime } from '../core/busy-time.ts'
import type { Assets, Projects } from '../core/repositories.ts'
import { createAssets } from './assets.ts'
import { whileAvailable } from './availability.ts'
import type { Outcome } from './batch.ts'
import { AT_START, type Database, type Patience } from './database.ts'
import { createEditions, type Editions } from './editions.ts'
import { allItems, type Item } from './items.ts'
import { createLeases, type Leases } from './leases.ts'
import { cursorSecret, readMeta, writeMeta } from './meta.ts'
import { createProjects } from './projects.ts'
import { putItems } from './put-items.ts'
import { type ShippedItems, seedItems } from './seeding.ts'

/** Everything that people own. */
export interface Accounts {
  readonly projects: Projects
  readonly assets: Assets
  readonly leases: Leases
  readonly editions: Editions
  /** Whether an import keeps everybody from writing until it ends. */
  readonly hasOneWriter: boolean
  /**
   * Imports items in one transaction, one import at a time. If `run` throws, all of it is undone.
   *
   * @param run gets a function that stores a batch, as if its items came one after the other.
   */
  importing<Result>(
    run: (put: (items: readonly Item[]) => Promise<Outcome[]>) => Promise<Result>,
    patience?: Patience,
  ): Promise<Result>
  /**
   * Calls `run` with everybody's items as they are at one moment, in an order in which they can be imported
   * again.
   */
  exporting<Result>(run: (items: AsyncGenerator<Item>) => Promise<Result>): Promise<Result>
  /** Loads the shipped items unless they are loaded already. Answers whether it loaded them. */
  seed(shipped: ShippedItems, patience?: Patience): Promise<boolean>
  /** Small facts about the database: the cursor secret, and marks of the data that was loaded. */
  readonly facts: {
    get(key: string): Promise<string | undefined>
    set(key: string, value: string): Promise<void>
  }
  /** The secret that signs cursors if none is configured. It is the same for all instances. */
  cursorSecret(): Promise<string>
  /** The problem of the database, for operators; `undefined` if there is none. */
  problem(): string | undefined
  /** For how many seconds reads and writes for callers took, all together. */
  busySeconds(): number
  close(): Promise<void>
}

export function createAccounts(database: Database): Accounts {
  const leases = createLeases(database)
  const { run, problem } = database.availability
  const busy = new BusyTime()
  return {
    ...whileAvailable(
      { projects: createProjects(database), assets: createAssets(database) },
      { run: (action) => busy.until(() => run(action)), problem },
    ),
    leases,
    editions: createEditions(database),
    hasOneWriter: database.hasOneWriter,
    importing: (run, patience = AT_START) =>
      leases.hold('items', patience, () =>
        database.write((transaction) => run((items) => putItems(transaction, database, items)), patience),
      ),
    exporting: (run) => database.read((snapshot) => run(allItems(snapshot))),
    seed: (shipped, patience) => seedItems(database, shipped, patience),
    facts: {
      get: (key) => readMeta(database.kysely, key),
      set: (key, value) => database.write((transaction) => writeMeta(transaction, key, value)),
    },
    cursorSecret: () => cursorSecret(database),
    problem,
    busySeconds: () => busy.seconds,
    close: database.close,
  }
}
