import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

interface Connection {
  /** Answers that are not finished yet, oldest first. */
  readonly pending: Set<ServerResponse>
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
}

export interface Connections {
  /**
   * Answers what the parser refused on a connection, in its turn: behind the answers to the requests
   * before it, and not at all when the request it belongs to has been answered.
   */
  answerRefused(socket: Duplex, answer: string): void
  /** Closes those that carried no request yet, or wait for the next. */
  closeWaiting(): void
}

/** Keeps book of a server's connections, from their first byte to their last answer. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Duplex, Connection>()
  server.on('connection', (socket) => {
    connections.set(socket, { pending: new Set(), last: undefined })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.pending.add(response)
    connection.last = { request, response }
    response.once('close', () => connection.pending.delete(response))
  })

  return {
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
    closeWaiting() {
      server.closeIdleConnections()
      // Node counts a connection as idle only when it carried a request before.
      for (const [socket, { last }] of connections) {
        if (last === undefined && 'bytesRead' in socket && socket.bytesRead === 0) socket.destroy()
      }
    },
  }
}
