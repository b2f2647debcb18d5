import { createPatience } from './patience.ts'
import { createSpell, type SpellState } from './spell.ts'

/** How long requests may take in one turn of the event loop, in milliseconds. */
const TURN_MS = 10
/**
 * Each turn of the event loop accepts one client. So while clients connect, one request is handled after so many
 * turns.
 */
const CONNECTING_TURNS = 4
/**
 * How often a queue that never gets empty is looked at, in CPU time. If more wait than the last time, it will not
 * get empty by itself: the server is behind.
 */
const LOOK_CPU_MS = 100
/**
 * The same for a server that waits for its disk or for other processes: after so much time it is behind. No turn
 * counts for more than `STOPPED_MS`.
 */
const BEHIND_MS = 3_000
/** A turn that took longer means that the process was stopped, not that it had much to do. */
const STOPPED_MS = 50
/**
 * If less has to wait than it handles in this time, the server is not behind, however long that goes on: so a few
 * dozen clients that each wait for their answers are all served.
 */
const MUCH_MS = 100
/**
 * While the server is behind, as many requests may wait as it handles in this time, in milliseconds. Those with
 * an account are refused last.
 */
const ANONYMOUS_MS = 15
const SIGNED_IN_MS = 22
/** So many may wait in any case. */
const MIN_WAITING = 8
/** The server is no longer behind when fewer than one in ten were refused in this time, in milliseconds. */
const CALM_MS = 1_000
const CALM_SHARE = 0.1
/** What a request usually takes is the mean of about so many. */
const MEAN_OVER = 200
/** Monitors ask how busy the server is, so every second request may be theirs, and they are never refused. */
const MONITORS = new Set(['/healthz', '/readyz'])

/** A request that waits for its turn. */
export interface Waiting {
  readonly url?: string | undefined
  /** Whether its sender is known to have an account. It is asked only while the server is behind. */
  hasAccount(): boolean
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
  /** The last look at the queue: how much work and CPU time had been used, and how many waited. */
  let look: { readonly busyFor: number; readonly cpu: number; readonly waiting: number } | undefined
  let isBehind = false
  const patience = createPatience()
  /** The second in which the share of refusals is counted. */
  let since = 0
  let emptyAt = 0
  let handledSince = 0
  let refusedSince = 0
  /** What a request usually takes, in milliseconds. One is a guess for the first ones. */
  let usualMs = 1
  const overload = createSpell(onOverload)

  function schedule(): void {
    if (isScheduled || isHeld) return
    isScheduled = true
    busyFor = 0
    countedAt = clock()
    if (isBehind) patience.noteIdle(countedAt - Math.max(emptyAt, since))
    look = undefined
    nextTurn(turn)
  }

  function refuse(request: Waiting): void {
    overload.note()
    refusedSince += 1
    refused[request.hasAccount() ? 'signedIn' : 'anonymous'] += 1
    request.refuse()
  }

  /** How many may wait while the server is behind. */
  const room = (ms: number) => Math.max(MIN_WAITING, (patience.times() * ms) / usualMs)

  /** Whether this one may wait behind so many others while the server is behind. */
  const hasRoom = (request: Waiting, ahead: number): boolean =>
    ahead < room(ANONYMOUS_MS) || (ahead < room(SIGNED_IN_MS) && request.hasAccount())

  function startCounting(): void {
    since = clock()
    handledSince = 0
    refusedSince = 0
  }

  /** Keeps the newest requests, because the others have waited for long. */
  function fallBehind(): void {
    isBehind = true
    startCounting()
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
    const begunAt = clock()
    takeNext()?.handle()
    handledSince += 1
    // The next one follows when everything that this one started is done.
    queueMicrotask(() => process.nextTick(handled, begunAt, until))
  }

  function handled(begunAt: number, until: number): void {
    const now = clock()
    usualMs += (Math.min(now - begunAt, STOPPED_MS) - usualMs) / MEAN_OVER
    if (monitors.length + queue.length > 0) {
      if (now < until) handleNext(until)
      else nextTurn(turn)
      return
    }
    isScheduled = false
    emptyAt = now
  }

  /** Looks whether more wait than the last time. To ask for the CPU time costs as much as a short answer. */
  function isGrowing(): boolean {
    if (look !== undefined && busyFor - look.busyFor < LOOK_CPU_MS) return false
    const last = look
    const cpu = cpuTime()
    if (last !== undefined && cpu - last.cpu < LOOK_CPU_MS) return false
    const waiting = queue.length
    // The first look only begins to count; the second one finds what came since.
    look = { busyFor, cpu, waiting: last === undefined ? Number.POSITIVE_INFINITY : waiting }
    return last !== undefined && waiting > last.waiting
  }

  function hasFallenBehind(): boolean {
    if (busyFor < TURN_MS) return false
    const isGrown = isGrowing()
    return (isGrown || busyFor > BEHIND_MS) && queue.length > room(MUCH_MS)
  }

  function turn(): void {
    const now = clock()
    busyFor += Math.min(now - countedAt, STOPPED_MS)
    countedAt = now
    if (isBehind && now - since >= CALM_MS) {
      isBehind = refusedSince > CALM_SHARE * handledSince
      patience.lookBack(isBehind, now - since)
      startCounting()
    }
    if (refuses && !isBehind && hasFallenBehind()) fallBehind()
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
