import { stringify } from 'yaml'
import type { Document } from '../http/document.ts'
import type { Tool } from '../kit/tool.ts'
import { skillsIndex, skillsOf } from './agent-skills.ts'
import { aiCatalog } from './ai-catalog.ts'
import { API_CATALOG_LINK, API_CATALOG_TYPE, apiCatalog } from './api-catalog.ts'
import { arazzoDocument } from './arazzo.ts'
import { authMarkdown } from './auth-md.ts'
import { renderLlms } from './llms.ts'
import { openApiDocument } from './openapi.ts'
import { PATHS, TYPES } from './paths.ts'
import { robotsText } from './robots.ts'
import { securityText } from './security-txt.ts'
import { serverCard } from './server-card.ts'
import { serverJson } from './server-json.ts'
import { sitemapXml } from './sitemap.ts'
import { workflowsOf } from './workflows.ts'

export interface CompanionOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  readonly webAppUrl: string
  /** The version of the package. */
  readonly version: string
  readonly scopes: readonly string[]
  /** The cookie that a browser session signs in with, where sessions are on. */
  readonly sessionCookie: string | undefined
  /** Milliseconds; when the documents are made. */
  readonly now: number
}

/** A document, and for readers of the README what it is. */
export interface Companion extends Document {
  readonly purpose: string
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
// Aliases would be shorter, but not every reader of YAML follows them.
const yaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })

/** Every published document but those of OAuth, which follow the identity provider. */
export function companionDocuments(options: CompanionOptions): Companion[] {
  const { tools, baseUrl, version, scopes, now } = options
  const openapi = openApiDocument(options)
  const workflows = workflowsOf(tools)
  const skills = skillsOf(workflows, baseUrl)
  const card = json(serverCard(baseUrl, version))

  return [
    {
      path: PATHS.llms,
      purpose: 'What an agent reads first',
      contentType: TYPES.text,
      body: renderLlms(tools, baseUrl),
    },
    {
      path: PATHS.auth,
      purpose: 'How an agent signs in for a person',
      contentType: TYPES.markdown,
      body: authMarkdown(tools, baseUrl, scopes),
    },
    {
      path: PATHS.openapiJson,
      purpose: 'The REST contract, OpenAPI 3.1.1',
      contentType: TYPES.openapi,
      body: json(openapi),
    },
    {
      path: PATHS.openapiAlias,
      purpose: 'The same, where scanners look',
      contentType: TYPES.openapi,
      body: json(openapi),
    },
    {
      path: PATHS.openapiYaml,
      purpose: 'The same as YAML',
      contentType: TYPES.yaml,
      body: yaml(openapi),
    },
    {
      path: PATHS.arazzo,
      purpose: `Workflows, Arazzo 1.0.1: ${workflows.map(({ workflowId }) => workflowId).join(', ')}`,
      contentType: TYPES.yaml,
      body: yaml(arazzoDocument(workflows)),
    },
    {
      path: PATHS.apiCatalog,
      purpose: 'Both surfaces and what describes them, RFC 9727',
      contentType: API_CATALOG_TYPE,
      body: json(apiCatalog(baseUrl)),
      headers: { link: API_CATALOG_LINK },
    },
    {
      path: PATHS.serverCard,
      purpose: 'The MCP server card',
      contentType: TYPES.serverCard,
      body: card,
    },
    ...PATHS.serverCardAliases.map((path) => ({
      path,
      purpose: 'The same, where scanners look',
      contentType: TYPES.json,
      body: card,
    })),
    {
      path: PATHS.serverJson,
      purpose: 'The entry for the MCP registry',
      contentType: TYPES.json,
      body: json(serverJson(baseUrl, version)),
    },
    {
      path: PATHS.aiCatalog,
      purpose: 'Both surfaces for catalogs of agents',
      contentType: TYPES.aiCatalog,
      body: json(aiCatalog(baseUrl, version)),
    },
    {
      path: `${PATHS.skills}/index.json`,
      purpose: 'Index of the skills',
      contentType: TYPES.json,
      body: json(skillsIndex(skills, baseUrl)),
    },
    ...skills.map(({ name, path, body }) => ({
      path,
      purpose: `The skill ${name}`,
      contentType: TYPES.markdown,
      body,
    })),
    {
      path: PATHS.robots,
      purpose: 'What crawlers may read',
      contentType: TYPES.text,
      body: robotsText(tools, baseUrl),
    },
    {
      path: PATHS.sitemap,
      purpose: 'Pages and documents for readers',
      contentType: TYPES.xml,
      body: sitemapXml(baseUrl),
    },
    {
      path: PATHS.securityTxt,
      purpose: 'Where to report a vulnerability, RFC 9116',
      contentType: TYPES.text,
      body: securityText(baseUrl, now),
    },
  ]
}
