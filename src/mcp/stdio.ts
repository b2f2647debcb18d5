import { setTimeout } from 'node:timers/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Logger } from '../core/logger.ts'
import type { McpRegistry } from './registry.ts'
import type { McpServerFactory } from './sdk.ts'

/** A longer line of input is no message of a client. */
const MOST_LINE_BYTES = 1_048_576
/** How long open requests may take after the input has ended, and how often they are looked at. */
const LAST_ANSWERS_MS = 10_000
const LOOK_MS = 20

/** Closes when every request is answered, because many clients close their end right after the last one. */
class PatientTransport extends StdioServerTransport {
  readonly #unanswered = new Set<unknown>()
  readonly #closed = Promise.withResolvers<void>()
  /** Rejects if the transport closes before the end of the input. */
  readonly closed = this.#closed.promise

  override async start(): Promise<void> {
    const deliver = this.onmessage
    this.onmessage = (message) => {
      if ('method' in message && 'id' in message) this.#unanswered.add(message.id)
      // What is cancelled gets no answer.
      if ('method' in message && message.method === 'notifications/cancelled')
        this.#unanswered.delete(message.params?.['requestId'])
      deliver?.(message)
    }
    await super.start()
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message)
    if (!('method' in message)) this.#unanswered.delete(message.id)
  }

  override async close(): Promise<void> {
    for (let waited = 0; waited < LAST_ANSWERS_MS && this.#unanswered.size > 0; waited += LOOK_MS)
      await setTimeout(LOOK_MS)
    await super.close()
    if (process.stdin.readableEnded) this.#closed.resolve()
    else
      this.#closed.reject(new Error('A line of input is longer than a megabyte, or nobody reads the output.'))
  }
}

/** As one local user (D35), until the client closes its end. Standard output carries only the protocol. */
export async function runStdio(
  createServer: McpServerFactory,
  { registry, userId, log }: { registry: McpRegistry; userId: string; log: Logger },
): Promise<void> {
  const session = { registry, caller: { userId, scopes: [], via: 'local' as const }, pictures: true }
  const transport = new PatientTransport(process.stdin, process.stdout, { maxBufferSize: MOST_LINE_BYTES })
  serveStdio(() => createServer(session), {
    transport,
    onerror: (error) => log.warn({ err: error }, 'mcp connection error'),
  })
  await transport.closed
}
