import { stringify } from 'yaml'
import { aiCatalog } from './discovery/ai-catalog.ts'
import { API_CATALOG_LINK, apiCatalog } from './discovery/api-catalog.ts'
import { authMarkdown } from './discovery/auth-md.ts'
import { llmsText } from './discovery/llms.ts'
import { robotsText } from './discovery/robots.ts'
import { securityText } from './discovery/security-txt.ts'
import { serverCard } from './discovery/server-card.ts'
import { serverJson } from './discovery/server-json.ts'
import { sitemapXml } from './discovery/sitemap.ts'
import type { Document } from './http/document.ts'
import { DOCUMENTS, type DocumentName, type Published, skillPath, TYPES } from './kit/documents.ts'
import type { Tool } from './kit/tool.ts'
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

/** The text of every document. If one is missing, this does not compile. */
function textsOf(options: DocumentOptions): Readonly<Record<DocumentName, string>> {
  const { tools, baseUrl, version, scopes, now } = options
  const openapi = openApiDocument(options)
  const workflows = workflowsOf(tools)
  const card = json(serverCard(baseUrl, version))
  return {
    llms: llmsText(tools, baseUrl),
    auth: authMarkdown(tools, baseUrl, scopes),
    openapi: json(openapi),
    openapiYaml: yaml(openapi),
    arazzo: yaml(arazzoDocument(workflows)),
    skills: json(skillsIndex(skillsOf(workflows, baseUrl), baseUrl)),
    serverCard: card,
    serverCardJson: card,
    serverJson: json(serverJson(baseUrl, version)),
    apiCatalog: json(apiCatalog(baseUrl)),
    aiCatalog: json(aiCatalog(baseUrl, version)),
    robots: robotsText(tools, baseUrl, options.webAppUrl),
    sitemap: sitemapXml(baseUrl),
    securityTxt: securityText(baseUrl, now),
  }
}

const HEADERS: Partial<Record<DocumentName, Readonly<Record<string, string>>>> = {
  apiCatalog: { link: API_CATALOG_LINK },
}

const isDocument = (name: string): name is DocumentName => name in DOCUMENTS

/** Every document that is made once, at each of its addresses, with the skills. */
export function publishedDocuments(options: DocumentOptions): Document[] {
  const texts = textsOf(options)
  const listed: readonly [string, Published][] = Object.entries(DOCUMENTS)
  const documents = listed.flatMap(([name, { path, type, aliases = [] }]) => {
    if (!isDocument(name)) return []
    const content = { contentType: type, body: texts[name], headers: HEADERS[name] ?? {} }
    return [path, ...aliases].map((address) => ({ path: address, ...content }))
  })
  const skills = skillsOf(workflowsOf(options.tools), options.baseUrl).map(({ name, body }) => ({
    path: skillPath(name),
    contentType: TYPES.markdown,
    body,
  }))
  return [...documents, ...skills]
}
