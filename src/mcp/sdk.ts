import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { hasScopes, type Scopes } from '../auth/index.ts'
import type { Logger } from '../core/logger.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import { type CallTool, type McpContext, noteFailure } from './call-tool.ts'
import { isObject } from './message.ts'
import { completePrompt, PROMPTS, writePrompt } from './prompts.ts'
import { FOR_EVERYONE, type McpRegistry } from './registry.ts'
import { completeItem, listItems, type McpReader, readItem, TEMPLATES } from './resources.ts'

/** Makes the SDK server for one request (HTTP) or one connection (stdio). */
export type McpServerFactory = (context: McpContext) => Promise<Server>

interface McpServerOptions {
  readonly call: CallTool
  readonly runner: ToolRunner
  readonly scopes: Scopes
  readonly log: Logger
}

const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' } as const
/** The protocol allows no more values in one completion. */
const MOST_COMPLETIONS = 100
const MOST_TYPED = 100

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

type Guard = <Value>(answer: () => Promise<Value>) => Promise<Value>

/** Answers only admitted requests. A protocol error says no more than the result of a tool would (D9). */
function createGuard(context: McpContext, log: Logger): Guard {
  return async (answer) => {
    try {
      if (context.refusal !== undefined) throw context.refusal
      return await answer()
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown
      const { code, message, status, retryAfter } = noteFailure(thrown, context, log, 'mcp request failed')
      throw new ProtocolError(
        status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        `${code}: ${message}`,
        retryAfter === undefined ? { code } : { code, retryAfter },
      )
    }
  }
}

function serveResources(server: Server, { texts }: McpRegistry, reader: McpReader, guard: Guard): void {
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: TEMPLATES,
    ...FOR_EVERYONE,
  }))
  server.setRequestHandler('resources/list', () =>
    guard(async () => {
      const shared = Array.from(texts.values(), ({ listed }) => listed)
      return { resources: [...shared, ...(await listItems(reader))], ...PRIVATE }
    }),
  )
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    guard(async () => {
      const found = texts.get(uri)
      if (found !== undefined) {
        const { mimeType, _meta } = found.listed
        return { contents: [{ uri, mimeType, text: await found.text(), _meta }], ...FOR_EVERYONE }
      }
      const item = await readItem(uri, reader)
      if (item === undefined) throw new ResourceNotFoundError(uri)
      return { contents: [item], ...PRIVATE }
    }),
  )
}

function servePrompts(server: Server, reader: McpReader, guard: Guard): void {
  const prompts = Array.from(PROMPTS.values(), ({ listed }) => listed)
  server.setRequestHandler('prompts/list', () => ({ prompts, ...FOR_EVERYONE }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    guard(() => writePrompt(params.name, params.arguments ?? {}, reader)),
  )
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context: completed } }) =>
    guard(async () => {
      const begun = [...argument.value].slice(0, MOST_TYPED).join('')
      const others = completed?.arguments ?? {}
      const values =
        ref.type === 'ref/prompt'
          ? await completePrompt(ref.name, begun, reader)
          : await completeItem(ref.uri, argument.name, begun, others, reader)
      // Without a total and `hasMore`, because only the first values are looked for.
      return { completion: { values: values.slice(0, MOST_COMPLETIONS) } }
    }),
  )
}

/** The SDK's helper for this extension needs its high-level server. */
function serveSkills(server: Server, { skills }: McpRegistry): void {
  server.setRequestHandler('skills/list', { params: z.looseObject({}) }, () => ({
    skills: [...skills],
    ...FOR_EVERYONE,
  }))
  server.setRequestHandler('skills/get', { params: z.looseObject({ uri: z.string() }) }, ({ uri }) => {
    const skill = skills.find((entry) => entry.uri === uri)
    if (skill === undefined) throw invalid('Unknown skill.')
    return { skill, ...FOR_EVERYONE }
  })
}

/** The SDK's own schema of a call drops an argument called `__proto__`, but none may be ignored (D12). */
const toolCallParams = z.object({
  name: z.string(),
  arguments: z.custom<object>(isObject).optional(),
})

type WrapHandler = Server['_wrapHandler']

/** The SDK tells wrong params as an internal error, in the words of its schema, by an `Error` of no other class. */
class McpServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<WrapHandler>): ReturnType<WrapHandler> {
    const wrapped = super._wrapHandler(method, handler)
    return async (...asked) => {
      try {
        return await wrapped(...asked)
      } catch (thrown) {
        throw thrown instanceof Error && thrown.constructor === Error
          ? invalid(`The params of ${method} are not valid.`)
          : thrown
      }
    }
  }
}

/**
 * Uses the SDK's low-level server, because the high-level one converts every schema again for each request.
 */
export function createMcpServerFactory(options: McpServerOptions): McpServerFactory {
  const { call, runner, scopes, log } = options
  const cacheHints = { 'tools/list': FOR_EVERYONE, 'server/discover': FOR_EVERYONE }

  return async (context) => {
    const { registry } = context
    const { info, capabilities, instructions, listed } = registry
    const server = new McpServer(info, { capabilities, instructions: await instructions(), cacheHints })
    // A token without the scopes to read items sees what everybody sees (D40).
    const mayRead = context.caller !== undefined && hasScopes(context.caller, scopes.read)
    const caller = mayRead ? context.caller : undefined
    const reader: McpReader = { caller, run: (tool, input) => runner.run(tool, input, caller) }
    const guard = createGuard(context, log)
    serveResources(server, registry, reader, guard)
    servePrompts(server, reader, guard)
    serveSkills(server, registry)
    server.setRequestHandler('tools/list', () => listed)
    server.setRequestHandler('tools/call', { params: toolCallParams }, async (params) => {
      const tool = registry.tools.get(params.name)
      if (tool === undefined) throw invalid('Unknown tool. Call tools/list for the names.')
      return call(tool, params.arguments, context)
    })
    return server
  }
}

export type SdkServing = ReturnType<typeof createSdkServing>

/**
 * Answers any message of both protocol eras with the SDK, with a server for each request. A 2025 client gets
 * plain JSON; the SDK's own fallback always streams.
 */
export function createSdkServing(createServer: McpServerFactory, onerror: (error: Error) => void) {
  // The SDK's factory gets only the request. This finds its context.
  const contexts = new WeakMap<Request, McpContext>()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const context = requestInfo === undefined ? undefined : contexts.get(requestInfo)
      if (context === undefined) throw new Error('no context for this request')
      return createServer(context)
    },
    { legacy: 'reject', responseMode: 'auto', onerror },
  )

  async function serveLegacy(request: Request, parsedBody: unknown, context: McpContext): Promise<Response> {
    const server = await createServer(context)
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
    async serve(request: Request, message: unknown, context: McpContext): Promise<Response> {
      if (await isLegacyRequest(request, message)) return serveLegacy(request, message, context)
      contexts.set(request, context)
      return modern.fetch(request, { parsedBody: message })
    },
    /** Ends the streams that clients hold open. */
    close: () => modern.close(),
  }
}
