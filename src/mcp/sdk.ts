import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { McpSession } from './call-tool.ts'
import type { McpServerFactory } from './sdk-server.ts'

/** Answers any message of both protocol eras. */
export interface McpServing {
  serve(request: Request, message: unknown, session: McpSession): Promise<Response>
  /** Ends the streams that clients hold open. */
  close(): Promise<void>
}

/**
 * Answers with the SDK, with a server for each request. A 2025 client gets plain JSON; the SDK's own
 * fallback always streams.
 */
export function createSdkServing(
  createServer: McpServerFactory,
  onerror: (error: Error) => void,
): McpServing {
  // The SDK's factory gets only the request. This finds its session.
  const sessions = new WeakMap<Request, McpSession>()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const session = requestInfo === undefined ? undefined : sessions.get(requestInfo)
      if (session === undefined) throw new Error('no session for this request')
      return createServer(session)
    },
    { legacy: 'reject', responseMode: 'auto', onerror },
  )

  async function serveLegacy(request: Request, parsedBody: unknown, session: McpSession): Promise<Response> {
    const server = await createServer(session)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    transport.onerror = onerror
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody })
    } finally {
      void server.close()
    }
  }

  return {
    async serve(request, message, session) {
      if (await isLegacyRequest(request, message)) return serveLegacy(request, message, session)
      sessions.set(request, session)
      return modern.fetch(request, { parsedBody: message })
    },
    close: () => modern.close(),
  }
}
