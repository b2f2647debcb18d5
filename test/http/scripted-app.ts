import { SILENT } from '../../src/core/logger.ts'
import { readJson } from '../../src/http/body.ts'
import { jsonReply, type Reply } from '../../src/http/reply.ts'
import { anyOrigin, createHttpApp, type Handler } from '../../src/http/router.ts'

/** Far more than the system takes for a client that does not read. */
const HUGE = 'x'.repeat(24 * 1024 * 1024)
const PIECE = Buffer.alloc(16_384)

/** An application whose `/slow` answers when the test says `finish`. */
export function createScriptedApp() {
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
    (event) => {
      counts.handled += 1
      return handler(event)
    }
  const routes = Object.entries(get).map(([path, handler]) => ({
    path,
    cors: anyOrigin,
    get: counted(handler),
  }))
  const post: Handler = async (event) => jsonReply(200, await readJson(event))
  return {
    app: createHttpApp([...routes, { path: '/body', cors: anyOrigin, post }], { log: SILENT }),
    counts,
    /** Resolves when `/slow` is under way. */
    underWay: started.promise,
    finish: slow.resolve,
  }
}
