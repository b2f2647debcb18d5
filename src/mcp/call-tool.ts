import type { CallToolResult, ImageContent, TextContent } from '@modelcontextprotocol/server'
import type { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { memoize } from '../core/memoize.ts'
import { noteFailure, type RequestContext } from '../core/request.ts'
import type { Served, ToolRunner } from '../core/run-tool.ts'
import { type Caller, coerceArguments, type Draw, type Tool } from '../core/tool.ts'
import { renderPng, swatchStrip } from '../design/index.ts'
import type { McpRegistry } from './registry.ts'

/** The result of a tool call (D34). The first text is the data as JSON, or says what failed. */
export interface ToolResult extends CallToolResult {
  content: [TextContent, ...(TextContent | ImageContent)[]]
}

export interface McpContext {
  registry: McpRegistry
  caller: Caller | undefined
  /** False if the client wants no pictures (D39). */
  pictures: boolean
  refusal?: AppError | undefined
  /** The outcome is noted here, for the log. */
  request?: RequestContext
}

/** Never rejects: a failure is a result that says what failed. */
export type CallTool = (tool: Tool, given: unknown, context: McpContext) => Promise<ToolResult>

const textBlock = (text: string) => ({ type: 'text' as const, text })

function resultOf({ data, json, notes }: Served, png?: Uint8Array): ToolResult {
  const content: ToolResult['content'] = [textBlock(json)]
  if (notes.length > 0) content.push(textBlock(notes.join(' ')))
  if (png !== undefined)
    content.push({ type: 'image', data: Buffer.from(png).toString('base64'), mimeType: 'image/png' })
  return { content, structuredContent: data }
}

// Made once for each answer that is kept.
const withoutPicture = memoize((served: Served) => resultOf(served))
const withStrip = memoize((served: Served) => resultOf(served, swatchStrip(served.colors ?? [])))

/** With a PNG of at most 16 KB (D39), or with a note on why there is none. */
async function withDrawing(served: Served, draw: Draw, of: string, log: Logger): Promise<ToolResult> {
  const noted = (...notes: readonly string[]) => ({ ...served, notes: [...served.notes, ...notes] })
  try {
    const { svg, lacks, notes } = await draw({ edges: true })
    return resultOf(noted(...notes), lacks === undefined ? await renderPng(svg, { of }) : undefined)
  } catch (thrown) {
    const { message } = noteFailure(thrown, undefined, log, 'no picture drawn')
    return resultOf(noted(`It has no picture now: ${message} Ask again later for it.`))
  }
}

/** A failed call, with any challenge for clients that read it in the result (D33). */
function failureResult({ code, message, hint, headers }: AppError): ToolResult {
  const challenge = headers['www-authenticate']
  return {
    content: [textBlock([`${code}: ${message}`, hint].filter(Boolean).join(' '))],
    isError: true,
    ...(challenge && { _meta: { 'mcp/www_authenticate': [challenge] } }),
  }
}

export function createCallTool(runner: ToolRunner, log: Logger): CallTool {
  return async (tool, given, context) => {
    const { caller, pictures, refusal, request } = context
    try {
      if (refusal !== undefined) throw refusal
      const served = await runner.runAsJson(tool, coerceArguments(tool, given), caller, { notes: true })
      if (request !== undefined) request.created = served.created
      const { draw } = served
      if (!pictures) return withoutPicture(served)
      if (draw === undefined) return withStrip(served)
      return await withDrawing(served, draw, caller?.userId ?? '', log)
    } catch (thrown) {
      return failureResult(noteFailure(thrown, request, log, 'tool failed'))
    }
  }
}
