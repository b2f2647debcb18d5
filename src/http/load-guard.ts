/** If several turns of the event loop in a row take this long, the server cannot keep up. Milliseconds. */
const LONG_TURN_MS = 50
const LONG_TURNS = 3
/** How far into such a turn requests are still handled. Callers with an account are refused last. */
const ANONYMOUS_MS = 100
const SIGNED_IN_MS = 200

/** Monitors ask how busy the server is, so they are never refused. */
const NEVER_SHED = new Set(['/healthz', '/readyz'])

export interface LoadGuard {
  /** Whether a request comes so late in a turn of the event loop that it is refused. */
  sheds(request: { readonly url?: string | undefined; readonly claimsAccount: boolean }): boolean
  counts(): { readonly anonymous: number; readonly signedIn: number }
}

/**
 * Notices overload where it shows: requests that arrived together are handled one after another in one
 * turn of the event loop, so each has waited for all before it. While turns stay long, those at the
 * end are refused at once, at little cost, and the others are served as fast as ever: nothing queues.
 * One long turn is no overload.
 *
 * @param atTurnEnd calls back when this turn of the event loop is over.
 */
export function createLoadGuard(
  clock: () => number = () => performance.now(),
  atTurnEnd: (end: () => void) => void = setImmediate,
): LoadGuard {
  let startedAt: number | undefined
  let endedAt = 0
  let longTurns = 0
  const shed = { anonymous: 0, signedIn: 0 }

  function endTurn(): void {
    endedAt = clock()
    longTurns = endedAt - (startedAt ?? endedAt) > LONG_TURN_MS ? longTurns + 1 : 0
    startedAt = undefined
  }

  /** How long this turn has taken up to now. */
  function ageOfTurn(): number {
    const now = clock()
    if (startedAt !== undefined) return now - startedAt
    startedAt = now
    // Idle since: what was before says nothing of now.
    if (now - endedAt > LONG_TURN_MS) longTurns = 0
    atTurnEnd(endTurn)
    return 0
  }

  return {
    sheds({ url, claimsAccount }) {
      const age = ageOfTurn()
      if (longTurns < LONG_TURNS || age < ANONYMOUS_MS) return false
      if (claimsAccount && age < SIGNED_IN_MS) return false
      if (NEVER_SHED.has(url ?? '')) return false
      shed[claimsAccount ? 'signedIn' : 'anonymous'] += 1
      return true
    },
    counts: () => shed,
  }
}
