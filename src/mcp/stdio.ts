import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Logger } from '../kit/log.ts'
import type { McpServerFactory } from './server.ts'

/** No message of ours is near that long; HTTP takes 64 KiB. */
const MAX_LINE_BYTES = 1_048_576
const LINE_END = 0x0a

/** Passes input on, and fails at a line that is too long to be a message. */
function bounded(): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(LINE_END)
      length = end === -1 ? length + chunk.length : chunk.length - end - 1
      if (length <= MAX_LINE_BYTES) done(null, chunk)
      else done(new Error('A line on standard input is over 1 MiB: no MCP message is that long.'))
    },
  })
}

/**
 * Serves MCP on standard input and output as one local user (D35); standard output carries the
 * protocol only. Resolves when the client closes its end.
 */
export async function runStdio(createServer: McpServerFactory, userId: string, log: Logger): Promise<void> {
  const session = { caller: { userId, scopes: [], via: 'local' as const } }
  const input = bounded()
  const ended = pipeline(process.stdin, input)
  const handle = serveStdio(() => createServer(session), {
    transport: new StdioServerTransport(input, process.stdout),
    onerror: (error) => log.warn({ err: error }, 'mcp connection error'),
  })
  try {
    await ended
  } finally {
    await handle.close()
  }
}
