import { accountsUnavailable } from '../core/errors.ts'
import type { Database, Statements } from './database.ts'
import { faultOf } from './failures.ts'

const INTERVAL_MS = 1_000

/** Tells operators once why accounts cannot be used; `undefined` when they can be used again. */
export type OnProblem = (problem: string | undefined, cause?: unknown) => void

/** Whether accounts can be used. */
export class Availability {
  #problem: string | undefined
  #busyMs = 0
  readonly #onProblem: OnProblem | undefined

  constructor(onProblem: OnProblem | undefined) {
    this.#onProblem = onProblem
  }

  /** In words for operators; `undefined` if they can be used. */
  problem = (): string | undefined => this.#problem

  /** How long calls took, all together. */
  busySeconds = (): number => this.#busyMs / 1_000

  say(problem: string | undefined, cause?: unknown): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#onProblem?.(problem, cause)
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
 * Learns whether a database works from calls that fail, and for `onProblem` by looking once a second. After a failure,
 * `probe` creates and removes something.
 */
export function watch<Tables>(
  { check, look, write }: Database<Tables>,
  onProblem: OnProblem | undefined,
  probe: Statements<Tables, unknown>,
) {
  const availability = new Availability(onProblem)
  let isLooking = false

  async function lookNow(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      if (availability.problem() !== undefined) await write(probe, { seconds: 0 })
      availability.say(undefined)
    } catch (error) {
      availability.say(faultOf(error) ?? availability.problem(), error)
    } finally {
      isLooking = false
    }
  }
  if (onProblem) void lookNow()
  const timer = onProblem && setInterval(() => void lookNow(), INTERVAL_MS).unref()

  return {
    problem: availability.problem,
    busySeconds: availability.busySeconds,
    /** A read or a create of a caller. */
    call<Answer>(run: () => Promise<Answer>, isCreate = false): Promise<Answer> {
      const checked = async () => {
        check()
        return run()
      }
      return availability.call(checked, isCreate, faultOf)
    },
    close: () => clearInterval(timer),
  }
}
