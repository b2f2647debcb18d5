import { AppError, accountsUnavailable } from '../core/errors.ts'
import type { OnProblem } from './database.ts'

/** How often the database is looked at, in milliseconds. */
const INTERVAL_MS = 1_000

/** Why something cannot be used, for operators. They are told once of each problem, and of its end. */
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

export interface Watched {
  /** What an error says about the database, for operators; `undefined` if the database is not at fault. */
  faultOf(error: unknown): string | undefined
  /**
   * Looks whether the database works; rejects if it does not.
   *
   * @param isSuspected whether there is reason to think that it does not work.
   */
  look(isSuspected: boolean): Promise<void>
  /** A command has none: it reports the database's own message. */
  readonly onProblem: OnProblem | undefined
}

/** Knows whether a database works: from the calls that fail, and by looking once a second. */
export function watch({ faultOf, look, onProblem }: Watched) {
  const problem = new Problem(onProblem ?? (() => {}))
  let isLooking = false

  async function lookNow(isSuspected: boolean): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look(isSuspected)
      problem.say(undefined)
    } catch (error) {
      problem.say(faultOf(error) ?? problem.current, error)
    } finally {
      isLooking = false
    }
  }
  const lookAgain = () => void lookNow(problem.current !== undefined)
  const timer = onProblem && setInterval(lookAgain, INTERVAL_MS).unref()

  return {
    problem: () => problem.current,
    /** Looks at once, because something is suspected. */
    look: () => lookNow(true),
    async forCaller<Result>(action: () => Promise<Result>): Promise<Result> {
      try {
        return await action()
      } catch (error) {
        const fault = error instanceof AppError ? undefined : faultOf(error)
        if (onProblem === undefined || fault === undefined) throw error
        problem.say(fault, error)
        throw accountsUnavailable(error)
      }
    },
    close: () => clearInterval(timer),
  }
}
