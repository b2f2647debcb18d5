import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Tool } from '../core/tool.ts'
import { begun, type CallTool, type ToolResult } from './call-tool.ts'
import { type Message, toolCallParams } from './message.ts'
import { FOR_EVERYONE, type McpRegistry } from './registry.ts'
import type { McpSession } from './session.ts'

/**
 * Answers the common messages as JSON. For all others it returns `undefined`, and the SDK answers them.
 * It handles a message only in its plain form: if a member is unknown or has another type, the SDK
 * decides.
 */
export type Lane = (
  message: Message,
  headers: Headers,
  session: McpSession,
) => Answer | Promise<Answer> | undefined

type Part = Buffer<ArrayBuffer>
/** The answer as JSON, in parts. */
type Answer = readonly Part[]

// The messages, as the schemas of both protocol revisions define them.

const MODERN = '2026-07-28'
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

const id = z.union([z.string(), z.int()])
const progressToken = id.optional()
const object = z.record(z.string(), z.unknown())
const text = z.string().optional()

const implementation = z.strictObject({
  name: z.string(),
  version: z.string(),
  title: text,
  websiteUrl: text,
  description: text,
})

const clientCapabilities = z.strictObject({
  elicitation: z
    .strictObject({ form: z.strictObject({}).optional(), url: z.strictObject({}).optional() })
    .optional(),
  sampling: z
    .strictObject({ context: z.strictObject({}).optional(), tools: z.strictObject({}).optional() })
    .optional(),
  roots: z.strictObject({ listChanged: z.boolean().optional() }).optional(),
  extensions: z.record(z.string(), object).optional(),
  experimental: z.record(z.string(), object).optional(),
})

/** For members that a plain message does not have, such as those of another revision or of a task. */
const absent = z.never().optional()
const notTask = { 'io.modelcontextprotocol/related-task': absent }

const legacyMeta = z.looseObject({ progressToken, [PROTOCOL_VERSION]: absent, ...notTask }).optional()

const modernMeta = z.looseObject({
  progressToken,
  [PROTOCOL_VERSION]: z.literal(MODERN),
  'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
  'io.modelcontextprotocol/clientInfo': implementation.optional(),
  'io.modelcontextprotocol/logLevel': absent,
  ...notTask,
})

function request<Method extends string, Params extends z.ZodType>(method: Method, params: Params) {
  return z.strictObject({ jsonrpc: z.literal('2.0'), id, method: z.literal(method), params })
}

const page = { cursor: text }

const legacyRequest = z.discriminatedUnion('method', [
  request('tools/call', z.strictObject({ ...toolCallParams, _meta: legacyMeta })),
  request('tools/list', z.strictObject({ ...page, _meta: legacyMeta }).optional()),
  request('ping', z.strictObject({ _meta: legacyMeta }).optional()),
  request(
    'initialize',
    z.strictObject({
      protocolVersion: z.string(),
      capabilities: clientCapabilities,
      clientInfo: implementation,
      _meta: legacyMeta,
    }),
  ),
])

const modernRequest = z.discriminatedUnion('method', [
  request('tools/call', z.strictObject({ ...toolCallParams, _meta: modernMeta })),
  request('tools/list', z.strictObject({ ...page, _meta: modernMeta })),
  request('server/discover', z.strictObject({ _meta: modernMeta })),
])

type Request = z.output<typeof legacyRequest> | z.output<typeof modernRequest>

/** Reads a 2025 message. The client must accept both types of answer, and name no unknown revision. */
function readLegacy(sent: unknown, headers: Headers): Request | undefined {
  const accept = headers.get('accept') ?? ''
  const version = headers.get('mcp-protocol-version')
  const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  if (!isKnown || !accept.includes('application/json') || !accept.includes('text/event-stream'))
    return undefined
  return legacyRequest.safeParse(sent).data
}

/** Reads a 2026 message. Its headers must agree with its body. */
function readModern(sent: unknown, headers: Headers): Request | undefined {
  const request = modernRequest.safeParse(sent).data
  if (request === undefined || headers.get('mcp-method') !== request.method) return undefined
  if (request.method === 'tools/call' && headers.get('mcp-name') !== request.params.name) return undefined
  return request
}

/** A JSON object without its braces, to join with others. */
const members = (value: object) => JSON.stringify(value).slice(1, -1)

/**
 * An answer in two parts, so that the first, which is long and often the same, is not copied.
 *
 * @param last the last members of the result, with a comma before them.
 */
const answer = (id: string | number, begun: Part, last = ''): Answer => [
  begun,
  Buffer.from(`${last}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`),
]

export function createLane(registry: McpRegistry, call: CallTool): Lane {
  const { info, capabilities, instructions, listed } = registry
  const signed = (meta = {}) => ({ _meta: { ...meta, [SERVER_INFO]: info } })
  const complete = { resultType: 'complete' }

  // What is the same for every caller is made once.
  const nothing = begun('')
  const plainEnd = `,${members({ ...complete, ...signed() })}`
  const legacyList = begun(members(listed))
  const modernList = begun(members({ ...listed, ...complete, ...FOR_EVERYONE, ...signed() }))

  const discovery = (instructions: string) =>
    begun(
      members({
        supportedVersions: [MODERN],
        capabilities,
        instructions,
        ...complete,
        ...FOR_EVERYONE,
        ...signed(),
      }),
    )

  function initialization(asked: string, instructions: string): Part {
    const [newest] = SUPPORTED_PROTOCOL_VERSIONS
    const protocolVersion = SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : newest
    return begun(members({ protocolVersion, capabilities, serverInfo: info, instructions }))
  }

  const legacyEnd = ({ meta }: ToolResult) => (meta === undefined ? '' : `,${members({ _meta: meta })}`)

  const modernEnd = ({ meta }: ToolResult) =>
    meta === undefined ? plainEnd : `,${members({ ...complete, ...signed(meta) })}`

  /** `undefined` if there is no such tool. */
  function answerTo(
    { id, method, params }: Request,
    tool: Tool | undefined,
    isModern: boolean,
    session: McpSession,
  ): Answer | Promise<Answer> | undefined {
    switch (method) {
      case 'tools/call': {
        if (tool === undefined) return undefined
        const end = isModern ? modernEnd : legacyEnd
        return call(tool, params.arguments, session).then((result) => answer(id, result.begun, end(result)))
      }
      case 'tools/list':
        return answer(id, isModern ? modernList : legacyList)
      case 'server/discover':
        return instructions().then((text) => answer(id, discovery(text)))
      case 'initialize':
        return instructions().then((text) => answer(id, initialization(params.protocolVersion, text)))
      case 'ping':
        return answer(id, nothing)
    }
  }

  return ({ sent, tool }, headers, session) => {
    const isModern = headers.get('mcp-protocol-version') === MODERN
    const request = (isModern ? readModern : readLegacy)(sent, headers)
    return request && answerTo(request, tool, isModern, session)
  }
}
