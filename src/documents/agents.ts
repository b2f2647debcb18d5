import type { Scopes } from '../auth/index.ts'
import { API_PREFIX, MCP_PATH, MCP_PROTOCOL_VERSIONS, PAGES_SITEMAP } from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { restOperations } from './operations.ts'
import { PUBLISHED } from './published.ts'
import { filledText } from './texts.ts'

function toolLine({ name, title, auth, isRestOnly, operations }: Tool): string {
  const access = auth === 'public' ? 'no account needed' : 'sign-in required'
  const routes = operations.map(
    ({ method, path, operationId }) => `${method} ${API_PREFIX}${path} (${operationId})`,
  )
  const named = isRestOnly ? 'REST only' : name
  return `- ${named}: ${title}; ${access}; ${routes.join(', ')}`
}

/** `/llms.txt` (llmstxt.org): what an agent needs to know before its first call. */
export const llmsText = (tools: readonly Tool[], baseUrl: string): string =>
  filledText('llms.txt', { baseUrl, operations: tools.map(toolLine).join('\n') })

/** `/auth.md`: how a program signs in on behalf of a person. */
export function authMarkdown(tools: readonly Tool[], baseUrl: string, { read, create }: Scopes): string {
  const open = tools.filter(({ auth }) => auth === 'public').map(({ name }) => `\`${name}\``)
  const more = create.filter((scope) => !read.includes(scope))
  const needed = read.length > 0 ? ` Ask for the scopes \`${read.join(' ')}\`.` : ''
  const stepUp =
    more.length > 0 ? ` A create needs \`${more.join(' ')}\` too: ask for it when a 403 says so.` : ''
  return filledText('auth.md', { baseUrl, open: open.join(' and '), scopes: `${needed}${stepUp}` })
}

/** What the MCP server says about itself in `initialize` and `server/discover`. */
export interface ServerDescription {
  readonly info: {
    /** `com.example.agents/selvage`: the host of the server in reverse, then the product. */
    readonly name: string
    readonly version: string
    readonly description: string
  }
  readonly capabilities: object
}

/** The MCP server card (SEP-2127). It lists no tools. */
export function serverCard({ info }: ServerDescription, baseUrl: string) {
  const url = `${baseUrl}${MCP_PATH}`
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...info,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: MCP_PROTOCOL_VERSIONS }],
  }
}

/** The card of an earlier proposal (SEP-1649), which readiness checks read. */
export function earlierServerCard({ info, capabilities }: ServerDescription, baseUrl: string) {
  return { serverInfo: info, endpoint: `${baseUrl}${MCP_PATH}`, capabilities }
}

/** The AI catalog: both surfaces, with questions that they answer. */
export function aiCatalog({ info }: ServerDescription, baseUrl: string): string {
  const { name, version, description } = info
  return filledText('ai-catalog.json', { baseUrl, publisher: name.replace(/\/.*/, ''), version, description })
}

/** The `Link` header of the home page, for programs that know only the base URL. */
export const DISCOVERY_LINKS = [
  `<${PUBLISHED.apiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`,
  `<${PUBLISHED.openapi.path}>; rel="service-desc"; type="${PUBLISHED.openapi.contentType}"`,
  `<${PUBLISHED.llms.path}>; rel="service-doc"; type="text/plain"`,
  `<${PUBLISHED.llms.path}>; rel="describedby"; type="text/plain"`,
  `<${PUBLISHED.home.path}>; rel="alternate"; type="text/markdown"`,
].join(', ')

/**
 * `/robots.txt` (RFC 9309) allows everything except private operations and pages. Crawlers may use the content for
 * answers and search, but not for training. The rules are one group for all, because an agent that has a group of its
 * own would not read another; readiness checks look for some agents by name.
 */
export function robotsText(tools: readonly Tool[], baseUrl: string, hasPages: boolean): string {
  const operations = restOperations(tools)
    .filter(({ tool }) => tool.auth === 'user')
    .map(({ operation }) => `${API_PREFIX}${operation.path.replace(/\/\{.*$/, '')}`)
  const pages = hasPages ? ['/projects', '/editor', '/sign-in'] : []
  const sitemaps = [PUBLISHED.sitemap.path, ...(hasPages ? [PAGES_SITEMAP] : [])]
  return filledText('robots.txt', {
    disallowed: [...new Set([...operations, ...pages])].map((path) => `Disallow: ${path}`).join('\n'),
    sitemaps: sitemaps.map((path) => `Sitemap: ${baseUrl}${path}`).join('\n'),
  })
}

const DAY = 86_400_000
const VALID_DAYS = 330

/**
 * `/.well-known/security.txt` (RFC 9116), which expires within a year. The contact is the mailbox that RFC
 * 2142 reserves for security.
 */
export function securityText(baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString()
  return filledText('security.txt', { baseUrl, host: new URL(baseUrl).hostname, expires })
}
