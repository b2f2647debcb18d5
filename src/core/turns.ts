import { overloaded } from './errors.ts'

/** Work of fewer milliseconds is no burden for others. */
const SHORT_MS = 5

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Pauses afterwards for as long as it worked, if that is long: requests of others need several turns. */
async function workAndRest(work: () => Promise<void>): Promise<void> {
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
 * `overloaded` if nobody waits for the result any more when its turn comes.
 */
export function createTurns({ rests }: { readonly rests: boolean }) {
  /** By person, the next one first. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let last: Promise<unknown> = Promise.resolve()

  async function workOfNext(): Promise<void> {
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
      const turn = async () => {
        if (isOver?.()) return reject(overloaded())
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      }
      const theirs = waiting.get(of) ?? []
      theirs.push(turn)
      waiting.set(of, theirs)
      last = last.then(nextTurn).then(() => (rests ? workAndRest(workOfNext) : workOfNext()))
    })
}

/** Makes a function that works while a place is free, in all and of one person. Others are refused as `overloaded`. */
export function createPlaces({ most, ofOne }: { readonly most: number; readonly ofOne: number }) {
  const taken: string[] = []
  return async <Result>(of: string, work: () => Promise<Result>): Promise<Result> => {
    if (taken.length >= most || taken.filter((each) => each === of).length >= ofOne) throw overloaded()
    taken.push(of)
    try {
      return await work()
    } finally {
      taken.splice(taken.indexOf(of), 1)
    }
  }
}
