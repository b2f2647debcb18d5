import { stringify } from 'yaml'
import { pagesClient, type Scopes } from '../auth/index.ts'
import { CLIENT_METADATA, HEALTH_PATH, HOME_MARKDOWN, READINESS_PATH } from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { documentRoute, type Route } from '../http/router.ts'
import {
  aiCatalog,
  apiCatalog,
  authMarkdown,
  earlierServerCard,
  llmsText,
  serverCard,
  serverJson,
  skillsIndex,
  skillsOf,
} from './agents.ts'
import { robotsText, securityText, sitemapXml } from './crawlers.ts'
import { type OAuthOptions, oauthRoutes } from './oauth.ts'
import { openApiDocument } from './openapi.ts'
import { PATHS, type Published, TYPES } from './paths.ts'
import { arazzoDocument, workflowsOf } from './workflows.ts'

export { BASE_URL_PLACEHOLDER, DISCOVERY_LINKS, llmsText, skillsOf } from './agents.ts'
export { PATHS, type Published, skillPath } from './paths.ts'

export interface DocumentOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  readonly webAppUrl: string
  /** The version of the package. */
  readonly version: string
  readonly scopes: Scopes
  /** The name of the cookie of a browser session, if sessions are on. */
  readonly sessionCookie: string | undefined
  /** What stores ask for, to see whose domain it is; `undefined` where none does (D42). */
  readonly domainChallenges: {
    readonly openai: string | undefined
    readonly mcpRegistry: string | undefined
  }
  /** When the documents are made, in epoch milliseconds. */
  readonly now: number
}

interface Document extends Published {
  /** Its text, which stays as it is. What has none is answered anew for each request, by its own room. */
  readonly text?: (options: DocumentOptions) => string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether this deployment has it; by default it does. */
  readonly when?: (options: DocumentOptions) => boolean
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
// Aliases would be shorter, but not every reader of YAML follows them.
const yaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })

