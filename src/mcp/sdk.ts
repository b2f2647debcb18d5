import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  Server,
  type StandardSchemaV1,
  specTypeSchemas,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { hasScopes, type Scopes } from '../auth/index.ts'
import type { Logger } from '../core/logger.ts'
import { noteFailure } from '../core/request.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import type { CallTool, McpContext } from './call-tool.ts'
import { isObject } from './message.ts'
import { PROMPTS, promptCalled, writePrompt } from './prompts.ts'
import { FOR_EVERYONE } from './registry.ts'
import { asQuery, completeItem, invalid, listItems, readItem, TEMPLATES } from './resources.ts'

/** For one request (HTTP) or one connection (stdio). */
export type McpServerFactory = (context: McpContext) => Promise<Server>

const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' } as const
/** The protocol allows no more values in one completion. */
const MOST_COMPLETIONS = 100

const {
  PaginatedRequestParams: list,
  ReadResourceRequestParams: address,
  GetPromptRequestParams: prompt,
  CompleteRequestParams: completion,
} = specTypeSchemas

/** The SDK's own schema of a call drops an argument called `__proto__`, but none may be ignored (D12). */
const toolCall = z.object({ name: z.string(), arguments: z.custom<object>(isObject).optional() })

type WrapHandler = Server['_wrapHandler']

/** Says in our words that params are wrong (D9). The SDK does in its own, and for some methods as an internal error. */
class McpServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<WrapHandler>): ReturnType<WrapHandler> {
    const wrapped = super._wrapHandler(method, handler)
    return (...asked) =>
      wrapped(...asked).catch((thrown) => {
        // Only our own errors have data.
        if (thrown instanceof ProtocolError && thrown.data !== undefined) throw thrown
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The params of ${method} are not valid.`)
      })
  }
}

/** It says no more than the result of a tool would (D9). */
function protocolError(thrown: unknown, { request }: McpContext, log: Logger) {
  if (thrown instanceof ProtocolError) return thrown
  const { code, message, status, retryAfter } = noteFailure(thrown, request, log, 'mcp request failed')
  const { InvalidParams, InternalError } = ProtocolErrorCode
  const data = { code, ...(retryAfter === undefined ? {} : { retryAfter }) }
  return new ProtocolError(status < 500 ? InvalidParams : InternalError, `${code}: ${message}`, data)
}

/** Uses the SDK's low-level server, because the high-level one converts every schema again for each request. */
export function createMcpServerFactory(options: {
  call: CallTool
  runner: ToolRunner
  scopes: Scopes
  log: Logger
}): McpServerFactory {
  const { call, runner, scopes, log } = options
  const cacheHints = { 'tools/list': FOR_EVERYONE, 'server/discover': FOR_EVERYONE }
  const prompts = Array.from(PROMPTS.values(), ({ listed }) => listed)

  return async (context) => {
    const { info, capabilities, instructions, listed, tools, texts, skills } = context.registry
    const server = new McpServer(info, { capabilities, instructions: await instructions(), cacheHints })
    // A token without the scopes to read items sees what everybody sees (D40).
    const mayRead = context.caller !== undefined && hasScopes(context.caller, scopes.read)
    const reader = { runner, caller: mayRead ? context.caller : undefined }

    const on = <Params>(
      method: string,
      params: StandardSchemaV1<unknown, Params>,
      answer: (params: Params) => Result | Promise<Result>,
    ) =>
      server.setRequestHandler(method, { params }, async (given) => {
        try {
          // A refused call is a result, which says why.
          if (context.refusal !== undefined && method !== 'tools/call') throw context.refusal
          return await answer(given)
        } catch (thrown) {
          throw protocolError(thrown, context, log)
        }
      })

    on('tools/list', list, () => listed)
    on('tools/call', toolCall, ({ name, arguments: given }) => {
      const tool = tools.get(name)
      if (tool === undefined) throw invalid('Unknown tool. Call tools/list for the names.')
      return call(tool, given, context)
    })
    on('resources/templates/list', list, () => ({ resourceTemplates: TEMPLATES, ...FOR_EVERYONE }))
    on('resources/list', list, async () => {
      const shared = Array.from(texts.values(), (text) => text.listed)
      return { resources: [...shared, ...(await listItems(reader))], ...PRIVATE }
    })
    on('resources/read', address, async ({ uri }) => {
      const found = texts.get(uri)
      if (found !== undefined) {
        const { mimeType, _meta } = found.listed
        return { contents: [{ uri, mimeType, text: await found.text(), _meta }], ...FOR_EVERYONE }
      }
      const item = await readItem(uri, reader)
      if (item === undefined) throw new ResourceNotFoundError(uri)
      return { contents: [item], ...PRIVATE }
    })
    on('prompts/list', list, () => ({ prompts, ...FOR_EVERYONE }))
    on('prompts/get', prompt, ({ name, arguments: given = {} }) => writePrompt(name, given, reader))
    on('completion/complete', completion, async ({ ref, argument, context: completed }) => {
      const begun = asQuery(argument.value)
      const known = { ...completed?.arguments, [argument.name]: begun }
      const values =
        ref.type === 'ref/prompt'
          ? await promptCalled(ref.name).complete(begun, reader)
          : await completeItem(ref.uri, argument.name, known, reader)
      // Without a total and `hasMore`, because only the first values are looked for.
      return { completion: { values: values.slice(0, MOST_COMPLETIONS) } }
    })
    // The SDK's helper for skills needs its high-level server.
    on('skills/list', list, () => ({ skills, ...FOR_EVERYONE }))
    on('skills/get', address, ({ uri }) => {
      const skill = skills.find((entry) => entry.uri === uri)
      if (skill === undefined) throw invalid('Unknown skill.')
      return { skill, ...FOR_EVERYONE }
    })
    return server
  }
}

export type SdkServing = ReturnType<typeof createSdkServing>

/** With a server for each request. A 2025 client gets plain JSON; the SDK's own fallback always streams. */
export function createSdkServing(createServer: McpServerFactory, onerror: (error: Error) => void) {
  // The SDK's factory gets only the request. This finds its context.
  const contexts = new WeakMap<Request, McpContext>()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const context = requestInfo && contexts.get(requestInfo)
      if (context === undefined) throw new Error('no context for this request')
      return createServer(context)
    },
    { legacy: 'reject', responseMode: 'auto', onerror },
  )

  async function serveLegacy(request: Request, parsedBody: unknown, context: McpContext) {
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
