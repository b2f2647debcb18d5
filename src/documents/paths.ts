import { API_PREFIX, MCP_PATH } from '../core/contract.ts'

const RESOURCE = '/.well-known/oauth-protected-resource'
const SKILLS = '/.well-known/agent-skills'

/** Where the documents are, for those that name each other. */
export const PATHS = {
  llms: '/llms.txt',
  auth: '/auth.md',
  openapi: `${API_PREFIX}/openapi.json`,
  openapiYaml: `${API_PREFIX}/openapi.yaml`,
  arazzo: `${API_PREFIX}/arazzo.yaml`,
  skills: `${SKILLS}/index.json`,
  serverCard: `${MCP_PATH}/server-card`,
  apiCatalog: '/.well-known/api-catalog',
  sitemap: '/sitemap.xml',
  securityText: '/.well-known/security.txt',
  restResource: RESOURCE,
  mcpResource: `${RESOURCE}${MCP_PATH}`,
  authorizationServer: '/.well-known/oauth-authorization-server',
} as const

export const skillPath = (name: string) => `${SKILLS}/${name}/SKILL.md`

/** The media types of what we publish. */
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

/** A document that programs read to find their way. */
export interface Published {
  readonly path: string
  readonly type: string
  readonly title: string
  /** What it is, in a few words, for llms.txt and the documentation. */
  readonly purpose: string
  /** Another address of the same document, where scanners look. */
  readonly alias?: string
  /** The heading of llms.txt under which it is listed. */
  readonly section?: 'Documents' | 'Authentication' | 'Optional'
}
