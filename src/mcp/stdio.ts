import { PassThrough } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import type { Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'
import type { McpRegistry } from './registry.ts'
import type { McpServerFactory } from './sdk.ts'

/** A longer line of input is no message of a client. */
const MOST_CHARACTERS = 1_048_576
/** How long open requests may still take after the input has ended, in milliseconds. */
const LAST_ANSWERS_MS = 10_000

const request = z.object({ id: z.union([z.string(), z.number()]), method: z.string() })

/** The lines of the input. Only a line feed ends one: JSON may contain the other characters that break lines. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of input) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > MOST_CHARACTERS) throw new Error('A line of input is longer than a megabyte.')
  }
  if (rest !== '') yield rest
}

/** The id of a line of input, if it is a request. */
function requestId(line: string): string | number | undefined {
  try {
    return request.safeParse(JSON.parse(line)).data?.id
  } catch {
    return undefined
  }
}

/** Knows which requests are not answered yet. */
class CountingTransport extends StdioServerTransport {
  readonly unanswered = new Set<string | number>()
  #onIdle = () => {}

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message)
    if (!('method' in message) && message.id !== undefined) this.unanswered.delete(message.id)
    if (this.unanswered.size === 0) this.#onIdle()
  }

  /** Resolves when every request is answered. */
  async idle(): Promise<void> {
    if (this.unanswered.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }
}

/**
 * Serves MCP on standard input and output as one local user (D35). Standard output carries only
 * the protocol. Resolves when the client has closed its end and every request is answered: many clients close it
 * right away.
 */
export async function runStdio(
  createServer: McpServerFactory,
  { registry, userId, log }: { registry: McpRegistry; userId: string; log: Logger },
): Promise<void> {
  const session = { registry, caller: { userId, scopes: [], via: 'local' as const }, pictures: true }
  const input = new PassThrough()
  const transport = new CountingTransport(input, process.stdout)
  const handle = serveStdio(() => createServer(session), {
    transport,
    onerror: (error) => log.warn({ err: error }, 'mcp connection error'),
  })
  try {
    for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
      const id = requestId(line)
      if (id !== undefined) transport.unanswered.add(id)
      input.write(`${line}\n`)
    }
    await withTimeout(LAST_ANSWERS_MS, transport.idle()).catch(() => {})
  } finally {
    await handle.close()
  }
}
