/** How long one turn of the event loop spends on requests, in milliseconds. */
const TURN_MS = 10
/** How long requests wait for clients that connect: a turn of the event loop takes one of them. */
const CONNECTING_MS = 10
/** After so much work in one piece, counted in CPU time, the queue will not get empty by itself. */
const OVERLOADED_CPU_MS = 400
/** The same for a server that waits for its disk or for other processes, in turns of at most `STOPPED_MS`. */
const OVERLOADED_MS = 3_000
/** More than this in one turn means that the process was stopped, not that it has much to do. */
const STOPPED_MS = 50
/** How long a request may have waited while the server is overloaded. Those with an account are refused last. */
const ANONYMOUS_MS = 100
const SIGNED_IN_MS = 150

/** Monitors ask how busy the server is: they are first in line, and never refused. */
const MONITORS = new Set(['/healthz', '/readyz'])

/** A request that waits for its turn. */
export interface Waiting {
  readonly url?: string | undefined
  /** Whether it came with credentials of any kind. */
  readonly claimsAccount: boolean
  handle(): void
  /** Answers that the server is busy. */
  refuse(): void
}

export interface RequestQueue {
  add(request: Waiting): void
  /** To call when a client connects. */
  connected(): void
  /** From now on requests wait, until `release`. */
  hold(): void
  release(): void
  /** How many wait. */
  length(): number
  /** How many were refused so far. */
  refused(): { readonly anonymous: number; readonly signedIn: number }
}

export interface RequestQueueOptions {
  /** Told when the server cannot keep up, and when it can again, with how many were refused meanwhile. */
  readonly onOverload?: (isOverloaded: boolean, refused: number) => void
  /** False where nobody is to be refused. */
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
 * Requests in the order that they came, a few milliseconds of them in each turn of the event loop. When the
 * queue does not get empty any more, those that have waited for long are refused at little cost, and
 * the others are served as fast as ever. A short burst, or a machine that stopped for a moment, is no overload.
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
  /** What was done since the queue was empty, and when that was counted last. */
  let busyFor = 0
  let countedAt = 0
  let cpuAtStart = 0
  let isOverloaded = false
  /** How many had been refused before the overload; `undefined` when there is none. */
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

  /** Takes the first request, and the next one when all that this one has started is done. */
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

  /** Whether clients connect, and have not had their time yet. */
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
