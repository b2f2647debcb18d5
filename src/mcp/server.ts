import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { hasScopes } from '../auth/authenticator.ts'
import type { Logger } from '../core/log.ts'
import type { Fabrics } from '../core/repositories.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import type { Caller } from '../core/tool.ts'
import { serveCompletion } from './completion.ts'
import { createGuard } from './guard.ts'
import type { Offered } from './offered.ts'
import { servePrompts } from './prompts.ts'
import { serveResources } from './resources.ts'
import type { ToolResult } from './results.ts'
import type { McpService } from './service.ts'
import { createReader, type McpSession } from './session.ts'
import { serveSkills } from './skills.ts'
import { toolCall } from './tool-call.ts'

/** Makes the SDK server for one request (HTTP) or one connection (stdio). */
export type McpServerFactory = (session: McpSession) => Promise<Server>

export interface McpServerOptions {
  readonly service: McpService
  readonly offered: Offered
  readonly runner: ToolRunner
  readonly fabrics: Fabrics
  /** The scopes a token needs for what is private. */
  readonly scopes: readonly string[]
  readonly log: Logger
}

/** The caller whose items may be shown: none, if the token lacks the scopes to read them. */
function ownerIn(caller: Caller | undefined, scopes: readonly string[]): Caller | undefined {
  if (caller === undefined || caller.via === 'local') return caller
  return hasScopes(caller, scopes) ? caller : undefined
}

/** The SDK checks the rest of a result itself. */
const sdkAnswer = z.object({
  result: z.looseObject({
    content: z.array(
      z.discriminatedUnion('type', [
        z.looseObject({ type: z.literal('text'), text: z.string() }),
        z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
      ]),
    ),
  }),
})

function toSdkResult({ begun, meta }: ToolResult) {
  const { result } = sdkAnswer.parse(JSON.parse(`${begun}}}`))
  return meta === undefined ? result : { ...result, _meta: meta }
}

/**
 * Uses the SDK's low-level server, because the high-level one converts every schema again for each
 * request.
 */
export function createMcpServerFactory(options: McpServerOptions): McpServerFactory {
  const { service, runner, fabrics, scopes, log } = options
  const { info, capabilities, instructions, cacheHint, listed } = service
  const { resources, prompts, skills } = options.offered
  const cacheHints = { 'tools/list': cacheHint, 'server/discover': cacheHint }

  return async (session) => {
    const server = new Server(info, { capabilities, instructions: await instructions(), cacheHints })
    const guard = createGuard(session, log)
    const reading = createReader(runner, fabrics, ownerIn(session.caller, scopes))
    serveResources(server, resources, reading, guard)
    servePrompts(server, prompts, reading, guard)
    serveCompletion(server, { prompts, resources }, reading, guard)
    serveSkills(server, skills)
    server.setRequestHandler('tools/list', () => listed)
    // With params of our own, because the SDK's drop an argument called `__proto__`. It checks them as well.
    server.setRequestHandler('tools/call', { params: z.object(toolCall) }, async (params) => {
      const tool = service.tool(params.name)
      if (tool !== undefined) return toSdkResult(await service.call(tool, params.arguments, session))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool. Call tools/list for the names.')
    })
    return server
  }
}
