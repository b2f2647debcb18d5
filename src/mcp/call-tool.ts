import { coerceArguments } from '../core/arguments.ts'
import { type AppError, isDefect, toAppError } from '../core/errors.ts'
import type { Logger } from '../core/log.ts'
import { memoize } from '../core/memoize.ts'
import type { Served, ToolRunner } from '../core/run-tool.ts'
import type { Caller, Tool } from '../core/tool.ts'
import type { RequestContext } from '../http/request-context.ts'
import { pictureOf, stripOf } from './pictures.ts'
import type { McpRegistry } from './registry.ts'

/** The beginning of an answer as JSON. Its result is still open for more members. */
export const begun = (result: string): Buffer<ArrayBuffer> => Buffer.from(`{"result":{${result}`)

/** The result of a tool call as JSON, so that an answer is serialised only once. */
export interface ToolResult {
  /** The answer up to the last member of its result, except `_meta`. */
  readonly begun: Buffer<ArrayBuffer>
  readonly meta?: Readonly<Record<string, unknown>>
}

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`

/** @param data base64 */
const pictureBlock = (data: string) => `{"type":"image","data":"${data}","mimeType":"image/png"}`

/** `structuredContent`, the text block with the same content (D34), the notes (D38) and a picture (D39). */
function written({ json, notes }: Served, picture?: string): ToolResult {
  const texts = [json, ...(notes.length > 0 ? [notes.join(' ')] : [])].map(textBlock)
  const blocks = picture === undefined ? texts : [...texts, pictureBlock(picture)]
  return { begun: begun(`"content":[${blocks.join(',')}],"structuredContent":${json}`) }
}

const withoutPicture = memoize((served: Served) => written(served))
/** A list of fabrics with its swatches. */
const withStrip = memoize((served: Served) => written(served, stripOf(served)))

/** The result of a call that worked. It is written only once for an answer that is kept. */
function successResult(served: Served, picture?: string): ToolResult {
  return picture === undefined ? withoutPicture(served) : written(served, picture)
}

/** The result of a call that failed (D34), with any challenge for clients that read it there (D33). */
function failureResult({ code, message, hint, headers }: AppError): ToolResult {
  const text = [`${code}: ${message}`, hint].filter(Boolean).join(' ')
  const failed = { begun: begun(`"content":[${textBlock(text)}],"isError":true`) }
  const challenge = headers['www-authenticate']
  return challenge === undefined ? failed : { ...failed, meta: { 'mcp/www_authenticate': [challenge] } }
}

/** The caller of a message, what is offered to them, and whether the message is refused. */
export interface McpSession {
  readonly registry: McpRegistry
  readonly caller: Caller | undefined
  /** False if the client wants no pictures (D39). */
  readonly pictures: boolean
  /** Why the message is refused, such as `rate_limited`. */
  readonly refusal?: AppError | undefined
  /** Where the outcome is noted. */
  readonly request?: RequestContext
}

/** Calls a tool. The result says what failed, if anything did. */
export type CallTool = (tool: Tool, given: unknown, session: McpSession) => Promise<ToolResult>

const BUSY = 'It has no picture now, because many are being drawn. Ask again later for it.'

export function createCallTool(runner: ToolRunner, log: Logger): CallTool {
  /** The answer with its picture (D39). Nothing depends on it, so an answer whose drawing fails has none. */
  async function withPicture(served: Served): Promise<ToolResult> {
    try {
      if (served.colors !== undefined) return withStrip(served)
      const picture = await pictureOf(served.draw)
      if (picture !== 'busy') return successResult(served, picture)
      return successResult({ ...served, notes: [...served.notes, BUSY] })
    } catch (error) {
      log.error({ err: error }, 'no picture drawn')
      return successResult(served)
    }
  }

  return async (tool, given, { caller, pictures, refusal, request }) => {
    try {
      if (refusal !== undefined) throw refusal
      const served = await runner.serve(tool, coerceArguments(tool, given), caller, { notes: true })
      if (request !== undefined) request.created = served.created
      return pictures ? await withPicture(served) : successResult(served)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (request !== undefined) request.failure = error
      if (isDefect(error)) {
        log.error(
          { requestId: request?.requestId, tool: tool.name, err: error.cause ?? error },
          'tool failed',
        )
      }
      return failureResult(error)
    }
  }
}
