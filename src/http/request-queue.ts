import { createSpell, type SpellState } from './spell.ts'

/** How long requests may take in one turn of the event loop, in milliseconds. */
const TURN_MS = 10
/**
 * Each turn of the event loop accepts one client. So while clients connect, one request is handled after so many
 * turns.
 */
const CONNECTING_TURNS = 4
/** After so much work without a pause, in CPU time, the queue will not get empty by itself. */
const BEHIND_CPU_MS = 400
/**
 * The same for a server that waits for its disk or for other processes. No turn counts for more than
 * `STOPPED_MS`.
 */
const BEHIND_MS = 3_000
/**
 * The same when so many wait. Less work is enough then. Their number alone says little, because they may have
 * come while the process stood still.
 */
const MANY = 400
const BEHIND_CPU_WITH_MANY_MS = 100
/** A turn that took longer means that the process was stopped, not that it had much to do. */
const STOPPED_MS = 50
/**
 * While the server is behind, as many requests may wait as it handles in this time, in milliseconds. Those with
 * an account are refused last.
 */
const ANONYMOUS_MS = 30
const SIGNED_IN_MS = 45
/** So many may wait in any case. */
const MIN_WAITING = 16
/** What a request usually takes is the mean of about so many. */
const MEAN_OVER = 200
/** Monitors ask how busy the server is, so every second request may be theirs, and they are never refused. */
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
  /** Is told of the spells in which requests are refused, with the number refused since it began. */
  readonly onOverload?: (state: SpellState, refused: number) => void
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
 * the queue never gets empty, only as many may wait as can be handled soon. All others are refused as they
 * come, which costs little, and those that wait are served as fast as ever. A short burst is no overload, and
 * neither is a machine that stopped for a moment.
 */
export function createRequestQueue({
  onOverload = () => {},
  refuses = true,
  clock = () => performance.now(),
  cpuTime = usedCpu,
  nextTurn = setImmediate,
}: RequestQueueOptions = {}): RequestQueue {
  const monitors: Waiting[] = []
  let queue: Waiting[] = []
  const refused = { anonymous: 0, signedIn: 0 }
  let wasMonitor = false
  let isHeld = false
  let isScheduled = false
  let hasConnected = false
  /** For how many turns nothing was handled. */
  let letConnectFor = 0
  /** The work done since the queue was last empty, and when that was last measured. */
  let busyFor = 0
  let countedAt = 0
  let cpuAtStart: number | undefined
  let isBehind = false
  /** What a request usually takes, in milliseconds. One is a guess for the first ones. */
  let usualMs = 1
  const overload = createSpell((state, count) => {
    if (state === 'ends') isBehind = false
    onOverload(state, count)
  })

  function schedule(): void {
    if (isScheduled || isHeld) return
    isScheduled = true
    busyFor = 0
    countedAt = clock()
    cpuAtStart = undefined
    nextTurn(turn)
  }

  function refuse(request: Waiting): void {
    overload.note()
    refused[request.claimsAccount ? 'signedIn' : 'anonymous'] += 1
    request.refuse()
  }

  /** Whether this one may wait behind so many others while the server is behind. */
  function hasRoom({ claimsAccount }: Waiting, ahead: number): boolean {
    const patience = claimsAccount ? SIGNED_IN_MS : ANONYMOUS_MS
    return ahead < Math.max(MIN_WAITING, patience / usualMs)
  }

  /** Keeps the newest requests, because the others have waited for long. */
  function fallBehind(): void {
    isBehind = true
    const kept: Waiting[] = []
    for (const request of queue.reverse()) {
      if (hasRoom(request, kept.length)) kept.push(request)
      else refuse(request)
    }
    queue = kept.reverse()
  }

  /** Monitors and others take turns, because anybody may ask what monitors ask, without end. */
  function takeNext(): Waiting | undefined {
    wasMonitor = monitors.length > 0 && !(wasMonitor && queue.length > 0)
    return (wasMonitor ? monitors : queue).shift()
  }

  function handleNext(until: number): void {
    const since = clock()
    takeNext()?.handle()
    // The next one follows when everything that this one started is done.
    queueMicrotask(() => process.nextTick(handled, since, until))
  }

  function handled(since: number, until: number): void {
    const now = clock()
    usualMs += (Math.min(now - since, STOPPED_MS) - usualMs) / MEAN_OVER
    if (monitors.length + queue.length > 0) {
      if (now < until) handleNext(until)
      else nextTurn(turn)
      return
    }
    isScheduled = false
    // What may wait has a bound during an overload, so the queue gets empty then, too.
    if (!overload.isOn()) isBehind = false
  }

  /** To ask for the CPU time costs as much as a short answer, so a queue that was empty just now does not ask. */
  function usedForLong(): boolean {
    if (busyFor < TURN_MS) return false
    cpuAtStart ??= cpuTime()
    return cpuTime() - cpuAtStart > (queue.length < MANY ? BEHIND_CPU_MS : BEHIND_CPU_WITH_MANY_MS)
  }

  function turn(): void {
    const now = clock()
    busyFor += Math.min(now - countedAt, STOPPED_MS)
    countedAt = now
    const isBusy = busyFor > BEHIND_MS || usedForLong()
    if (refuses && isBusy && !isBehind) fallBehind()
    if (isHeld) isScheduled = false
    else if (hasConnected && letConnectFor < CONNECTING_TURNS) {
      letConnectFor += 1
      nextTurn(turn)
    } else {
      handleNext(letConnectFor > 0 ? now : now + TURN_MS)
      letConnectFor = 0
    }
    hasConnected = false
  }

  return {
    add(request) {
      if (MONITORS.has(request.url ?? '')) monitors.push(request)
      else if (isBehind && !hasRoom(request, queue.length)) return refuse(request)
      else queue.push(request)
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
