import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { everyScope, type Scopes } from '../auth/index.ts'
import type { Fabrics, MakerRecord } from '../core/rooms.ts'
import type { JsonSchema } from '../core/schema.ts'
import { filled } from '../core/text.ts'
import { iconPath, type Tool } from '../core/tool.ts'
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

/** JSON leaves out what is `undefined`. */
function formOf({ type, properties, required, items }: JsonSchema): object {
  const named = Object.entries(properties ?? {}).map(([name, property]) => [name, formOf(property)])
  return {
    type,
    properties: properties && Object.fromEntries(named),
    required,
    items: items && formOf(items),
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
  const needed = annotations.readOnlyHint ? scopes.read : everyScope(scopes)
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
    ...(icon && { icons: [{ src: `${websiteUrl}${iconPath(icon)}` }] }),
    securitySchemes,
    _meta: { securitySchemes, ...viewMeta(name) },
  }
}

/** To a model, its lines are one. */
const INSTRUCTIONS = readFileSync(new URL('instructions.md', import.meta.url), 'utf8')
  .trim()
  .replaceAll('\n', ' ')

/** Enough for a model to choose a filter without a call. */
const NAMED = 12

type Counted = Pick<MakerRecord, 'fabrics'>
const largestFirst = (one: Counted, other: Counted) => other.fabrics - one.fabrics

function catalogSentence(makers: readonly MakerRecord[]) {
  if (makers.length === 0) return ''
  const collections = makers.flatMap((maker) => maker.collections)
  const total = collections.reduce((sum, { fabrics }) => sum + fabrics, 0)
  const named = makers
    .toSorted(largestFirst)
    .slice(0, NAMED)
    .map((maker) => {
      const [main] = maker.collections.toSorted(largestFirst)
      return `${maker.manufacturer} ${maker.fabrics} (${main?.collection} ${main?.fabrics})`
    })
  return (
    `The catalog has ${total} fabrics of ${makers.length} makers in ${collections.length} collections. ` +
    `The makers with most, each with its largest collection: ${named.join(', ')}. ` +
    'selvage://catalog/makers has them all.'
  )
}

/** What a model reads before its first call (D40). It leaves out a catalog that cannot be read. */
export async function instructionsFor(fabrics: Pick<Fabrics, 'makers'>): Promise<string> {
  const makers = await fabrics.makers().catch(() => [])
  return filled(INSTRUCTIONS, { catalog: catalogSentence(makers) })
}

export type McpRegistries = Awaited<ReturnType<typeof createMcpRegistries>>
export type McpRegistry = McpRegistries['all']

/** Everything, and for `?readonly=true` only the tools that read (D42). Throws if a skill breaks SEP-2640. */
export async function createMcpRegistries(options: {
  tools: readonly Tool[]
  skills: readonly { name: string; description: string; body: string }[]
  fabrics: Fabrics
  version: string
  websiteUrl: string
  scopes: Scopes
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
    instructions: () => instructionsFor(fabrics),
  })
  const tools = options.tools.filter(({ isRestOnly }) => !isRestOnly)
  return {
    all: withTools(tools),
    readOnly: withTools(tools.filter(({ annotations }) => annotations.readOnlyHint)),
  }
}
