import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How many requests a client may send ahead on one connection (D43). */
const MAX_UNANSWERED = 32
/** How many bytes all clients together may leave unread. */
const MAX_UNREAD_BYTES = 64 * 1_048_576
/** How often these are added up, in milliseconds. Meanwhile a server makes a few megabytes of answers. */
const LOOK_MS = 250
/** What a stream that waits for its client holds beside the bytes it has sent: its source, and gzip's window. */
const STREAM_BYTES = 262_144

export interface Connection {
  readonly socket: Socket
  /** Answers that are not sent completely, the oldest first. Only that one is under way. */
  readonly unanswered: Set<ServerResponse>
  /** The answer to the newest request, sent or not. */
  newest?: ServerResponse
}

/** What waits in memory for the client of a connection. */
function unreadBytes({ unanswered }: Connection): number {
  const [current] = unanswered
  if (current === undefined) return 0
  const isWaitingStream = current.writableNeedDrain && !current.writableEnded
  return current.writableLength + (isWaitingStream ? STREAM_BYTES : 0)
}

/** When all clients together leave too much unread, cuts off those that leave most. */
function cutOff(connections: ReadonlyMap<Duplex, Connection>): void {
  const unread = [...connections.values()]
    .map((connection) => ({ socket: connection.socket, bytes: unreadBytes(connection) }))
    .sort((a, b) => b.bytes - a.bytes)
  let inAll = unread.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { socket, bytes } of unread) {
    if (inAll <= MAX_UNREAD_BYTES) return
    socket.destroy()
    inAll -= bytes
  }
}

/** The open connections of a server. What their clients leave unread is bounded. */
export function trackConnections(server: Server): ReadonlyMap<Duplex, Connection> {
  const connections = new Map<Duplex, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { socket, unanswered: new Set() })
    socket.once('close', () => connections.delete(socket))
  })
  const looking = setInterval(cutOff, LOOK_MS, connections).unref()
  server.once('close', () => clearInterval(looking))
  return connections
}

/** Takes note of an answer to come. False if the client has sent too many requests ahead. */
export function noteAnswer(connection: Connection, response: ServerResponse): boolean {
  const { unanswered } = connection
  if (unanswered.size >= MAX_UNANSWERED) return false
  unanswered.add(response)
  connection.newest = response
  response.once('close', () => unanswered.delete(response))
  return true
}

/**
 * Whether a client can be told what the parser gave up on. It cannot where that would be taken for the answer to
 * an earlier request, or would be the second answer to this one.
 */
export function canBeTold({ unanswered, newest }: Connection): boolean {
  const isBegun = newest?.req.complete === false
  return isBegun ? unanswered.size === 1 && !newest.headersSent : unanswered.size === 0
}
