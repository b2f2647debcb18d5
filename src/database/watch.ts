import { accountsUnavailable } from '../core/errors.ts'
import type { Database, Statements } from './database.ts'
import { faultOf } from './failures.ts'

const INTERVAL_MS = 1_000

/** Tells operators once why accounts cannot be used; `undefined` when they can be used again. */
export type OnProblem = (problem: string | undefined, cause?: unknown) => void

/**
 * Whether accounts can be used.
 *
 * @param meaningOf what operators are told of a failed call; `undefined` if the accounts are not at fault.
 */
export function createAvailability(
  meaningOf: (error: unknown) => string | undefined,
  onProblem: OnProblem = () => {},
) {
  let known: string | undefined
  let busyMs = 0

  function say(problem: string | undefined, cause?: unknown): void {
    if (problem === known) return
    known = problem
    onProblem(problem, cause)
  }

  return {
    say,
    /** In words for operators; `undefined` if they can be used. */
    problem: () => known,
    /** How long calls took, all together. */
    busySeconds: () => busyMs / 1_000,
    /**
     * Throws `accounts_unavailable` if the call fails by a fault of the accounts (D9).
     *
     * @param isCreate whether something may have been created all the same.
     */
    async call<Answer>(run: () => Promise<Answer>, isCreate = false): Promise<Answer> {
      const startedAt = performance.now()
      try {
        return await run()
      } catch (error) {
        const problem = meaningOf(error)
        if (problem === undefined) throw error
        say(problem, error)
        throw accountsUnavailable(error, isCreate)
      } finally {
        busyMs += performance.now() - startedAt
      }
    },
  }
}

/**
 * Looks once a second whether a database works. After a failure, `probe` creates and removes something. Answers what
 * ends it.
 */
export function watch<Tables>(
  { look, write }: Database<Tables>,
  { problem, say }: Pick<ReturnType<typeof createAvailability>, 'problem' | 'say'>,
  probe: Statements<Tables, unknown>,
): () => void {
  let isLooking = false
  async function lookNow(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      if (problem() !== undefined) await write(probe, { seconds: 0 })
      say(undefined)
    } catch (error) {
      say(faultOf(error) ?? problem(), error)
    } finally {
      isLooking = false
    }
  }
  void lookNow()
  const timer = setInterval(() => void lookNow(), INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
