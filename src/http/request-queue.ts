/** How long requests may take in one turn of the event loop, in milliseconds. */
const TURN_MS = 10
/** How long requests wait for connecting clients, because each turn of the event loop accepts one of them. */
const CONNECTING_MS = 10
/** After so much work without a pause, in CPU time, the queue will not get empty by itself. */
const OVERLOADED_CPU_MS = 400
/**
 * The same for a server that waits for its disk or for other processes. No turn counts for more than
 * `STOPPED_MS`.
 */
const OVERLOADED_MS = 3_000
/** A turn that took longer means that the process was stopped, not that it had much to do. */
const STOPPED_MS = 50
/** How long a request may wait while the server is overloaded. Requests with an account are refused last. */
const ANONYMOUS_MS = 100
const SIGNED_IN_MS = 150

/** Monitors ask how busy the server is, so they go first and are never refused. */
const MONITORS = new Set(['/healthz', '/readyz'])

/** A request that waits for its turn. */
export interface Waiting {
  readonly url?: string | undefined
  /** Whether it has credentials of any kind. */
  readonly claimsAccount: boolean
  handle(): void
  /** Answers that the server is busy. */
  refuse(): void
}

export interface RequestQueue {
  add(request: Waiting): void
  /** To call when a client connects. */
  connected(): void
  /** From now on requests wait, until `release` is called. */
  hold(): void
  release(): void
  /** How many requests wait. */
  length(): number
  /** How many were refused so far. */
  refused(): { readonly anonymous: number; readonly signedIn: number }
}

export interface RequestQueueOptions {
  /**
   * Is told when the server cannot keep up, and when it can again, with the number of requests refused in
   * between.
   */
  readonly onOverload?: (isOverloaded: boolean, refused: number) => void
  /** False to refuse nobody. */
  readonly refuses?: boolean
  readonly clock?: () => number
  /** The CPU time that this process has used, in milliseconds. */
  readonly cpuTime?: () => number
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn?: (run: () => void) => void
}

const usedCpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Handles requests in the order in which they came, for a few milliseconds in each turn of the event loop. If
 * the queue never gets empty, requests that have waited for long are refused, which costs little, and the
 * others are served as fast as ever. A short burst is no overload, and neither is a machine that stopped for
 * a moment.
 */
export function createRequestQueue({
  onOverload = () => {},
  refuses = true,
  clock = () => performance.now(),
  cpuTime = usedCpu,
  nextTurn = setImmediate,
}: RequestQueueOptions = {}): RequestQueue {
  const monitors: Waiting[] = []
  const queue: (Waiting & { readonly since: number })[] = []
  const refused = { anonymous: 0, signedIn: 0 }
  let isHeld = false
  let isScheduled = false
  let hasConnected = false
  let connectingSince: number | undefined
  /** The work done since the queue was last empty, and when that was last measured. */
  let busyFor = 0
  let countedAt = 0
  let cpuAtStart = 0
  let isOverloaded = false
  /** How many had been refused before the overload; `undefined` if there is none. */
  let refusedBefore: number | undefined

  const total = () => refused.anonymous + refused.signedIn

  function schedule(): void {
    if (isScheduled || isHeld) return
    isScheduled = true
    busyFor = 0
    countedAt = clock()
    cpuAtStart = cpuTime()
    nextTurn(turn)
  }

  function endOfQueue(): void {
    isScheduled = false
    isOverloaded = false
    if (refusedBefore === undefined) return
    onOverload(false, total() - refusedBefore)
    refusedBefore = undefined
  }

  function isTooLate({ since, claimsAccount }: { since: number; claimsAccount: boolean }): boolean {
    const patience = claimsAccount ? SIGNED_IN_MS : ANONYMOUS_MS
    if (!refuses || !isOverloaded || clock() - since < patience) return false
    if (refusedBefore === undefined) {
      refusedBefore = total()
      onOverload(true, 0)
    }
    refused[claimsAccount ? 'signedIn' : 'anonymous'] += 1
    return true
  }

  /** Takes the first request. The next one follows when everything that this one started is done. */
  function take(until: number): void {
    const monitor = monitors.shift()
    const request = monitor === undefined ? queue.shift() : undefined
    if (monitor !== undefined) monitor.handle()
    else if (request !== undefined && isTooLate(request)) request.refuse()
    else request?.handle()
    if (monitors.length + queue.length === 0) endOfQueue()
    else if (clock() < until) queueMicrotask(() => process.nextTick(take, until))
    else nextTurn(turn)
  }

  /** Whether clients are connecting and have not had their time yet. */
  function letConnect(now: number): boolean {
    if (hasConnected) {
      hasConnected = false
      connectingSince ??= now
      if (now - connectingSince < CONNECTING_MS) return true
    }
    connectingSince = undefined
    return false
  }

  function turn(): void {
    const now = clock()
    busyFor += Math.min(now - countedAt, STOPPED_MS)
    countedAt = now
    isOverloaded ||= busyFor > OVERLOADED_MS || cpuTime() - cpuAtStart > OVERLOADED_CPU_MS
    if (isHeld) isScheduled = false
    else if (letConnect(now)) nextTurn(turn)
    else take(now + TURN_MS)
  }

  return {
    add(request) {
      if (MONITORS.has(request.url ?? '')) monitors.push(request)
      else queue.push({ ...request, since: clock() })
      schedule()
    },
    connected() {
      hasConnected = true
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      if (monitors.length + queue.length > 0) schedule()
    },
    length: () => monitors.length + queue.length,
    refused: () => refused,
  }
}
