import { accountsUnavailable } from '../core/errors.ts'
import type { Database, OnProblem, Statements } from './database.ts'
import { faultOf } from './failures.ts'

const INTERVAL_MS = 1_000

/** Whether accounts can be used. Operators are told once of each problem, and of its end. */
export class Availability {
  /** In words for operators; `undefined` if they can be used. */
  problem: string | undefined
  #busyMs = 0
  readonly #onProblem: OnProblem

  constructor(onProblem: OnProblem) {
    this.#onProblem = onProblem
  }

  say(problem: string | undefined, cause?: unknown): void {
    if (problem === this.problem) return
    this.problem = problem
    this.#onProblem(problem, cause)
  }

  /** How long calls took, all together. */
  busySeconds(): number {
    return this.#busyMs / 1_000
  }

  /**
   * Throws `accounts_unavailable` if the call fails by a fault of the accounts (D9).
   *
   * @param isCreate whether something may have been created all the same.
   */
  async call<Answer>(
    run: () => Promise<Answer>,
    isCreate: boolean,
    meaningOf: (error: unknown) => string | undefined,
  ): Promise<Answer> {
    const startedAt = performance.now()
    try {
      return await run()
    } catch (error) {
      const fault = meaningOf(error)
      if (fault === undefined) throw error
      this.say(fault, error)
      throw accountsUnavailable(error, isCreate)
    } finally {
      this.#busyMs += performance.now() - startedAt
    }
  }
}

/**
 * Learns whether a database works by looking once a second, and from calls that fail. After a failure, `probe` creates
 * and removes something.
 */
export function watch<Tables>(
  { check, look, write }: Database<Tables>,
  onProblem: OnProblem,
  probe: Statements<Tables, unknown>,
) {
  const availability = new Availability(onProblem)
  let isLooking = false

  async function lookNow(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      if (availability.problem !== undefined) await write(probe, { seconds: 0 })
      availability.say(undefined)
    } catch (error) {
      availability.say(faultOf(error) ?? availability.problem, error)
    } finally {
      isLooking = false
    }
  }
  void lookNow()
  const timer = setInterval(() => void lookNow(), INTERVAL_MS).unref()

  return {
    problem: () => availability.problem,
    busySeconds: () => availability.busySeconds(),
    /** A read or a create of a caller. */
    call<Answer>(run: () => Promise<Answer>, isCreate: boolean): Promise<Answer> {
      const checked = async () => {
        check()
        return run()
      }
      return availability.call(checked, isCreate, faultOf)
    },
    close: () => clearInterval(timer),
  }
}
