import { stringify } from 'yaml'
import { type IdentityProvider, pagesClient, type Scopes } from '../auth/index.ts'
import type { Tool } from '../core/tool.ts'
import { documentRoute, type Route } from '../http/router.ts'
import { authMarkdown, llmsText } from './agents.ts'
import { aiCatalog, apiCatalog, earlierServerCard, type ServerDescription, serverCard } from './catalogs.ts'
import { robotsText, securityText, sitemapXml } from './crawlers.ts'
import { DOCUMENT_PATHS, skillPath, TYPES } from './document-paths.ts'
import { oauthRoutes } from './oauth.ts'
import { openApiDocument } from './openapi.ts'
import { ARAZZO, skillsIndex, skillsOf } from './workflows.ts'

export { llmsText } from './agents.ts'
export { DISCOVERY_LINKS } from './catalogs.ts'
export { DOCUMENT_PATHS, skillPath } from './document-paths.ts'
export { skillsOf } from './workflows.ts'

interface DocumentOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  readonly webAppUrl: string
  readonly server: ServerDescription
  readonly scopes: Scopes
  /** Proofs for stores that the domain is ours; `undefined` where none asks (D42). */
  readonly domainChallenges: {
    readonly openai: string | undefined
    readonly mcpRegistry: string | undefined
  }
  /** When the documents are made, in epoch milliseconds. */
  readonly now: number
  readonly provider: IdentityProvider
}

/** The text is made when it is first asked for. */
type Document = readonly [path: string, type: string, text: () => string, headers?: Record<string, string>]

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
// Aliases would be shorter, but not every reader of YAML follows them.
const yaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })

/** A document that only some deployments have. */
function optional(path: string, type: string, text: string | undefined): Document[] {
  return text === undefined ? [] : [[path, type, () => text]]
}

/** Everything published except operations, pages and the documents of OAuth. */
function documentsOf(options: DocumentOptions): Document[] {
  const { tools, baseUrl, webAppUrl, server, scopes, domainChallenges, now } = options
  const skills = skillsOf(tools, baseUrl)
  const client = { client_id: `${baseUrl}${DOCUMENT_PATHS.pagesClient}`, ...pagesClient(baseUrl) }
  return [
    [DOCUMENT_PATHS.llms, TYPES.text, () => llmsText(tools, baseUrl)],
    [DOCUMENT_PATHS.auth, TYPES.markdown, () => authMarkdown(tools, baseUrl, scopes)],
    [DOCUMENT_PATHS.openapi, TYPES.openapi, () => json(openApiDocument(options))],
    [DOCUMENT_PATHS.commonOpenapi, TYPES.openapi, () => json(openApiDocument(options))],
    [DOCUMENT_PATHS.openapiYaml, TYPES.yaml, () => yaml(openApiDocument(options))],
    [DOCUMENT_PATHS.arazzo, TYPES.yaml, () => ARAZZO],
    [DOCUMENT_PATHS.skills, TYPES.json, () => json(skillsIndex(skills, baseUrl))],
    ...skills.map(({ name, body }): Document => [skillPath(name), TYPES.markdown, () => body]),
    [DOCUMENT_PATHS.serverCard, TYPES.serverCard, () => json(serverCard(server, baseUrl))],
    [DOCUMENT_PATHS.earlierServerCard, TYPES.json, () => json(earlierServerCard(server, baseUrl))],
    [DOCUMENT_PATHS.commonServerCard, TYPES.json, () => json(earlierServerCard(server, baseUrl))],
    [
      DOCUMENT_PATHS.apiCatalog,
      `${TYPES.linkset}; profile="https://www.rfc-editor.org/info/rfc9727"`,
      () => json(apiCatalog(baseUrl)),
      { link: `<${DOCUMENT_PATHS.apiCatalog}>; rel="api-catalog"` },
    ],
    [DOCUMENT_PATHS.aiCatalog, TYPES.aiCatalog, () => json(aiCatalog(server, baseUrl))],
    [DOCUMENT_PATHS.robots, TYPES.text, () => robotsText(tools, baseUrl, webAppUrl)],
    [DOCUMENT_PATHS.sitemap, TYPES.xml, () => sitemapXml(baseUrl)],
    [DOCUMENT_PATHS.securityText, TYPES.text, () => securityText(baseUrl, now)],
    ...optional(DOCUMENT_PATHS.openaiChallenge, TYPES.text, domainChallenges.openai),
    ...optional(DOCUMENT_PATHS.registryChallenge, TYPES.text, domainChallenges.mcpRegistry),
    ...optional(DOCUMENT_PATHS.pagesClient, TYPES.json, webAppUrl === baseUrl ? json(client) : undefined),
  ]
}

/** The routes of all documents except the home page and health. */
export function documentRoutes(options: DocumentOptions): Route[] {
  const routes = documentsOf(options).map(([path, contentType, text, headers = {}]) =>
    documentRoute({
      path,
      contentType,
      headers,
      get body() {
        return text()
      },
    }),
  )
  return [...routes, ...oauthRoutes(options)]
}
