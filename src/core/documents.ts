import { API_PREFIX, MCP_PATH } from './contract.ts'

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
  /** Other addresses of the same document, where scanners look. */
  readonly aliases?: readonly string[]
  /** The heading of llms.txt under which it is listed. */
  readonly listed?: 'Documents' | 'Authentication' | 'Optional'
  /** Whether the sitemap names it, for people and search engines. */
  readonly inSitemap?: true
  /** For the API catalog: which surface it describes, and its relation in the terms of RFC 8631. */
  readonly describes?: {
    readonly as: 'service-desc' | 'service-doc' | 'service-meta' | 'status'
    readonly surfaces: readonly ('rest' | 'mcp')[]
  }
}

const BOTH = ['rest', 'mcp'] as const
const SKILLS = '/.well-known/agent-skills'
const RESOURCE = '/.well-known/oauth-protected-resource'

/** Where a skill is. */
export const skillPath = (name: string) => `${SKILLS}/${name}/SKILL.md`

/** Made once, when the server starts. `src/documents.ts` says who writes each. */
export const DOCUMENTS = {
  llms: {
    path: '/llms.txt',
    type: TYPES.text,
    title: 'llms.txt',
    purpose: 'what an agent reads first',
    inSitemap: true,
    describes: { as: 'service-doc', surfaces: BOTH },
  },
  auth: {
    path: '/auth.md',
    type: TYPES.markdown,
    title: 'auth.md',
    purpose: 'how to sign in, step by step',
    listed: 'Authentication',
    inSitemap: true,
    describes: { as: 'service-doc', surfaces: BOTH },
  },
  openapi: {
    path: `${API_PREFIX}/openapi.json`,
    type: TYPES.openapi,
    title: 'OpenAPI',
    purpose: 'the whole REST contract, OpenAPI 3.1.1',
    aliases: ['/openapi.json'],
    listed: 'Documents',
    describes: { as: 'service-desc', surfaces: ['rest'] },
  },
  openapiYaml: {
    path: `${API_PREFIX}/openapi.yaml`,
    type: TYPES.yaml,
    title: 'OpenAPI as YAML',
    purpose: 'the same as YAML',
    listed: 'Documents',
    inSitemap: true,
    describes: { as: 'service-desc', surfaces: ['rest'] },
  },
  arazzo: {
    path: `${API_PREFIX}/arazzo.yaml`,
    type: TYPES.yaml,
    title: 'Workflows',
    purpose: 'create-project, start-block and start-design as Arazzo 1.0.1',
    listed: 'Documents',
    inSitemap: true,
    describes: { as: 'service-meta', surfaces: ['rest'] },
  },
  skills: {
    path: `${SKILLS}/index.json`,
    type: TYPES.json,
    title: 'Skills',
    purpose: 'the same workflows as SKILL.md',
    listed: 'Documents',
  },
  serverCard: {
    path: `${MCP_PATH}/server-card`,
    type: TYPES.serverCard,
    title: 'Server card',
    purpose: 'the MCP endpoint',
    listed: 'Documents',
    describes: { as: 'service-desc', surfaces: ['mcp'] },
  },
  serverCardJson: {
    path: '/.well-known/mcp/server-card.json',
    type: TYPES.json,
    title: 'Server card as plain JSON',
    purpose: 'the server card, where scanners look',
    aliases: ['/.well-known/mcp.json'],
  },
  serverJson: {
    path: '/server.json',
    type: TYPES.json,
    title: 'server.json',
    purpose: 'the entry for the MCP registry',
  },
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: `${TYPES.linkset}; profile="https://www.rfc-editor.org/info/rfc9727"`,
    title: 'API catalog',
    purpose: 'both surfaces and what describes them, RFC 9727',
    listed: 'Optional',
  },
  aiCatalog: {
    path: '/.well-known/ai-catalog.json',
    type: TYPES.aiCatalog,
    title: 'AI catalog',
    purpose: 'the same for catalogs of agents',
    listed: 'Optional',
  },
  robots: {
    path: '/robots.txt',
    type: TYPES.text,
    title: 'robots.txt',
    purpose: 'what crawlers may read, RFC 9309',
  },
  sitemap: {
    path: '/sitemap.xml',
    type: TYPES.xml,
    title: 'Sitemap',
    purpose: 'pages and documents for readers',
  },
  securityTxt: {
    path: '/.well-known/security.txt',
    type: TYPES.text,
    title: 'security.txt',
    purpose: 'where to report a vulnerability, RFC 9116',
  },
} as const satisfies Readonly<Record<string, Published>>

export type DocumentName = keyof typeof DOCUMENTS

/** Answered anew for each request, because their contents may change. */
export const LIVE_DOCUMENTS = {
  home: {
    path: '/index.md',
    type: TYPES.markdown,
    title: 'Home page as Markdown',
    purpose: 'what the service is and how to connect',
    inSitemap: true,
  },
  restResource: {
    path: RESOURCE,
    type: TYPES.json,
    title: 'Protected resource of the REST API',
    purpose: 'names the authorization server and the resource identifier, RFC 9728',
    listed: 'Authentication',
    describes: { as: 'service-meta', surfaces: ['rest'] },
  },
  mcpResource: {
    path: `${RESOURCE}${MCP_PATH}`,
    type: TYPES.json,
    title: 'Protected resource of the MCP endpoint',
    purpose: 'the same for the MCP endpoint',
    listed: 'Authentication',
    describes: { as: 'service-meta', surfaces: ['mcp'] },
  },
  authorizationServer: {
    path: '/.well-known/oauth-authorization-server',
    type: TYPES.json,
    title: 'Authorization server metadata',
    purpose: "the provider's own document, for reading only",
    listed: 'Authentication',
  },
  health: {
    path: '/healthz',
    type: TYPES.json,
    title: 'Health',
    purpose: 'whether the process answers',
    describes: { as: 'status', surfaces: BOTH },
  },
  readiness: {
    path: '/readyz',
    type: TYPES.json,
    title: 'Readiness',
    purpose: 'whether the server should get requests, part by part',
  },
} as const satisfies Readonly<Record<string, Published>>

/** Everything that is published besides the operations and the pages. Lists of documents derive from this one. */
export const PUBLISHED: readonly Published[] = [...Object.values(DOCUMENTS), ...Object.values(LIVE_DOCUMENTS)]

/** `text/plain; charset=utf-8` → `text/plain` */
export const mediaType = (type: string) => type.replace(/;.*/, '')

const link = ({ path, type }: Published, relation: string) =>
  `<${path}>; rel="${relation}"; type="${mediaType(type)}"`

/** The `Link` header of the home page. A program that knows only the base URL starts here. */
export const DISCOVERY_LINKS = [
  link(DOCUMENTS.apiCatalog, 'api-catalog'),
  link(DOCUMENTS.openapi, 'service-desc'),
  link(DOCUMENTS.llms, 'service-doc'),
  link(DOCUMENTS.llms, 'describedby'),
  link(LIVE_DOCUMENTS.home, 'alternate'),
].join(', ')
