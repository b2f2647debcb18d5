import { memoize } from '../core/memoize.ts'
import type { CallTool, McpSession, ToolResult } from './call-tool.ts'
import type { Message } from './message.ts'
import { FOR_EVERYONE, type McpRegistry } from './registry.ts'

/**
 * Answers plain calls and lists as JSON, many times as fast as the SDK and byte for byte as it would. For all other
 * messages it returns `undefined`; the SDK answers them, unless they are calls over a limit.
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
}))

/** A result that asks for sign-in. It is rare, so it is written as a whole. */
function challengeOf({ texts, meta = {} }: ToolResult, isModern: boolean, registry: McpRegistry): Part {
  const content = texts.map((text) => ({ type: 'text', text }))
  const result = { ...(isModern ? signed(registry, meta) : { _meta: meta }), content, isError: true }
  return begun(members(isModern ? { ...result, ...COMPLETE } : result))
}

export function createLane(call: CallTool): Lane {
  return ({ plain, tool }, session) => {
    if (plain === undefined) return undefined
    const { id, isModern, method, params } = plain
    const { registry } = session
    if (method === 'tools/list')
      return answer(id, isModern ? writtenOf(registry).modernList : writtenOf(registry).legacyList)
    if (tool === undefined) return undefined
    return call(tool, params.arguments, session).then((result) =>
      result.meta === undefined
        ? answer(id, resultOf(result), isModern ? writtenOf(registry).modernEnd : '')
        : answer(id, challengeOf(result, isModern, registry)),
    )
  }
}
