export class TimedOut extends Error {
  constructor() {
    super('There was no answer in time.')
  }
}

/**
 * Rejects with `TimedOut` when the time is over and two more turns of the event loop have passed, so that an answer
 * that has arrived but is unread still counts.
 */
export function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimedOut())
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