/** Everything that is published besides the operations and the pages. */
export const PUBLISHED: readonly Document[] = [
  {
    path: PATHS.llms,
    type: TYPES.text,
    title: 'llms.txt',
    purpose: 'what an agent reads first',
    text: ({ tools, baseUrl }) => llmsText(tools, baseUrl, PUBLISHED),
  },
  {
    path: PATHS.auth,
    type: TYPES.markdown,
    title: 'auth.md',
    purpose: 'how to sign in, step by step',
    section: 'Authentication',
    text: ({ tools, baseUrl, scopes }) => authMarkdown(tools, baseUrl, scopes),
  },
  {
    path: PATHS.openapi,
    alias: '/openapi.json',
    type: TYPES.openapi,
    title: 'OpenAPI',
    purpose: 'the whole REST contract, OpenAPI 3.1.1',
    section: 'Documents',
    text: (options) => json(openApiDocument(options)),
  },
  {
    path: PATHS.openapiYaml,
    type: TYPES.yaml,
    title: 'OpenAPI as YAML',
    purpose: 'the same as YAML',
    section: 'Documents',
    text: (options) => yaml(openApiDocument(options)),
  },
  {
    path: PATHS.arazzo,
    type: TYPES.yaml,
    title: 'Workflows',
    purpose: 'create-project, start-block and start-design as Arazzo 1.0.1',
    section: 'Documents',
    text: ({ tools }) => yaml(arazzoDocument(workflowsOf(tools))),
  },
  {
    path: PATHS.skills,
    type: TYPES.json,
    title: 'Skills',
    purpose: 'the same workflows as SKILL.md',
    section: 'Documents',
    text: ({ tools, baseUrl }) => json(skillsIndex(skillsOf(tools, baseUrl), baseUrl)),
  },
  {
    path: PATHS.serverCard,
    type: TYPES.serverCard,
    title: 'Server card',
    purpose: 'the MCP endpoint',
    section: 'Documents',
    text: ({ baseUrl, version }) => json(serverCard(baseUrl, version)),
  },
  {
    path: '/.well-known/mcp/server-card.json',
    alias: '/.well-known/mcp.json',
    type: TYPES.json,
    title: 'Server card of an earlier form',
    purpose: 'the MCP endpoint, where scanners look',
    text: ({ baseUrl, version }) => json(earlierServerCard(baseUrl, version)),
  },
  {
    path: '/server.json',
    type: TYPES.json,
    title: 'server.json',
    purpose: 'the entry for the MCP registry',
    text: ({ baseUrl, version }) => json(serverJson(baseUrl, version)),
  },
  {
    path: PATHS.apiCatalog,
    type: `${TYPES.linkset}; profile="https://www.rfc-editor.org/info/rfc9727"`,
    title: 'API catalog',
    purpose: 'both surfaces and what describes them, RFC 9727',
    section: 'Optional',
    text: ({ baseUrl }) => json(apiCatalog(baseUrl)),
    headers: { link: `<${PATHS.apiCatalog}>; rel="api-catalog"` },
  },
  {
    path: '/.well-known/ai-catalog.json',
    type: TYPES.aiCatalog,
    title: 'AI catalog',
    purpose: 'the same for catalogs of agents',
    section: 'Optional',
    text: ({ baseUrl, version }) => json(aiCatalog(baseUrl, version)),
  },
  {
    path: '/robots.txt',
    type: TYPES.text,
    title: 'robots.txt',
    purpose: 'what crawlers may read, RFC 9309',
    text: ({ tools, baseUrl, webAppUrl }) => robotsText(tools, baseUrl, webAppUrl),
  },
  {
    path: PATHS.sitemap,
    type: TYPES.xml,
    title: 'Sitemap',
    purpose: 'pages and documents for readers',
    text: ({ baseUrl }) => sitemapXml(baseUrl),
  },
  {
    path: PATHS.securityText,
    type: TYPES.text,
    title: 'security.txt',
    purpose: 'where to report a vulnerability, RFC 9116',
    text: ({ baseUrl, now }) => securityText(baseUrl, now),
  },
  {
    path: '/.well-known/openai-apps-challenge',
    type: TYPES.text,
    title: "Challenge of OpenAI's app store",
    purpose: 'the text of `OPENAI_APPS_CHALLENGE`, if it is set',
    when: ({ domainChallenges }) => domainChallenges.openai !== undefined,
    text: ({ domainChallenges }) => domainChallenges.openai ?? '',
  },
  {
    path: '/.well-known/mcp-registry-auth',
    type: TYPES.text,
    title: 'Challenge of the MCP registry',
    purpose: 'the text of `MCP_REGISTRY_AUTH`, if it is set',
    when: ({ domainChallenges }) => domainChallenges.mcpRegistry !== undefined,
    text: ({ domainChallenges }) => domainChallenges.mcpRegistry ?? '',
  },
  {
    path: CLIENT_METADATA,
    type: TYPES.json,
    title: 'Client metadata of the pages',
    purpose: 'who signs people in to the pages, for providers that read it at the id of a client',
    when: ({ baseUrl, webAppUrl }) => webAppUrl === baseUrl,
    text: ({ baseUrl }) => json({ client_id: `${baseUrl}${CLIENT_METADATA}`, ...pagesClient(baseUrl) }),
  },
  {
    path: HOME_MARKDOWN,
    type: TYPES.markdown,
    title: 'Home page as Markdown',
    purpose: 'what the service is and how to connect',
  },
  {
    path: PATHS.restResource,
    type: TYPES.json,
    title: 'Protected resource of the REST API',
    purpose: 'names the authorization server and the resource identifier, RFC 9728',
    section: 'Authentication',
  },
  {
    path: PATHS.mcpResource,
    type: TYPES.json,
    title: 'Protected resource of the MCP endpoint',
    purpose: 'the same for the MCP endpoint',
    section: 'Authentication',
  },
  {
    path: PATHS.authorizationServer,
    type: TYPES.json,
    title: 'Authorization server metadata',
    purpose: "the provider's own document, for reading only",
    section: 'Authentication',
  },
  { path: HEALTH_PATH, type: TYPES.json, title: 'Health', purpose: 'whether the process answers' },
  {
    path: READINESS_PATH,
    type: TYPES.json,
    title: 'Readiness',
    purpose: 'whether the server should get requests, part by part',
  },
]

/** The routes of all documents but the home page and health, with the skills and the OAuth documents. */
export function documentRoutes(options: DocumentOptions & Pick<OAuthOptions, 'provider'>): Route[] {
  const route = (path: string, contentType: string, text: () => string, headers = {}) =>
    documentRoute({
      path,
      contentType,
      headers,
      // Made when it is first asked for: few servers are asked for all of them.
      get body() {
        return text()
      },
    })
  const listed = PUBLISHED.flatMap(({ path, alias, type, text, headers, when }) =>
    text === undefined || when?.(options) === false
      ? []
      : [path, ...(alias === undefined ? [] : [alias])].map((address) =>
          route(address, type, () => text(options), headers),
        ),
  )
  const skills = skillsOf(options.tools, options.baseUrl)
  return [
    ...listed,
    ...skills.map(({ path, body }) => route(path, TYPES.markdown, () => body)),
    ...oauthRoutes(options),
  ]
}
