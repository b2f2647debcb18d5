/** An answer did not come in time. */
export class TimedOut extends Error {
  constructor() {
    super('There was no answer in time.')
  }
}

/**
 * The answer, or `TimedOut` after some milliseconds. After that time it waits two more turns of the event loop,
 * so that an answer that has arrived but is unread still counts.
 */
export function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimedOut())
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
