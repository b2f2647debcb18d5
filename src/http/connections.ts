import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How many requests a client may send ahead on one connection, and how many bytes it may leave unread. */
const MAX_UNANSWERED = 32
const MAX_UNREAD_BYTES = 1_048_576
/** How many bytes all clients together may leave unread. */
const MAX_UNREAD_IN_ALL = 64 * 1_048_576
/** How often connections are looked at, in milliseconds. A client that reads nothing for so many looks is gone. */
const LOOK_MS = 5_000
const STALLED_LOOKS = 6
/** How long a client that sends no more, and may be gone, can wait for its answers, in milliseconds. */
const HALF_OPEN_MS = 10_000
/** How long the last answer of a broken connection has to arrive, in milliseconds. */
const FAREWELL_MS = 2_000

interface Connection {
  readonly socket: Socket
  /** Answers that are not sent completely. */
  readonly unanswered: Set<ServerResponse>
  /** The answer to the newest request, sent or not. */
  newest?: ServerResponse
  /** Ends the connection, after all other answers. */
  farewell?: string
  /** Bytes of answers that the system has not taken. */
  unread: number
  /** The bytes sent at the last look, and the number of looks since anything was sent. */
  sent: number
  stalledFor: number
}

const destroyAfter = (socket: Duplex, ms: number) => void setTimeout(() => socket.destroy(), ms).unref()

/** Sends a last answer. A client that does not close its side is cut off. */
export function endWith(socket: Duplex, answer: string): void {
  socket.end(answer)
  destroyAfter(socket, FAREWELL_MS)
}

/**
 * Tracks the connections of a server. Bounds what each client may send ahead and leave unread, and cuts off
 * those that go beyond, that read nothing, or that have left.
 */
export function trackConnections(server: Server) {
  const connections = new Map<Duplex, Connection>()
  /** Answers that wait for their clients, with their bytes, the oldest first. */
  const unread = new Map<ServerResponse, number>()
  let unreadInAll = 0
  let stalled = 0

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { socket, unanswered: new Set(), unread: 0, sent: 0, stalledFor: 0 })
    socket.once('close', () => connections.delete(socket))
    socket.once('end', () => destroyAfter(socket, HALF_OPEN_MS))
  })

  const looking = setInterval(() => {
    for (const connection of connections.values()) {
      const { socket } = connection
      const sent = socket.bytesWritten - socket.writableLength
      connection.stalledFor =
        socket.writableLength > 0 && sent === connection.sent ? connection.stalledFor + 1 : 0
      connection.sent = sent
      if (connection.stalledFor < STALLED_LOOKS || socket.destroyed) continue
      stalled += 1
      socket.destroy()
    }
  }, LOOK_MS).unref()
  server.once('close', () => clearInterval(looking))

  function endWhenAnswered(connection: Connection): void {
    const { socket, unanswered, farewell } = connection
    if (farewell === undefined || unanswered.size > 0) return
    delete connection.farewell
    endWith(socket, farewell)
  }

  function noteRead(response: ServerResponse): void {
    const bytes = unread.get(response)
    if (bytes === undefined) return
    unread.delete(response)
    unreadInAll -= bytes
    const connection = connections.get(response.req.socket)
    if (connection !== undefined) connection.unread -= bytes
  }

  return {
    count: () => connections.size,
    /** How many were cut off because their client did not read. */
    stalled: () => stalled,

    /** Whether a request may be answered. If its client has sent too much ahead, its connection ends. */
    accepts({ socket }: IncomingMessage, response: ServerResponse): boolean {
      const connection = connections.get(socket)
      if (connection === undefined || socket.destroyed) return false
      const { unanswered } = connection
      if (unanswered.size >= MAX_UNANSWERED || connection.unread > MAX_UNREAD_BYTES) {
        socket.destroy()
        return false
      }
      unanswered.add(response)
      connection.newest = response
      response.on('close', () => {
        unanswered.delete(response)
        noteRead(response)
        endWhenAnswered(connection)
      })
      return true
    },

    /**
     * To call when an answer was made. If its client does not take it at once, its bytes count until it does.
     * When there are too many in all, the clients that have waited longest are cut off.
     */
    answered(response: ServerResponse): void {
      const bytes = response.writableLength
      if (bytes === 0 || response.destroyed) return
      unread.set(response, bytes)
      unreadInAll += bytes
      const connection = connections.get(response.req.socket)
      if (connection !== undefined) connection.unread += bytes
      for (const oldest of unread.keys()) {
        if (unreadInAll <= MAX_UNREAD_IN_ALL) break
        oldest.req.socket.destroy()
        noteRead(oldest)
      }
    },

    /**
     * Sends the answer to what the parser gave up on, after those to the requests before it, and ends the
     * connection. If the request was answered before it had arrived completely, there is no second answer.
     */
    endAfterAnswers(socket: Duplex, answer: string): void {
      const connection = connections.get(socket)
      if (connection === undefined) {
        socket.destroy()
        return
      }
      const { unanswered, newest } = connection
      if (newest?.req.complete === false) {
        unanswered.delete(newest)
        if (newest.headersSent) socket.destroy()
      }
      connection.farewell = answer
      endWhenAnswered(connection)
    },

    /** Lets every connection end with the answers that are under way. */
    endAfterThese(): void {
      for (const { unanswered } of connections.values()) {
        for (const response of unanswered) response.shouldKeepAlive = false
      }
    },

    /** Closes the connections on which nothing has been sent, such as those that browsers open in advance. */
    destroySilent(): void {
      for (const { socket } of connections.values()) {
        if (socket.bytesRead === 0) socket.destroy()
      }
    },

    destroyAll(): void {
      for (const { socket } of connections.values()) socket.destroy()
    },
  }
}
