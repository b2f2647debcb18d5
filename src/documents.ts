import { stringify } from 'yaml'
import { DOCUMENTS, type DocumentName, type Published, skillPath, TYPES } from './core/documents.ts'
import type { Tool } from './core/tool.ts'
import { aiCatalog } from './discovery/ai-catalog.ts'
import { API_CATALOG_LINK, apiCatalog } from './discovery/api-catalog.ts'
import { authMarkdown } from './discovery/auth-md.ts'
import { llmsText } from './discovery/llms.ts'
import { robotsText } from './discovery/robots.ts'
import { securityText } from './discovery/security-txt.ts'
import { serverCard } from './discovery/server-card.ts'
import { serverJson } from './discovery/server-json.ts'
import { sitemapXml } from './discovery/sitemap.ts'
import type { Document } from './http/router.ts'
import { openApiDocument } from './openapi/document.ts'
import { arazzoDocument } from './workflows/arazzo.ts'
import { skillsIndex, skillsOf } from './workflows/skills.ts'
import { workflowsOf } from './workflows/workflows.ts'

export interface DocumentOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  readonly webAppUrl: string
  /** The version of the package. */
  readonly version: string
  readonly scopes: readonly string[]
  /** The name of the cookie of a browser session, if sessions are on. */
  readonly sessionCookie: string | undefined
  /** When the documents are made, in epoch milliseconds. */
  readonly now: number
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
// Aliases would be shorter, but not every reader of YAML follows them.
const yaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })

/** What makes the text of every document. If one is missing, this does not compile. */
function textsOf(options: DocumentOptions): Readonly<Record<DocumentName, () => string>> {
  const { tools, baseUrl, version, scopes, now } = options
  const openapi = () => openApiDocument(options)
  const card = () => json(serverCard(baseUrl, version))
  return {
    llms: () => llmsText(tools, baseUrl),
    auth: () => authMarkdown(tools, baseUrl, scopes),
    openapi: () => json(openapi()),
    openapiYaml: () => yaml(openapi()),
    arazzo: () => yaml(arazzoDocument(workflowsOf(tools))),
    skills: () => json(skillsIndex(skillsOf(workflowsOf(tools), baseUrl), baseUrl)),
    serverCard: card,
    serverCardJson: card,
    serverJson: () => json(serverJson(baseUrl, version)),
    apiCatalog: () => json(apiCatalog(baseUrl)),
    aiCatalog: () => json(aiCatalog(baseUrl, version)),
    robots: () => robotsText(tools, baseUrl, options.webAppUrl),
    sitemap: () => sitemapXml(baseUrl),
    securityTxt: () => securityText(baseUrl, now),
  }
}

const HEADERS: Partial<Record<DocumentName, Readonly<Record<string, string>>>> = {
  apiCatalog: { link: API_CATALOG_LINK },
}

const isDocument = (name: string): name is DocumentName => name in DOCUMENTS

/** A document whose text is made when it is first asked for: few servers are asked for all of them. */
const written = (path: string, type: string, text: () => string, headers = {}): Document => ({
  path,
  contentType: type,
  headers,
  get body() {
    return text()
  },
})

/** Every document that stays as it is, at each of its addresses, with the skills. */
export function publishedDocuments(options: DocumentOptions): Document[] {
  const texts = textsOf(options)
  const listed: readonly [string, Published][] = Object.entries(DOCUMENTS)
  const documents = listed.flatMap(([name, { path, type, aliases = [] }]) =>
    isDocument(name)
      ? [path, ...aliases].map((address) => written(address, type, texts[name], HEADERS[name]))
      : [],
  )
  const skills = skillsOf(workflowsOf(options.tools), options.baseUrl)
  return [
    ...documents,
    ...skills.map(({ name, body }) => written(skillPath(name), TYPES.markdown, () => body)),
  ]
}
