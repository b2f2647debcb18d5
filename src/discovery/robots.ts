import { API_PREFIX, PAGES_SITEMAP } from '../core/contract.ts'
import { DOCUMENTS } from '../core/documents.ts'
import { restOperations } from '../core/operations.ts'
import type { Tool } from '../core/tool.ts'

const AI_AGENTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-Web',
  'anthropic-ai',
  'Google-Extended',
  'PerplexityBot',
  'CCBot',
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
]

/**
 * `/robots.txt` (RFC 9309): allows everything except private operations. Crawlers may use the content for
 * answers and search, but not for training.
 */
export function robotsText(tools: readonly Tool[], baseUrl: string, webAppUrl: string): string {
  const hasPages = webAppUrl === baseUrl
  const folders = restOperations(tools)
    .filter(({ tool }) => tool.auth === 'bearer')
    .map(({ operation }) => operation.path.replace(/\/\{.*$/, ''))
  const rules = [
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    'Allow: /',
    ...[...new Set(folders)].map((path) => `Disallow: ${API_PREFIX}${path}`),
    ...(hasPages ? ['Disallow: /projects', 'Disallow: /editor', 'Disallow: /sign-in'] : []),
  ]
  // A group for named agents inherits nothing from the group for all.
  const group = (agents: readonly string[]) =>
    [...agents.map((agent) => `User-agent: ${agent}`), ...rules].join('\n')
  const sitemaps = [DOCUMENTS.sitemap.path, ...(hasPages ? [PAGES_SITEMAP] : [])]
  const named = sitemaps.map((path) => `Sitemap: ${baseUrl}${path}\n`)
  return `${group(['*'])}\n\n${group(AI_AGENTS)}\n\n${named.join('')}`
}
