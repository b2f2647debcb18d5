import { isIP } from 'node:net'
import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { everyScope, type Scopes } from '../auth/index.ts'
import type { Fabrics } from '../core/rooms.ts'
import type { JsonSchema } from '../core/schema.ts'
import { iconPath, type Tool } from '../core/tool.ts'
import { instructionsFor } from './instructions.ts'
import { makersText } from './resources.ts'
import { VIEWS_EXTENSION, viewMeta, viewTexts } from './views.ts'

/** Clients may keep for an hour what is the same for every caller. */
export const FOR_EVERYONE = { ttlMs: 3_600_000, cacheScope: 'public' } as const

const CAPABILITIES = {
  tools: { listChanged: false },
  resources: {},
  prompts: {},
  completions: {},
  extensions: { 'io.modelcontextprotocol/skills': {}, ...VIEWS_EXTENSION },
}

/** Only the shape of a value: names, types, and what is always there. */
function formOf({ type, properties, required, items }: JsonSchema): JsonSchema {
  const named = Object.entries(properties ?? {}).map(([name, property]) => [name, formOf(property)])
  return {
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(named) }),
    ...(required === undefined ? {} : { required }),
    ...(items === undefined ? {} : { items: formOf(items) }),
  }
}

/** The host in reverse, then the product: `com.example.agents/selvage`. */
export function serverName(baseUrl: string): string {
  const host = new URL(baseUrl).hostname.replace(/[[\]]/g, '')
  const publisher = isIP(host) > 0 ? host.replaceAll(':', '-') : host.split('.').reverse().join('.')
  return `${publisher}/selvage`
}

function toListed(tool: Tool, websiteUrl: string, scopes: Scopes) {
  const { name, title, icon, description, inputSchema, outputSchema, annotations } = tool
  const needed = annotations.readOnlyHint ? [...scopes.read] : everyScope(scopes)
  const securitySchemes = [
    tool.auth === 'public'
      ? { type: 'noauth' }
      : { type: 'oauth2', ...(needed.length > 0 ? { scopes: needed } : {}) },
  ]
  return {
    name,
    title,
    description,
    // Always stated, because some clients expect `required` even if it is empty.
    inputSchema: { ...inputSchema, required: inputSchema.required ?? [], additionalProperties: false },
    // Models read this whole list and rely on the descriptions of tools. Only OpenAPI describes the fields.
    // The schema is open, so that a client with an old list takes a new field.
    outputSchema: formOf(outputSchema),
    // Stores want the title here too.
    annotations: { title, ...annotations },
    // Without the media type, which is optional: this list is read in every conversation.
    ...(icon === undefined ? {} : { icons: [{ src: `${websiteUrl}${iconPath(icon)}` }] }),
    securitySchemes,
    _meta: { securitySchemes, ...viewMeta(name) },
  }
}

export type McpRegistries = Awaited<ReturnType<typeof createMcpRegistries>>
export type McpRegistry = McpRegistries['all']

/**
 * What `/mcp` and stdio offer, and what the server says about itself: everything, and for `?readonly=true` only the
 * tools that read (D42). Throws if a skill breaks the rules of SEP-2640.
 */
export async function createMcpRegistries(options: {
  readonly tools: readonly Tool[]
  readonly skills: readonly { readonly name: string; readonly description: string; readonly body: string }[]
  readonly fabrics: Pick<Fabrics, 'makers'>
  readonly version: string
  readonly websiteUrl: string
  readonly scopes: Scopes
}) {
  const { fabrics, version, websiteUrl, scopes } = options
  const texts = [makersText(fabrics), ...viewTexts(websiteUrl)]
  const skills: Skill[] = []
  for (const { name, description, body } of options.skills) {
    const skill = await skillEntry(name, { 'SKILL.md': body })
    skills.push(skill)
    texts.push({ listed: { uri: skill.uri, name, description, mimeType: 'text/markdown' }, text: () => body })
  }
  const info = {
    name: serverName(websiteUrl),
    title: 'Selvage',
    description: 'Quilting fabrics, supply guides, and the projects and designs of a quilter.',
    version,
    websiteUrl,
    icons: [
      { src: `${websiteUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] },
      { src: `${websiteUrl}/favicon.png`, mimeType: 'image/png', sizes: ['48x48'] },
    ],
  }
  const withTools = (tools: readonly Tool[]) => ({
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    /** The result of `tools/list`; the same for every caller (D33). */
    listed: { tools: tools.map((tool) => toListed(tool, websiteUrl, scopes)) },
    /** What everybody may read, by address. */
    texts: new Map(texts.map((each) => [each.listed.uri, each])),
    skills,
    info,
    capabilities: CAPABILITIES,
    /** What a model reads before its first call. */
    instructions: () => instructionsFor(fabrics),
  })
  const tools = options.tools.filter(({ isRestOnly }) => !isRestOnly)
  return {
    all: withTools(tools),
    readOnly: withTools(tools.filter(({ annotations }) => annotations.readOnlyHint)),
  }
}
