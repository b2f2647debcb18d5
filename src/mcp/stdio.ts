import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import type { Logger } from '../core/logger.ts'
import type { McpRegistry } from './registry.ts'
import type { McpServerFactory } from './sdk.ts'

/** No message comes near this length; HTTP accepts 64 KiB. */
const MAX_LINE_BYTES = 1_048_576
const LINE_END = 0x0a
/** How long open requests may still take after the input has ended, in milliseconds. */
const LAST_ANSWERS_MS = 10_000

const id = z.union([z.string(), z.number()])
const request = z.object({ id, method: z.string() })
// An answer has no `method`.
const answer = z.object({ id, method: z.never().optional() })

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * The input in whole lines. Many clients close it right away, so its end is passed on only when every request is
 * answered. Fails if a line is too long to be a message.
 */
class InputLines extends Transform {
  readonly #unanswered = new Set<z.output<typeof id>>()
  #rest = Buffer.alloc(0)
  #finish: (() => void) | undefined

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const received = Buffer.concat([this.#rest, chunk])
    const end = received.lastIndexOf(LINE_END) + 1
    this.#rest = received.subarray(end)
    if (this.#rest.length > MAX_LINE_BYTES) {
      done(new Error('A line on standard input is over 1 MiB: no MCP message is that long.'))
      return
    }
    const lines = received.subarray(0, end)
    for (const line of lines.toString().split('\n')) {
      const { data } = request.safeParse(parsed(line))
      if (data !== undefined) this.#unanswered.add(data.id)
    }
    done(null, lines)
  }

  override _flush(done: TransformCallback): void {
    const timer = setTimeout(done, LAST_ANSWERS_MS)
    this.#finish = () => {
      if (this.#unanswered.size > 0) return
      clearTimeout(timer)
      done()
    }
    this.#finish()
  }

  /** @param message as it was sent; anything but an answer is ignored. */
  sent(message: unknown): void {
    const { data } = answer.safeParse(message)
    if (data !== undefined && this.#unanswered.delete(data.id)) this.#finish?.()
  }
}

/** Sends messages, and says which requests they answer. */
class AnsweringTransport extends StdioServerTransport {
  readonly #input: InputLines

  constructor(input: InputLines) {
    super(input, process.stdout)
    this.#input = input
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message)
    this.#input.sent(message)
  }
}

/**
 * Serves MCP on standard input and output as one local user (D35). Standard output carries only
 * the protocol. Resolves when the client closes its end.
 */
export async function runStdio(
  createServer: McpServerFactory,
  { registry, userId, log }: { registry: McpRegistry; userId: string; log: Logger },
): Promise<void> {
  const session = { registry, caller: { userId, scopes: [], via: 'local' as const }, pictures: true }
  const input = new InputLines()
  const ended = pipeline(process.stdin, input)
  const handle = serveStdio(() => createServer(session), {
    transport: new AnsweringTransport(input),
    onerror: (error) => log.warn({ err: error }, 'mcp connection error'),
  })
  try {
    await ended
  } finally {
    await handle.close()
  }
}
