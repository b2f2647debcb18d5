import type { Kysely } from 'kysely'
import { accountsUnavailable } from '../../kit/errors.ts'
import { within } from '../../kit/within.ts'
import type { Availability, OnProblem } from '../availability.ts'
import { writeMeta } from '../meta.ts'
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

  /**
   * Writes its own row and nothing else. Only a write shows that creates work: with a full disk, reads still
   * do.
   */
  async function ask(): Promise<void> {
    if (kysely === undefined || isAsking) return
    isAsking = true
    await writeMeta(kysely, 'last-write-check', new Date().toISOString()).then(
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
