import { API_PREFIX, MCP_PATH } from '../kit/contract.ts'

/** Where each document is; the documents that link to each other take the paths from here. */
export const PATHS = {
  llms: '/llms.txt',
  auth: '/auth.md',
  markdownHome: '/index.md',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  securityTxt: '/.well-known/security.txt',
  apiCatalog: '/.well-known/api-catalog',
  aiCatalog: '/.well-known/ai-catalog.json',
  openapiJson: `${API_PREFIX}/openapi.json`,
  openapiYaml: `${API_PREFIX}/openapi.yaml`,
  openapiAlias: '/openapi.json',
  arazzo: `${API_PREFIX}/arazzo.yaml`,
  serverCard: `${MCP_PATH}/server-card`,
  serverCardAliases: ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'],
  serverJson: '/server.json',
  skills: '/.well-known/agent-skills',
  health: '/healthz',
} as const

export const TYPES = {
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  openapi: 'application/vnd.oai.openapi+json',
  serverCard: 'application/mcp-server-card+json',
  aiCatalog: 'application/ai-catalog+json',
  linkset: 'application/linkset+json',
} as const

/** The `Link` header of the home page: where a program starts that knows only the base URL. */
export const DISCOVERY_LINKS = [
  `<${PATHS.apiCatalog}>; rel="api-catalog"; type="${TYPES.linkset}"`,
  `<${PATHS.openapiJson}>; rel="service-desc"; type="${TYPES.openapi}"`,
  `<${PATHS.llms}>; rel="service-doc"; type="text/plain"`,
  `<${PATHS.llms}>; rel="describedby"; type="text/plain"`,
  `<${PATHS.markdownHome}>; rel="alternate"; type="text/markdown"`,
].join(', ')
