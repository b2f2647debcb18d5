import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import type { Logger } from '../core/log.ts'
import type { McpServerFactory } from './server.ts'

/** No message comes near this length; HTTP accepts 64 KiB. */
const MAX_LINE_BYTES = 1_048_576
const LINE_END = 0x0a
/** How long open requests may still take after the input has ended, in milliseconds. */
const LAST_ANSWERS_MS = 10_000

const request = z.object({ id: z.union([z.string(), z.number()]), method: z.string() })
// An answer has no `method`.
const answer = z.object({ id: z.union([z.string(), z.number()]), method: z.never().optional() })

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The requests of a connection that were read and are not answered yet. */
interface Unanswered {
  /** @param line of input; anything but a request is ignored. */
  read(line: string): void
  /** @param message as it is sent; anything but an answer is ignored. */
  sent(message: unknown): void
  /** Resolves when everything is answered, or after `milliseconds`. */
  settled(milliseconds: number): Promise<void>
}

function createUnanswered(): Unanswered {
  const open = new Set<string | number>()
  let onEmpty = () => {}
  return {
    read(line) {
      const { data } = request.safeParse(parsed(line))
      if (data !== undefined) open.add(data.id)
    },
    sent(message) {
      const { data } = answer.safeParse(message)
      if (data !== undefined && open.delete(data.id) && open.size === 0) onEmpty()
    },
    settled(milliseconds) {
      if (open.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        onEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}

/**
 * Passes the input on in whole lines, and fails if a line is too long to be a message. Many clients close
 * the input right away, so its end is passed on only when every request is answered.
 */
function bounded(unanswered: Unanswered): Transform {
  let waiting = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const received = Buffer.concat([waiting, chunk])
      const end = received.lastIndexOf(LINE_END) + 1
      waiting = received.subarray(end)
      if (waiting.length > MAX_LINE_BYTES) {
        done(new Error('A line on standard input is over 1 MiB: no MCP message is that long.'))
        return
      }
      const lines = received.subarray(0, end)
      for (const line of lines.toString().split('\n')) unanswered.read(line)
      done(null, lines)
    },
    flush(done) {
      unanswered.settled(LAST_ANSWERS_MS).then(() => done(), done)
    },
  })
}

/** Sends messages, and notes which requests they answer. */
class NotingTransport extends StdioServerTransport {
  readonly #unanswered: Unanswered

  constructor(input: Transform, unanswered: Unanswered) {
    super(input, process.stdout)
    this.#unanswered = unanswered
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message)
    this.#unanswered.sent(message)
  }
}

/**
 * Serves MCP on standard input and output as one local user (D35). Standard output carries only
 * the protocol. Resolves when the client closes its end.
 */
export async function runStdio(createServer: McpServerFactory, userId: string, log: Logger): Promise<void> {
  const session = { caller: { userId, scopes: [], via: 'local' as const } }
  const unanswered = createUnanswered()
  const input = bounded(unanswered)
  const ended = pipeline(process.stdin, input)
  const handle = serveStdio(() => createServer(session), {
    transport: new NotingTransport(input, unanswered),
    onerror: (error) => log.warn({ err: error }, 'mcp connection error'),
  })
  try {
    await ended
  } finally {
    await handle.close()
  }
}
