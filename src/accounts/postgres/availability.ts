import { type Kysely, sql } from 'kysely'
import { accountsUnavailable } from '../../kit/errors.ts'
import type { Availability, OnProblem } from '../availability.ts'
import type { AccountsDatabase } from '../schema.ts'
import { isUnavailable } from './failures.ts'

/** How often PostgreSQL is asked whether it is back, in milliseconds. */
const INTERVAL_MS = 500

const PROBLEM = 'PostgreSQL does not answer as it should.'

/** Notices when PostgreSQL cannot do its work, and asks from then on whether it can again. */
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
    if (problem === undefined || kysely === undefined || isAsking) return
    isAsking = true
    await sql`select 1`.execute(kysely).then(
      () => say(undefined),
      () => {},
    )
    isAsking = false
  }
  const timer = setInterval(() => void ask(), INTERVAL_MS).unref()

  const availability: Availability = {
    problem: () => problem,
    async run(action) {
      try {
        const result = await action()
        say(undefined)
        return result
      } catch (error) {
        if (!isUnavailable(error)) throw error
        say(PROBLEM, error)
        throw accountsUnavailable(error)
      }
    },
  }
  return {
    ...availability,
    /** A connection that nobody was using was lost: most likely all are. */
    lost: (error: Error) => say(PROBLEM, error),
    watch(db: Kysely<AccountsDatabase>): void {
      kysely = db
    },
    close: () => clearInterval(timer),
  }
}
