import { once } from 'node:events'
import { connect } from 'node:net'
import { SILENT } from '../../src/core/logger.ts'
import { readJson } from '../../src/http/body.ts'
import { jsonReply, type Reply } from '../../src/http/reply.ts'
import { createHttpApp, type Handler } from '../../src/http/router.ts'
import { type ListenOptions, listen } from '../../src/http/server.ts'

/** Far more than the system takes for a client that does not read. */
const HUGE = 'x'.repeat(24 * 1024 * 1024)
const PIECE = Buffer.alloc(16_384)

/** A server of an application whose `/slow` answers when the test says `finish`. */
export async function startScripted(options: Partial<ListenOptions> = {}) {
  const slow = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  /** How many requests were handled, and how many pieces of an endless answer were asked for. */
  const counts = { handled: 0, pulled: 0 }

  function endless(): Reply {
    const body = new ReadableStream({
      pull(controller) {
        counts.pulled += 1
        controller.enqueue(PIECE)
      },
    })
    return { status: 200, headers: {}, body }
  }
  const get: Readonly<Record<string, Handler>> = {
    '/slow': async () => {
      started.resolve()
      await slow.promise
      return jsonReply(200, { slow: true })
    },
    '/huge': () => jsonReply(200, { HUGE }),
    '/endless': endless,
    '/quick': () => jsonReply(200, {}),
  }
  const counted =
    (handler: Handler): Handler =>
    (...asked) => {
      counts.handled += 1
      return handler(...asked)
    }
  const routes = Object.entries(get).map(([path, handler]) => ({ path, get: counted(handler) }))
  const post: Handler = async (event) => jsonReply(200, await readJson(event))
  const app = createHttpApp([...routes, { path: '/body', post }], { log: SILENT })
  const server = await listen(app, { host: '127.0.0.1', port: 0, log: SILENT, onDrain: () => {}, ...options })
  return { server, counts, finish: slow.resolve, underWay: started.promise }
}

export type ScriptedServer = Awaited<ReturnType<typeof startScripted>>

/** A client that never closes its side, and reads only when it is told to. */
export function openStubborn(port: number, bytes: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(bytes)
  return { socket, firstBytes: async () => String((await once(socket, 'data'))[0]) }
}
