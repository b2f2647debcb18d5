/** Adds up how long something was at work, for metrics. */
export class BusyTime {
  #ms = 0

  get seconds(): number {
    return this.#ms / 1_000
  }

  /** Runs something, and adds the time until it returns. */
  during<Result>(run: () => Result): Result {
    const startedAt = performance.now()
    try {
      return run()
    } finally {
      this.#ms += performance.now() - startedAt
    }
  }

  /** Runs something, and adds the time until its promise settles. */
  async until<Result>(run: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    try {
      return await run()
    } finally {
      this.#ms += performance.now() - startedAt
    }
  }
}
