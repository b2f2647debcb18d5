import type { Kysely } from 'kysely'
import { accountsUnavailable } from '../../core/errors.ts'
import { within } from '../../core/within.ts'
import type { Availability, OnProblem } from '../availability.ts'
import { newId } from '../identifiers.ts'
import type { AccountsDatabase } from '../schema.ts'
import { isConflict, isUnavailable } from './failures.ts'

/** How often to ask whether PostgreSQL works again, in milliseconds. */
const INTERVAL_MS = 500
/**
 * For a whole read or write with all its statements, in milliseconds. A request is answered within two
 * seconds (D9).
 */
const PATIENCE_MS = 1_500

const PROBLEM = 'PostgreSQL does not answer as it should.'

class Undone extends Error {}

/**
 * Creates a project and an item, and takes them back. Reads, or a write elsewhere, would prove nothing: with a
 * full disk they go on, as long as there is room in the pages that they need.
 */
async function tryCreates(kysely: Kysely<AccountsDatabase>): Promise<void> {
  const common = { name: '', folded_name: '', archived: 0, created_at: 0 } as const
  const project = { id: newId('projects'), ...common }
  const item = { id: newId('blocks'), owner_id: '', resource: 'blocks', tags: '[]', ...common } as const
  await kysely
    .transaction()
    .execute(async (transaction) => {
      await transaction.insertInto('projects').values(project).execute()
      await transaction.insertInto('assets').values(item).execute()
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
}

/** Notices when PostgreSQL cannot work, and then asks until it works again. */
export function watchAvailability(onProblem: OnProblem) {
  let problem: string | undefined
  let kysely: Kysely<AccountsDatabase> | undefined
  let isAsking = false

  const say = (now: string | undefined, cause?: unknown): void => {
    if (now === problem) return
    problem = now
    onProblem(now, cause)
  }

  async function ask(): Promise<void> {
    if (kysely === undefined || isAsking) return
    isAsking = true
    await tryCreates(kysely).then(
      () => say(undefined),
      (error: unknown) => say(PROBLEM, error),
    )
    isAsking = false
  }
  const timer = setInterval(() => problem !== undefined && void ask(), INTERVAL_MS).unref()

  const availability: Availability = {
    problem: () => problem,
    async run(action) {
      try {
        return await within(PATIENCE_MS, action())
      } catch (error) {
        // A conflict was tried again several times before it comes here.
        if (!isUnavailable(error) && !isConflict(error)) throw error
        say(PROBLEM, error)
        throw accountsUnavailable(error)
      }
    },
  }
  return {
    ...availability,
    /** An idle connection was lost. It may be all of them, or one that a pooler closed. */
    lost: () => void ask(),
    watch(db: Kysely<AccountsDatabase>): void {
      kysely = db
    },
    close: () => clearInterval(timer),
  }
}
