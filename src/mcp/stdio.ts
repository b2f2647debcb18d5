import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Logger } from '../kit/log.ts'
import type { McpServerFactory } from './server.ts'

/**
 * Serves MCP on standard input and output as one local user (D35); standard output carries the
 * protocol only. Resolves when the client closes its end.
 */
export async function runStdio(createServer: McpServerFactory, userId: string, log: Logger): Promise<void> {
  const session = { caller: { userId, scopes: [], via: 'local' as const } }
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const handle = serveStdio(() => createServer(session), {
    onerror: (error) => log.warn({ err: error }, 'mcp connection error'),
  })
  await ended
  await handle.close()
}
