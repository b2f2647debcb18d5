import { API_PREFIX, PAGES_SITEMAP } from '../core/contract.ts'
import { escapeHtml } from '../core/text.ts'
import type { Tool } from '../core/tool.ts'
import { restOperations } from './operations.ts'
import { PUBLISHED } from './published.ts'

/** Some of the agents that readiness checks look for by name; the rules are the same for all. */
const AI_AGENTS = ['GPTBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-User', 'Google-Extended', 'PerplexityBot']

/**
 * `/robots.txt` (RFC 9309) allows everything except private operations. Crawlers may use the content for
 * answers and search, but not for training.
 */
export function robotsText(tools: readonly Tool[], baseUrl: string, webAppUrl: string): string {
  const hasPages = webAppUrl === baseUrl
  const folders = restOperations(tools)
    .filter(({ tool }) => tool.auth === 'user')
    .map(({ operation }) => operation.path.replace(/\/\{.*$/, ''))
  const rules = [
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    'Allow: /',
    ...[...new Set(folders)].map((path) => `Disallow: ${API_PREFIX}${path}`),
    ...(hasPages ? ['Disallow: /projects', 'Disallow: /editor', 'Disallow: /sign-in'] : []),
  ]
  const sitemaps = [PUBLISHED.sitemap.path, ...(hasPages ? [PAGES_SITEMAP] : [])]
  const lines = [
    // One group: an agent that has a group of its own would not read the one for all.
    ...['*', ...AI_AGENTS].map((agent) => `User-agent: ${agent}`),
    ...rules,
    '',
    ...sitemaps.map((path) => `Sitemap: ${baseUrl}${path}`),
  ]
  return `${lines.join('\n')}\n`
}

/** The pages of the catalog have a sitemap of their own. */
const READABLE = [
  '/',
  PUBLISHED.llms.path,
  PUBLISHED.auth.path,
  PUBLISHED.openapiYaml.path,
  PUBLISHED.arazzo.path,
  PUBLISHED.home.path,
]

export function sitemapXml(baseUrl: string): string {
  const urls = READABLE.map((path) => `  <url><loc>${escapeHtml(`${baseUrl}${path}`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

const DAY = 86_400_000
const VALID_DAYS = 330

/**
 * `/.well-known/security.txt` (RFC 9116), which expires within a year. The contact is the mailbox that RFC
 * 2142 reserves for security.
 */
export function securityText(baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString()
  return `Contact: mailto:security@${new URL(baseUrl).hostname}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${baseUrl}${PUBLISHED.securityText.path}
`
}
