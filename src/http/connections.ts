import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How often connections are checked, in milliseconds, and after how many checks a stalled one is closed. */
const SWEEP_MS = 5_000
const STALLED_SWEEPS = 6
/** How long a client that sends no more, and may be gone, can wait for its answers, in milliseconds. */
const HALF_OPEN_MS = 10_000
/** How many requests a client may send before the first one is answered. */
const MAX_WAITING = 32
/** How many more of them are passed over before the connection is closed without an answer. */
const MAX_PASSED_OVER = 500

interface Connection {
  /** Answers that are not sent completely, oldest first. */
  readonly pending: Set<ServerResponse>
  /** Requests that wait for earlier answers. */
  readonly waiting: (() => void)[]
  /** Whether the client sent too many requests ahead. Further ones are not answered. */
  isOver: boolean
  passedOver: number
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
  /**
   * How many bytes had arrived when the last answer was sent. If there are more now, a request is arriving.
   */
  answered: number
  /** Whether it had no request when `closeIdle` last looked. */
  wasIdle: boolean
  /** The bytes sent at the last check, and the number of checks since anything was sent. */
  left: number
  stalledFor: number
}

export interface Connections {
  /** How many connections are open. */
  count(): number
  /** How many were closed because their client did not read. */
  stalled(): number
  /** How many were closed at once, because there were too many. */
  dropped(): number
  /**
   * Handles a request after the answers before it on its connection were sent, so that at most one answer
   * waits for a client that does not read. If too many requests wait, it is refused and the connection ends.
   */
  inTurn(
    request: IncomingMessage,
    response: ServerResponse,
    { handle, refuse }: { handle(): void; refuse(): void },
  ): void
  /**
   * Answers what the parser refused, after the answers to the requests before it. It answers nothing if
   * the request it belongs to was answered already.
   */
  answerRefused(socket: Duplex, answer: string): void
  /** Closes connections that were without a request at the last call and still are. */
  closeIdle(): void
}

/** Tracks a server's connections, from their first byte to their last answer. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Duplex, Connection>()
  let stalled = 0
  let dropped = 0
  server.on('drop', () => {
    dropped += 1
  })
  server.on('connection', (socket) => {
    connections.set(socket, {
      pending: new Set(),
      waiting: [],
      isOver: false,
      passedOver: 0,
      last: undefined,
      answered: 0,
      wasIdle: false,
      left: 0,
      stalledFor: 0,
    })
    socket.once('close', () => connections.delete(socket))
    socket.once('end', () => {
      const end = setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref()
      socket.once('close', () => clearTimeout(end))
    })
  })

  /** Closes a connection if answers wait and nothing was sent for long: its client does not read. */
  function endWhenStalled(socket: Socket, connection: Connection): void {
    const left = socket.bytesWritten - socket.writableLength
    const waits = socket.writableLength > 0 && left === connection.left
    connection.left = left
    connection.stalledFor = waits ? connection.stalledFor + 1 : 0
    if (connection.stalledFor < STALLED_SWEEPS || socket.destroyed) return
    stalled += 1
    socket.destroy()
  }
  const sweep = setInterval(() => {
    for (const [socket, connection] of connections) {
      if (socket instanceof Socket) endWhenStalled(socket, connection)
    }
  }, SWEEP_MS).unref()
  server.once('close', () => clearInterval(sweep))

  return {
    count: () => connections.size,
    stalled: () => stalled,
    dropped: () => dropped,
    inTurn(request, response, { handle, refuse }) {
      const connection = connections.get(request.socket)
      if (connection === undefined) return
      if (connection.isOver) {
        // Node keeps each of them in memory until the connection closes.
        connection.passedOver += 1
        if (connection.passedOver === MAX_PASSED_OVER) request.socket.destroy()
        return
      }
      const { pending, waiting } = connection
      if (waiting.length >= MAX_WAITING) {
        connection.isOver = true
        request.socket.pause()
        refuse()
        return
      }
      const isFree = pending.size === 0
      pending.add(response)
      connection.last = { request, response }
      const noteAnswered = () => {
        connection.answered = request.socket.bytesRead
      }
      response.once('close', () => {
        pending.delete(response)
        noteAnswered()
        // The rest of a body that nobody reads arrives after the answer.
        if (!request.complete) request.once('end', noteAnswered)
        connection.wasIdle = false
        // An idle connection keeps no request in memory.
        if (request.complete && connection.last?.request === request) connection.last = undefined
        if (!request.socket.destroyed) waiting.shift()?.()
      })
      if (isFree) handle()
      else waiting.push(handle)
    },
    answerRefused(socket, answer) {
      const { pending = new Set<ServerResponse>(), last } = connections.get(socket) ?? {}
      const own = last?.request.complete === false ? last.response : undefined
      if (own !== undefined && !pending.has(own)) {
        socket.destroy()
        return
      }
      const before = [...pending].filter((response) => response !== own)
      const finish = () => {
        if (before.every((response) => response.writableFinished)) socket.end(answer)
      }
      for (const response of before) response.once('close', finish)
      if (before.length === 0) finish()
    },
    closeIdle() {
      for (const [socket, connection] of connections) {
        if (!(socket instanceof Socket)) continue
        const isIdle = connection.pending.size === 0 && socket.bytesRead === connection.answered
        // To be idle once says little: on a busy event loop, a request may be waiting to be read.
        if (isIdle && connection.wasIdle) socket.destroy()
        connection.wasIdle = isIdle
      }
    },
  }
}
