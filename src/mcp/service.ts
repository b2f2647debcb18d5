import { coerceArguments } from '../core/coerce.ts'
import { isDefect, toAppError } from '../core/errors.ts'
import { iconPath } from '../core/icons.ts'
import { formOf } from '../core/json-schema.ts'
import type { Logger } from '../core/log.ts'
import type { Served, ToolRunner } from '../core/run-tool.ts'
import type { Tool } from '../core/tool.ts'
import type { Offered } from './offered.ts'
import { pictureOf } from './pictures.ts'
import { failureResult, successResult, type ToolResult } from './results.ts'
import type { McpSession } from './session.ts'
import { SKILLS_EXTENSION } from './skills.ts'
import { VIEWS_CAPABILITY, VIEWS_EXTENSION, viewMeta } from './views/family.ts'

export interface McpServiceOptions {
  readonly offered: Pick<Offered, 'tools'>
  readonly runner: ToolRunner
  /** What a model is told before its first call. */
  readonly instructions: () => Promise<string>
  readonly version: string
  readonly websiteUrl: string
  /** The scopes a token needs for protected tools. */
  readonly scopes: readonly string[]
  readonly log: Logger
}

const HOUR_MS = 3_600_000

const BUSY = 'It has no picture now, because many are being drawn. Ask again later for it.'

/** What the server can do, extensions included. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: {},
  prompts: {},
  completions: {},
  extensions: { [SKILLS_EXTENSION]: {}, [VIEWS_EXTENSION]: VIEWS_CAPABILITY },
}

/** A tool as `tools/list` shows it; the same for every caller (D33). */
function toListed(tool: Tool, scopes: readonly string[], websiteUrl: string) {
  const { name, title, icon, description, inputSchema, outputSchema, annotations } = tool
  const securitySchemes = [
    tool.auth === 'public'
      ? { type: 'noauth' }
      : { type: 'oauth2', ...(scopes.length > 0 ? { scopes: [...scopes] } : {}) },
  ]
  return {
    name,
    title,
    description,
    // Always stated, because some clients expect `required` even if it is empty.
    inputSchema: { ...inputSchema, required: inputSchema.required ?? [], additionalProperties: false },
    // Models read this whole list and rely on the tool's description. Only OpenAPI describes the fields.
    // Open, so that a client with a list of yesterday takes a field of today.
    outputSchema: { ...formOf(outputSchema), required: outputSchema.required },
    annotations,
    // The media type is optional, and this list is read in every conversation.
    ...(icon === undefined ? {} : { icons: [{ src: `${websiteUrl}${iconPath(icon)}` }] }),
    securitySchemes,
    _meta: { securitySchemes, ...viewMeta(name) },
  }
}

/**
 * What the server says about itself, and how it answers a tool call. The lane and the SDK's server both
 * use this one definition.
 */
export function createMcpService({
  offered: { tools },
  runner,
  instructions,
  version,
  websiteUrl,
  scopes,
  log,
}: McpServiceOptions) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))

  /** The answer with its picture (D39). Nothing depends on it, so an answer whose drawing fails has none. */
  async function withPicture(served: Served): Promise<ToolResult> {
    try {
      const picture = await pictureOf(served.draw)
      if (picture !== 'busy') return successResult(served, picture)
      return successResult({ ...served, notes: [...served.notes, BUSY] })
    } catch (error) {
      log.error({ err: error }, 'no picture drawn')
      return successResult(served)
    }
  }

  async function call(tool: Tool, given: unknown, session: McpSession): Promise<ToolResult> {
    const { request } = session
    try {
      if (session.refusal !== undefined) throw session.refusal
      const served = await runner.serve(tool, coerceArguments(tool, given), session.caller, { notes: true })
      if (request !== undefined) request.created = served.created
      return await withPicture(served)
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

  return {
    info: {
      name: 'selvage',
      title: 'Selvage',
      version,
      websiteUrl,
      icons: [
        { src: `${websiteUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] },
        { src: `${websiteUrl}/favicon.png`, mimeType: 'image/png', sizes: ['48x48'] },
      ],
    },
    capabilities: CAPABILITIES,
    instructions,
    /** How long a client may keep what is the same for every caller. */
    cacheHint: { ttlMs: HOUR_MS, cacheScope: 'public' } as const,
    listed: { tools: tools.map((tool) => toListed(tool, scopes, websiteUrl)) },
    tool: (name: string) => byName.get(name),
    /** The result of a call, failures included. */
    call,
  }
}

export type McpService = ReturnType<typeof createMcpService>
