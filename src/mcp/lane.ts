import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { memoize } from '../core/memoize.ts'
import type { Tool } from '../core/tool.ts'
import type { CallTool, McpSession, ToolResult } from './call-tool.ts'
import { type Message, toolCallParams } from './message.ts'
import { FOR_EVERYONE, type McpRegistry } from './registry.ts'

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

/** The beginning of an answer. Its result is still open for more members. */
const begun = (result: string): Part => Buffer.from(`{"result":{${result}`)

const COMPLETE = { resultType: 'complete' }

const signed = ({ info }: McpRegistry, meta = {}) => ({ _meta: { ...meta, [SERVER_INFO]: info } })

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`
const pictureBlock = (data: string) => `{"type":"image","data":"${data}","mimeType":"image/png"}`

/** A result up to its `_meta`, written once for an answer that is kept. */
const resultOf = memoize(({ texts, picture, served }: ToolResult): Part => {
  const blocks = [...texts.map(textBlock), ...(picture === undefined ? [] : [pictureBlock(picture)])]
  const rest = served === undefined ? '"isError":true' : `"structuredContent":${served.json}`
  return begun(`"content":[${blocks.join(',')}],${rest}`)
})

/** What is the same for every caller, written once. */
const writtenOf = memoize((registry: McpRegistry) => ({
  modernEnd: `,${members({ ...COMPLETE, ...signed(registry) })}`,
  legacyList: begun(members(registry.listed)),
  modernList: begun(members({ ...registry.listed, ...COMPLETE, ...FOR_EVERYONE, ...signed(registry) })),
  nothing: begun(''),
}))

async function discovery(registry: McpRegistry): Promise<Part> {
  const { capabilities } = registry
  const described = { supportedVersions: [MODERN], capabilities, instructions: await registry.instructions() }
  return begun(members({ ...described, ...COMPLETE, ...FOR_EVERYONE, ...signed(registry) }))
}

async function initialization(
  { capabilities, info, instructions }: McpRegistry,
  asked: string,
): Promise<Part> {
  const [newest] = SUPPORTED_PROTOCOL_VERSIONS
  const protocolVersion = SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : newest
  const described = { protocolVersion, capabilities, serverInfo: info, instructions: await instructions() }
  return begun(members(described))
}

export function createLane(call: CallTool): Lane {
  function endOf({ meta }: ToolResult, isModern: boolean, registry: McpRegistry): string {
    if (meta === undefined) return isModern ? writtenOf(registry).modernEnd : ''
    return `,${members(isModern ? { ...COMPLETE, ...signed(registry, meta) } : { _meta: meta })}`
  }

  /** `undefined` if there is no such tool. */
  function answerTo(
    { id, method, params }: Request,
    tool: Tool | undefined,
    isModern: boolean,
    session: McpSession,
  ): Answer | Promise<Answer> | undefined {
    const { registry } = session
    switch (method) {
      case 'tools/call':
        return (
          tool &&
          call(tool, params.arguments, session).then((result) =>
            answer(id, resultOf(result), endOf(result, isModern, registry)),
          )
        )
      case 'tools/list':
        return answer(id, isModern ? writtenOf(registry).modernList : writtenOf(registry).legacyList)
      case 'server/discover':
        return discovery(registry).then((begun) => answer(id, begun))
      case 'initialize':
        return initialization(registry, params.protocolVersion).then((begun) => answer(id, begun))
      case 'ping':
        return answer(id, writtenOf(registry).nothing)
    }
  }

  return ({ sent, tool }, headers, session) => {
    const isModern = headers.get('mcp-protocol-version') === MODERN
    const request = (isModern ? readModern : readLegacy)(sent, headers)
    return request && answerTo(request, tool, isModern, session)
  }
}
