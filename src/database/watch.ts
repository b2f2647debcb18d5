import { AppError, accountsUnavailable } from '../core/errors.ts'
import type { OnProblem } from './database.ts'

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

interface Watched {
  readonly onProblem: OnProblem
  /** In words for operators; `undefined` if the database is not at fault. */
  faultOf(error: unknown): string | undefined
  /** Rejects if the database is not there. */
  look(): Promise<unknown>
  /** Writes something. Called after a failure. */
  probe(): Promise<unknown>
}

/** Learns whether a database works from the calls that fail, and by looking once a second. */
export function watch({ onProblem, faultOf, look, probe }: Watched) {
  const problem = new Problem(onProblem)
  let isLooking = false

  async function lookNow(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      if (problem.current !== undefined) await probe()
      problem.say(undefined)
    } catch (error) {
      problem.say(faultOf(error) ?? problem.current, error)
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void lookNow(), INTERVAL_MS).unref()

  return {
    problem: () => problem.current,
    look: lookNow,
    async forCaller<Result>(action: () => Promise<Result>): Promise<Result> {
      try {
        return await action()
      } catch (error) {
        const fault = error instanceof AppError ? undefined : faultOf(error)
        if (fault === undefined) throw error
        problem.say(fault, error)
        throw accountsUnavailable(error)
      }
    },
    close: () => clearInterval(timer),
  }
}

/** For a command, which reports the database's own message. */
export const UNWATCHED: ReturnType<typeof watch> = {
  problem: () => undefined,
  look: async () => {},
  forCaller: (action) => action(),
  close: () => {},
}
