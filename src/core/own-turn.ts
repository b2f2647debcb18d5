const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Makes a function that waits for a turn of the event loop in which none of its other callers works. */
export function createTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    last = last.then(nextTurn)
    return last
  }
}
