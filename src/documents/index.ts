import { stringify } from 'yaml'
import { everyScope, fromProvider, type IdentityProvider, pagesClient, type Scopes } from '../auth/index.ts'
import {
  API_PREFIX,
  CLIENT_METADATA,
  HOME_MARKDOWN,
  MCP_PATH,
  MCP_PROTOCOL_VERSIONS,
} from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { documentHandler, documentRoute, type Route } from '../http/router.ts'
import { openApiDocument } from './openapi.ts'
import { filledText, llmsText, securityText, sitemapText } from './texts.ts'
import { ARAZZO, skillPath, skillsIndex, skillsOf } from './workflows.ts'

export { llmsText } from './texts.ts'
export { skillsOf } from './workflows.ts'

interface DocumentOptions {
  tools: readonly Tool[]
  baseUrl: string
  /** Whether this server has the pages (D24). */
  hasPages: boolean
  /** Its name begins with its host in reverse: `com.example.agents/selvage`. */
  server: {
    info: Record<'name' | 'version' | 'description', string>
    capabilities: object
  }
  scopes: Scopes
  /** Proofs for stores that the domain is ours; `undefined` where none asks (D42). */
  domainChallenges: Record<'openai' | 'mcpRegistry', string | undefined>
  provider: IdentityProvider
}

const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json'
const YAML = 'application/yaml'
const OPENAPI = 'application/vnd.oai.openapi+json'
const SERVER_CARD = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
// Aliases would be shorter, but not every reader of YAML follows them.
const yaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })

/** RFC 9727 wants the catalog to name itself, also in the answer to HEAD. */
const API_CATALOG = '/.well-known/api-catalog'
const CATALOG_LINK = `<${API_CATALOG}>; rel="api-catalog"`

/** For programs that know only the base URL. */
export const DISCOVERY_LINKS = [
  `${CATALOG_LINK}; type="application/linkset+json"`,
  `<${API_PREFIX}/openapi.json>; rel="service-desc"; type="${OPENAPI}"`,
  '</llms.txt>; rel="service-doc"; type="text/plain"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
  `<${HOME_MARKDOWN}>; rel="alternate"; type="text/markdown"`,
].join(', ')

/** The text is `undefined` where a deployment has no such document. */
type Document = readonly [path: string, contentType: string, text: string | undefined]

function documentsOf(options: DocumentOptions): readonly Document[] {
  const { tools, baseUrl, hasPages, server, scopes, domainChallenges } = options
  const { info, capabilities } = server
  const { name, version, description } = info
  const skills = skillsOf(tools, baseUrl)
  const openapi = openApiDocument(tools, baseUrl, scopes)
  const address = `${baseUrl}${MCP_PATH}`
  // SEP-2127. It lists no tools.
  const serverCard = {
    $schema: SERVER_CARD,
    ...info,
    remotes: [{ type: 'streamable-http', url: address, supportedProtocolVersions: MCP_PROTOCOL_VERSIONS }],
  }
  const publisher = name.replace(/\/.*/, '')
  const client = { client_id: `${baseUrl}${CLIENT_METADATA}`, ...pagesClient(baseUrl) }
  return [
    ['/llms.txt', TEXT, llmsText(tools, baseUrl)],
    ['/auth.md', MARKDOWN, filledText('auth.md', { baseUrl })],
    // RFC 9309. Crawlers may use the content for answers and search, but not for training. The rules are one group,
    // because an agent that has its own would not read another; readiness checks look for some agents by name.
    ['/robots.txt', TEXT, filledText('robots.txt', { baseUrl })],
    ['/sitemap.xml', 'application/xml', sitemapText(baseUrl, hasPages)],
    [`${API_PREFIX}/openapi.json`, OPENAPI, json(openapi)],
    // Readiness checks look here.
    ['/openapi.json', OPENAPI, json(openapi)],
    [`${API_PREFIX}/openapi.yaml`, YAML, yaml(openapi)],
    [`${API_PREFIX}/arazzo.yaml`, YAML, ARAZZO],
    ['/.well-known/agent-skills/index.json', JSON_TYPE, json(skillsIndex(skills, baseUrl))],
    ...skills.map(({ name, body }): Document => [skillPath(name), MARKDOWN, body]),
    [`${MCP_PATH}/server-card`, 'application/mcp-server-card+json', json(serverCard)],
    // An earlier proposal (SEP-1649), which readiness checks read.
    [
      '/.well-known/mcp/server-card.json',
      JSON_TYPE,
      json({ serverInfo: info, endpoint: address, capabilities }),
    ],
    [
      API_CATALOG,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      filledText('api-catalog.json', { baseUrl }),
    ],
    [
      '/.well-known/ai-catalog.json',
      'application/ai-catalog+json',
      filledText('ai-catalog.json', { baseUrl, publisher, version, description }),
    ],
    ['/.well-known/security.txt', TEXT, securityText(baseUrl, Date.now())],
    ['/.well-known/openai-apps-challenge', TEXT, domainChallenges.openai],
    ['/.well-known/mcp-registry-auth', TEXT, domainChallenges.mcpRegistry],
    [CLIENT_METADATA, JSON_TYPE, hasPages ? json(client) : undefined],
  ]
}

const RESOURCE = '/.well-known/oauth-protected-resource'

/** For challenges (D27). */
export const resourceMetadata = (baseUrl: string) => ({
  rest: `${baseUrl}${RESOURCE}`,
  mcp: `${baseUrl}${RESOURCE}${MCP_PATH}`,
})

/**
 * Metadata of the protected resource (RFC 9728), whose `resource` clients compare, character by character, with
 * the address that they connect to (D27), and that of the provider, unchanged (§5.3, D31), which may change.
 */
function oauthRoutes({ baseUrl, scopes, provider }: DocumentOptions): Route[] {
  const supported = everyScope(scopes)
  const route = (path: string, text: () => Promise<string> | string): Route => ({
    path,
    get: async (event) => documentHandler({ contentType: JSON_TYPE, body: await text(), maxAge: 300 })(event),
  })
  const resource = (path: string) =>
    JSON.stringify({
      resource: `${baseUrl}${path}`,
      authorization_servers: [provider.issuer()],
      bearer_methods_supported: ['header'],
      scopes_supported: supported.length > 0 ? supported : undefined,
      resource_name: 'Selvage, the agent API of a quilting application (REST and MCP)',
      resource_documentation: `${baseUrl}/llms.txt`,
    })
  return ['', MCP_PATH].flatMap((path) => [
    route(`${RESOURCE}${path}`, () => resource(path)),
    route(
      `/.well-known/oauth-authorization-server${path}`,
      async () => (await fromProvider(provider.metadata())).text,
    ),
  ])
}

export function documentRoutes(options: DocumentOptions): Route[] {
  const routes = documentsOf(options).flatMap(([path, contentType, body]) => {
    if (body === undefined) return []
    const headers = path === API_CATALOG ? { link: CATALOG_LINK } : {}
    return documentRoute({ path, contentType, headers, body })
  })
  return [...routes, ...oauthRoutes(options)]
}
