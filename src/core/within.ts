/** An answer did not come in time. */
export class TooSlow extends Error {
  constructor() {
    super('There was no answer in time.')
  }
}

/**
 * The answer, or `TooSlow` after some time. What has arrived by then counts, although a busy event loop
 * has not read it yet: it does so before the immediates that follow a timer.
 */
export function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TooSlow())
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
