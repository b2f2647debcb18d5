import { stringify } from 'yaml'
import { type IdentityProvider, pagesClient, type Scopes } from '../auth/index.ts'
import { escapeHtml } from '../core/text.ts'
import type { Tool } from '../core/tool.ts'
import { documentRoute } from '../http/document.ts'
import type { Route } from '../http/router.ts'
import {
  aiCatalog,
  authMarkdown,
  earlierServerCard,
  llmsText,
  robotsText,
  type ServerDescription,
  securityText,
  serverCard,
} from './agents.ts'
import { oauthRoutes } from './oauth.ts'
import { openApiDocument } from './openapi.ts'
import { PUBLISHED, type Published, skillDocument } from './published.ts'
import { filledText } from './texts.ts'
import { ARAZZO, skillsIndex, skillsOf } from './workflows.ts'

export { DISCOVERY_LINKS, llmsText } from './agents.ts'
export { PUBLISHED, skillDocument } from './published.ts'
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

/** The text is `undefined` where a deployment has no such document. */
type Document = readonly [where: Published, text: string | undefined]

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
// Aliases would be shorter, but not every reader of YAML follows them.
const yaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })

/** Everything published except operations, pages and the documents of OAuth. */
function documentsOf(options: DocumentOptions): Document[] {
  const { tools, baseUrl, webAppUrl, server, scopes, domainChallenges, now } = options
  const { openai, mcpRegistry } = domainChallenges
  const hasPages = webAppUrl === baseUrl
  const skills = skillsOf(tools, baseUrl)
  const openapi = openApiDocument(options)
  const earlierCard = json(earlierServerCard(server, baseUrl))
  const client = { client_id: `${baseUrl}${PUBLISHED.pagesClient.path}`, ...pagesClient(baseUrl) }
  return [
    [PUBLISHED.llms, llmsText(tools, baseUrl)],
    [PUBLISHED.auth, authMarkdown(tools, baseUrl, scopes)],
    [PUBLISHED.openapi, json(openapi)],
    [PUBLISHED.commonOpenapi, json(openapi)],
    [PUBLISHED.openapiYaml, yaml(openapi)],
    [PUBLISHED.arazzo, ARAZZO],
    [PUBLISHED.skills, json(skillsIndex(skills, baseUrl))],
    ...skills.map(({ name, body }): Document => [skillDocument(name), body]),
    [PUBLISHED.serverCard, json(serverCard(server, baseUrl))],
    [PUBLISHED.earlierServerCard, earlierCard],
    [PUBLISHED.commonServerCard, earlierCard],
    [PUBLISHED.apiCatalog, filledText('api-catalog.json', { baseUrl })],
    [PUBLISHED.aiCatalog, aiCatalog(server, baseUrl)],
    [PUBLISHED.robots, robotsText(tools, baseUrl, hasPages)],
    [PUBLISHED.sitemap, filledText('sitemap.xml', { baseUrl: escapeHtml(baseUrl) })],
    [PUBLISHED.securityText, securityText(baseUrl, now)],
    [PUBLISHED.openaiChallenge, openai],
    [PUBLISHED.registryChallenge, mcpRegistry],
    [PUBLISHED.pagesClient, hasPages ? json(client) : undefined],
  ]
}

/** RFC 9727 wants the catalog to name itself, also in the answer to HEAD. */
const OWN_LINK = { link: `<${PUBLISHED.apiCatalog.path}>; rel="api-catalog"` }

/** The routes of all documents except the home page and health. */
export function documentRoutes(options: DocumentOptions): Route[] {
  const routes = documentsOf(options).flatMap(([where, text]) => {
    if (text === undefined) return []
    const headers = where === PUBLISHED.apiCatalog ? OWN_LINK : {}
    return documentRoute({ ...where, headers, body: text })
  })
  return [...routes, ...oauthRoutes(options)]
}
