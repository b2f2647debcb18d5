import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { memoize } from '../core/memoize.ts'
import type { CallTool, McpSession, ToolResult } from './call-tool.ts'
import { type Message, MODERN } from './message.ts'
import { FOR_EVERYONE, type McpRegistry } from './registry.ts'

/**
 * Answers plain messages as JSON, many times as fast as the SDK and byte for byte as it would. For all others it
 * returns `undefined`; the SDK answers them, unless they are calls over a limit.
 */
export type Lane = (message: Message, session: McpSession) => Answer | Promise<Answer> | undefined

type Part = Buffer<ArrayBuffer>
/** The answer as JSON, in parts. */
type Answer = readonly Part[]

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

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

function endOf({ meta }: ToolResult, isModern: boolean, registry: McpRegistry): string {
  if (meta === undefined) return isModern ? writtenOf(registry).modernEnd : ''
  return `,${members(isModern ? { ...COMPLETE, ...signed(registry, meta) } : { _meta: meta })}`
}

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
  return ({ plain, tool }, session) => {
    if (plain === undefined) return undefined
    const { id, isModern, method, params } = plain
    const { registry } = session
    switch (method) {
      case 'tools/call':
        if (tool === undefined) return undefined
        return call(tool, params.arguments, session).then((result) =>
          answer(id, resultOf(result), endOf(result, isModern, registry)),
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
}
