/** Work of fewer milliseconds is no burden for others. */
const SHORT_MS = 5

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Pauses for as long as this turn works, if that is long: requests of others need several turns. */
async function rest(): Promise<void> {
  const begun = performance.now()
  await nextTurn()
  const worked = performance.now() - begun
  if (worked > SHORT_MS) await new Promise((resolve) => setTimeout(resolve, worked))
}

/**
 * Makes a function that waits for a turn of the event loop in which none of its other callers works. A pause follows
 * each long turn.
 */
export function createTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const turn = last.then(nextTurn)
    last = turn.then(rest)
    return turn
  }
}
