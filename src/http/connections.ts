import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Requests that a client may send ahead on one connection (D43). */
const MOST_UNANSWERED = 32
/** Of all clients together. */
const MOST_UNREAD_BYTES = 64 * 1_048_576
/** How often that is checked. A server makes a few megabytes of answers meanwhile. */
const LOOK_MS = 250
/** A stream that waits for its client also holds its source and gzip's window. */
const STREAM_BYTES = 262_144

export interface ClientConnection {
  readonly socket: Socket
  /** How many answers are not completely sent. */
  unanswered: number
  /** Of the newest request, sent or not. */
  newest?: ServerResponse
}

const unreadBytes = ({ writableLength, writableNeedDrain }: Socket) =>
  writableLength + (writableNeedDrain ? STREAM_BYTES : 0)

/** Cuts off the clients that leave most unread, if all together leave too much. */
function cutOff(connections: ReadonlyMap<Duplex, ClientConnection>): void {
  let inAll = 0
  const sockets = Array.from(connections.values(), ({ socket }) => socket)
  for (const socket of sockets.sort((a, b) => unreadBytes(a) - unreadBytes(b))) {
    inAll += unreadBytes(socket)
    if (inAll > MOST_UNREAD_BYTES) socket.destroy()
  }
}

/** Bounds what clients leave unread (D43). */
export function trackConnections(server: Server): ReadonlyMap<Duplex, ClientConnection> {
  const connections = new Map<Duplex, ClientConnection>()
  server.on('connection', (socket) => {
    connections.set(socket, { socket, unanswered: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const looking = setInterval(cutOff, LOOK_MS, connections).unref()
  server.once('close', () => clearInterval(looking))
  return connections
}

/**
 * Waits until the answer before is sent, so that a client that does not read gets no further one. False if the client
 * is gone or has sent too many requests ahead.
 */
export async function waitForTurn(connection: ClientConnection, response: ServerResponse): Promise<boolean> {
  const { newest: before } = connection
  if (connection.unanswered >= MOST_UNANSWERED) return false
  connection.newest = response
  connection.unanswered += 1
  response.once('close', () => {
    connection.unanswered -= 1
  })
  if (before?.closed === false) await once(before, 'close')
  return !connection.socket.destroyed
}

/**
 * Whether a refusal by the parser can be sent. It must not look like the answer to an earlier request, or be a second
 * answer to this one.
 */
export function canBeTold({ unanswered, newest }: ClientConnection): boolean {
  const isBegun = newest?.req.complete === false
  return isBegun ? unanswered === 1 && !newest.headersSent : unanswered === 0
}
