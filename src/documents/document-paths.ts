import { API_PREFIX, CLIENT_METADATA, HOME_MARKDOWN, MCP_PATH } from '../core/contract.ts'

const RESOURCE = '/.well-known/oauth-protected-resource'
const SKILLS = '/.well-known/agent-skills'

export const DOCUMENT_PATHS = {
  llms: '/llms.txt',
  auth: '/auth.md',
  home: HOME_MARKDOWN,
  openapi: `${API_PREFIX}/openapi.json`,
  /** Readiness checks look here for the description of an API. */
  commonOpenapi: '/openapi.json',
  openapiYaml: `${API_PREFIX}/openapi.yaml`,
  arazzo: `${API_PREFIX}/arazzo.yaml`,
  skills: `${SKILLS}/index.json`,
  serverCard: `${MCP_PATH}/server-card`,
  earlierServerCard: '/.well-known/mcp/server-card.json',
  /** Readiness checks look here for a server card. */
  commonServerCard: '/.well-known/mcp.json',
  apiCatalog: '/.well-known/api-catalog',
  aiCatalog: '/.well-known/ai-catalog.json',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  securityText: '/.well-known/security.txt',
  openaiChallenge: '/.well-known/openai-apps-challenge',
  registryChallenge: '/.well-known/mcp-registry-auth',
  pagesClient: CLIENT_METADATA,
  restResource: RESOURCE,
  mcpResource: `${RESOURCE}${MCP_PATH}`,
  authorizationServer: '/.well-known/oauth-authorization-server',
} as const

export const skillPath = (name: string) => `${SKILLS}/${name}/SKILL.md`

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
