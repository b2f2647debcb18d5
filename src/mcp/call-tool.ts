import type { ImageContent, TextContent } from '@modelcontextprotocol/server'
import { coerceArguments } from '../core/arguments.ts'
import { type AppError, isDefect, toAppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { memoize } from '../core/memoize.ts'
import type { RequestContext } from '../core/request.ts'
import type { Served, ToolRunner } from '../core/run-tool.ts'
import type { Caller, Tool } from '../core/tool.ts'
import { pictureOf, stripOf } from './pictures.ts'
import type { McpRegistry } from './registry.ts'

/** The result of a tool call (D34). */
export interface ToolResult {
  /** The data as JSON, the notes (D38) and a picture (D39), or what failed. */
  readonly content: readonly (TextContent | ImageContent)[]
  /** Absent if the call failed. */
  readonly served?: Pick<Served, 'data' | 'json'>
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Who sent a message, what is offered to them, and whether it is refused. */
export interface McpContext {
  readonly registry: McpRegistry
  readonly caller: Caller | undefined
  /** False if the client wants no pictures (D39). */
  readonly pictures: boolean
  readonly refusal?: AppError | undefined
  /** The outcome is noted here, for the log. */
  readonly request?: RequestContext
}

/** Never rejects: a failure is a result that says what failed. */
export type CallTool = (tool: Tool, given: unknown, context: McpContext) => Promise<ToolResult>

const BUSY = 'It has no picture now, because many are being drawn. Ask again later for it.'

const textBlock = (text: string) => ({ type: 'text' as const, text })

const successResult = memoize((served: Served): ToolResult => {
  const { json, notes } = served
  const texts = notes.length > 0 ? [json, notes.join(' ')] : [json]
  return { served, content: texts.map(textBlock) }
})

/** `data` is a PNG in base64. */
function withPicture(result: ToolResult, data: string | undefined): ToolResult {
  if (data === undefined) return result
  return { ...result, content: [...result.content, { type: 'image', data, mimeType: 'image/png' }] }
}

const resultWithStrip = memoize((served: Served) =>
  withPicture(successResult(served), stripOf(served.colors ?? [])),
)

async function resultWithPicture(served: Served, caller: Caller | undefined): Promise<ToolResult> {
  const { data, isBusy } = await pictureOf(served.draw, caller?.userId)
  if (!isBusy) return withPicture(successResult(served), data)
  return successResult({ ...served, notes: [...served.notes, BUSY] })
}

/** A failed call (D34), with any challenge for clients that read it in the result (D33). */
function failureResult({ code, message, hint, headers }: AppError): ToolResult {
  const content = [textBlock([`${code}: ${message}`, hint].filter(Boolean).join(' '))]
  const challenge = headers['www-authenticate']
  return challenge === undefined ? { content } : { content, meta: { 'mcp/www_authenticate': [challenge] } }
}

/**
 * A failure as the caller may see it. The request keeps it for its log line, and the cause of a defect is
 * logged.
 */
export function noteFailure(thrown: unknown, { request }: McpContext, log: Logger, what: string): AppError {
  const error = toAppError(thrown)
  if (request !== undefined) request.failure = error
  if (isDefect(error)) log.error({ requestId: request?.requestId, err: error.cause ?? error }, what)
  return error
}

export function createCallTool(runner: ToolRunner, log: Logger): CallTool {
  /** The answer with its picture (D39), or without one if drawing fails. */
  async function illustrated(served: Served, caller: Caller | undefined): Promise<ToolResult> {
    try {
      if (served.draw !== undefined) return await resultWithPicture(served, caller)
      return served.colors === undefined ? successResult(served) : resultWithStrip(served)
    } catch (error) {
      log.error({ err: error }, 'no picture drawn')
      return successResult(served)
    }
  }

  return async (tool, given, context) => {
    const { caller, pictures, refusal, request } = context
    try {
      if (refusal !== undefined) throw refusal
      const served = await runner.serve(tool, coerceArguments(tool, given), caller, { notes: true })
      if (request !== undefined) request.created = served.created
      return pictures ? await illustrated(served, caller) : successResult(served)
    } catch (thrown) {
      return failureResult(noteFailure(thrown, context, log, 'tool failed'))
    }
  }
}
