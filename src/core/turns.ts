import { overloaded } from './errors.ts'

/** Work of fewer milliseconds is no burden for others. */
const SHORT_MS = 5

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Pauses afterwards for as long as it worked, if that is long: requests of others need several turns. */
async function workAndRest(work: () => Promise<void>) {
  const begun = performance.now()
  await work()
  // What follows from the result belongs to the work.
  await nextTurn()
  const worked = performance.now() - begun
  if (worked > SHORT_MS) await new Promise((resolve) => setTimeout(resolve, worked))
}

/**
 * Makes a function that works in a turn of the event loop in which none of its other callers works, and with `rests`
 * pauses after long work. People take turns, so that nobody waits for all that another has asked for. Rejects with
 * `overloaded` if `most` in all or `ofOne` person wait or work, or if nobody waits for the result any more when its
 * turn comes.
 */
export function createTurns({
  rests,
  most = Number.POSITIVE_INFINITY,
  ofOne = most,
}: {
  rests: boolean
  most?: number
  ofOne?: number
}) {
  /** By person, the next one first. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  /** The people who wait, and the one whose turn it is, once for each turn. */
  const taken: string[] = []
  let last: Promise<unknown> = Promise.resolve()

  async function workOfNext() {
    for (const [of, theirs] of waiting) {
      await theirs.shift()?.()
      // Behind those who have come meanwhile.
      waiting.delete(of)
      if (theirs.length > 0) waiting.set(of, theirs)
      return
    }
  }

  return <Result>(
    of: string,
    work: () => Promise<Result> | Result,
    isOver?: () => boolean,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (taken.length >= most || taken.filter((each) => each === of).length >= ofOne)
        return reject(overloaded())
      taken.push(of)
      const turn = async () => {
        try {
          if (isOver?.()) throw overloaded()
          resolve(await work())
        } catch (error) {
          reject(error)
        } finally {
          taken.splice(taken.indexOf(of), 1)
        }
      }
      const theirs = waiting.get(of) ?? []
      theirs.push(turn)
      waiting.set(of, theirs)
      last = last.then(nextTurn).then(() => (rests ? workAndRest(workOfNext) : workOfNext()))
    })
}
