import { AppError, accountsUnavailable } from '../core/errors.ts'
import type { Database, OnProblem, Statements } from './database.ts'
import { faultOf } from './failures.ts'

const INTERVAL_MS = 1_000

/** Why something cannot be used. Operators are told once of each problem, and of its end. */
export class Problem {
  current: string | undefined
  readonly #onProblem: OnProblem

  constructor(onProblem: OnProblem) {
    this.#onProblem = onProblem
  }

  say(problem: string | undefined, cause?: unknown): void {
    if (problem === this.current) return
    this.current = problem
    this.#onProblem(problem, cause)
  }
}

/**
 * Learns whether a database works from calls that fail, and by looking once a second. After a failure, `probe` creates
 * and removes something.
 */
export function watch<Tables>(
  { look, inTime, write }: Database<Tables>,
  onProblem: OnProblem,
  probe: Statements<Tables, unknown>,
) {
  const problem = new Problem(onProblem)
  let isLooking = false

  async function lookNow(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      if (problem.current !== undefined) await inTime(() => write(probe, { seconds: 0 }))
      problem.say(undefined)
    } catch (error) {
      problem.say(faultOf(error) ?? problem.current, error)
    } finally {
      isLooking = false
    }
  }
  void lookNow()
  const timer = setInterval(() => void lookNow(), INTERVAL_MS).unref()

  return {
    problem: () => problem.current,
    /**
     * Throws `accounts_unavailable` if the database is at fault (D9).
     *
     * @param isCreate whether something may have been created all the same.
     */
    async forCaller<Result>(action: () => Promise<Result>, isCreate: boolean): Promise<Result> {
      try {
        return await inTime(action)
      } catch (error) {
        const fault = error instanceof AppError ? undefined : faultOf(error)
        if (fault === undefined) throw error
        problem.say(fault, error)
        throw accountsUnavailable(error, isCreate)
      }
    },
    close: () => clearInterval(timer),
  }
}
