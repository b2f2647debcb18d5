/** An answer did not come in time. */
export class TimedOut extends Error {
  constructor() {
    super('There was no answer in time.')
  }
}

/**
 * The answer, or `TimedOut` after some milliseconds. It also accepts an answer that is already in the socket's
 * buffer and that a busy event loop has not read yet: it does so before the immediates that follow a timer.
 */
export function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimedOut())
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
