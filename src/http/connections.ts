import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How many requests a client may send ahead on one connection, and how many bytes it may leave unread. */
const MAX_UNANSWERED = 32
const MAX_UNREAD_BYTES = 1_048_576
/** How many bytes all clients together may leave unread. */
const MAX_UNREAD_IN_ALL = 64 * 1_048_576
/** How long the last answer of a broken connection has to arrive, in milliseconds. */
const FAREWELL_MS = 2_000

interface Connection {
  readonly socket: Socket
  /** Answers that are not sent completely. */
  readonly unanswered: Set<ServerResponse>
  /** The answer to the newest request, sent or not. */
  newest?: ServerResponse
}

/** Sends a last answer. A client that does not close its side is cut off. */
export function endWith(socket: Duplex, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
}

/** Tracks the connections of a server, and bounds what their clients may send ahead and leave unread. */
export function trackConnections(server: Server) {
  const connections = new Map<Duplex, Connection>()
  /** Answers that wait for their clients, with their bytes, the oldest first. */
  const unread = new Map<ServerResponse, number>()
  let unreadInAll = 0

  function noteRead(response: ServerResponse): void {
    unreadInAll -= unread.get(response) ?? 0
    unread.delete(response)
  }

  server.on('connection', (socket: Socket) => {
    const unanswered = new Set<ServerResponse>()
    connections.set(socket, { socket, unanswered })
    socket.once('close', () => {
      connections.delete(socket)
      for (const response of unanswered) noteRead(response)
    })
  })

  return {
    count: () => connections.size,

    /** Whether a request may be answered. If its client has sent too much ahead, its connection ends. */
    accepts({ socket }: IncomingMessage, response: ServerResponse): boolean {
      const connection = connections.get(socket)
      if (connection === undefined || socket.destroyed) return false
      const { unanswered } = connection
      const bytes = [...unanswered].reduce((sum, each) => sum + (unread.get(each) ?? 0), 0)
      if (unanswered.size >= MAX_UNANSWERED || bytes > MAX_UNREAD_BYTES) {
        socket.destroy()
        return false
      }
      unanswered.add(response)
      connection.newest = response
      response.once('close', () => {
        unanswered.delete(response)
        noteRead(response)
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
      for (const oldest of unread.keys()) {
        if (unreadInAll <= MAX_UNREAD_IN_ALL) break
        oldest.req.socket.destroy()
        noteRead(oldest)
      }
    },

    /**
     * Ends a connection with the answer to what the parser gave up on. Where it would be taken for the answer to
     * another request, or is a second one, there is none.
     */
    refuse(socket: Duplex, answer: string): void {
      const { unanswered, newest } = connections.get(socket) ?? {}
      const isBegun = newest?.req.complete === false
      const isAnswered = isBegun && newest.headersSent
      if (isAnswered || unanswered?.size !== (isBegun ? 1 : 0)) socket.destroy()
      else endWith(socket, answer)
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
