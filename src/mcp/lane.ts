import { bytesToKeep, memoize } from '../core/memoize.ts'
import type { CallTool, McpContext, ToolResult } from './call-tool.ts'
import type { Message } from './message.ts'
import { FOR_EVERYONE, type McpRegistry } from './registry.ts'

/**
 * Answers plain calls and lists as JSON, many times as fast as the SDK and byte for byte as it would. For all
 * other messages it returns `undefined`: the SDK answers them, unless they are calls over a limit.
 */
export type Lane = (message: Message, context: McpContext) => Answer | Promise<Answer> | undefined

type Part = Uint8Array<ArrayBuffer>
/** JSON in two parts. The first is long and often the same, so it is not copied. */
type Answer = readonly [begun: Part, end: Part]

/** Of a JSON object, without its braces. */
const members = (value: object) => JSON.stringify(value).slice(1, -1)

/** The result stays open for more members. */
const begin = (result: string): Part => bytesToKeep(`{"result":{${result}`)

/** `last` are the last members of the result, with a comma before them. */
const end = (id: unknown, last = ''): Part =>
  Buffer.from(`${last}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`)

/** A result without the members that the revision of 2026 adds, written once for each cached answer. */
const writtenResult = memoize(({ content, isError }: ToolResult): Part => {
  const rest = isError ? '"isError":true' : `"structuredContent":${content[0].text}`
  return begin(`"content":${JSON.stringify(content)},${rest}`)
})

const writtenRegistry = memoize(({ info, listed }: McpRegistry) => {
  const signed = { _meta: { 'io.modelcontextprotocol/serverInfo': info } }
  return {
    modernEnd: `,${members({ resultType: 'complete', ...signed })}`,
    legacy: begin(members(listed)),
    modern: begin(members({ ...listed, resultType: 'complete', ...FOR_EVERYONE, ...signed })),
  }
})

export function createLane(call: CallTool): Lane {
  return ({ sent: { id }, method, params, plain, tool }, context) => {
    if (plain === undefined) return undefined
    const written = writtenRegistry(context.registry)
    if (method === 'tools/list') return [written[plain], end(id)]
    // A challenge in a result is rare: the SDK writes it.
    if (tool === undefined || context.refusal?.headers['www-authenticate'] !== undefined) return undefined
    const last = plain === 'modern' ? written.modernEnd : ''
    return call(tool, params['arguments'], context).then((result) => [writtenResult(result), end(id, last)])
  }
}
