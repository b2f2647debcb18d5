import { API_PREFIX, CLIENT_METADATA, HOME_MARKDOWN, MCP_PATH } from '../core/contract.ts'

const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json'
const YAML = 'application/yaml'
const OPENAPI = 'application/vnd.oai.openapi+json'

const RESOURCE = '/.well-known/oauth-protected-resource'
const SKILLS = '/.well-known/agent-skills'

export interface Published {
  readonly path: string
  readonly contentType: string
}

const published = (path: string, contentType: string): Published => ({ path, contentType })

/** Where each document is, and its type. `index.ts` has their texts. */
export const PUBLISHED = {
  llms: published('/llms.txt', TEXT),
  auth: published('/auth.md', MARKDOWN),
  home: published(HOME_MARKDOWN, MARKDOWN),
  openapi: published(`${API_PREFIX}/openapi.json`, OPENAPI),
  /** Readiness checks look here for the description of an API. */
  commonOpenapi: published('/openapi.json', OPENAPI),
  openapiYaml: published(`${API_PREFIX}/openapi.yaml`, YAML),
  arazzo: published(`${API_PREFIX}/arazzo.yaml`, YAML),
  skills: published(`${SKILLS}/index.json`, JSON_TYPE),
  serverCard: published(`${MCP_PATH}/server-card`, 'application/mcp-server-card+json'),
  earlierServerCard: published('/.well-known/mcp/server-card.json', JSON_TYPE),
  /** Readiness checks look here for a server card. */
  commonServerCard: published('/.well-known/mcp.json', JSON_TYPE),
  apiCatalog: published(
    '/.well-known/api-catalog',
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ),
  aiCatalog: published('/.well-known/ai-catalog.json', 'application/ai-catalog+json'),
  robots: published('/robots.txt', TEXT),
  sitemap: published('/sitemap.xml', 'application/xml'),
  securityText: published('/.well-known/security.txt', TEXT),
  openaiChallenge: published('/.well-known/openai-apps-challenge', TEXT),
  registryChallenge: published('/.well-known/mcp-registry-auth', TEXT),
  pagesClient: published(CLIENT_METADATA, JSON_TYPE),
  restResource: published(RESOURCE, JSON_TYPE),
  mcpResource: published(`${RESOURCE}${MCP_PATH}`, JSON_TYPE),
  authorizationServer: published('/.well-known/oauth-authorization-server', JSON_TYPE),
} as const

export const skillDocument = (name: string) => published(`${SKILLS}/${name}/SKILL.md`, MARKDOWN)
