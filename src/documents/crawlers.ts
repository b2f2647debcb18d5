import { API_PREFIX, PAGES_SITEMAP } from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { restOperations } from './operations.ts'
import { PUBLISHED } from './published.ts'
import { filledText } from './texts.ts'

/**
 * `/robots.txt` (RFC 9309) allows everything except private operations and pages. Crawlers may use the content for
 * answers and search, but not for training. The rules are one group for all, because an agent that has a group of its
 * own would not read another; readiness checks look for some agents by name.
 */
export function robotsText(tools: readonly Tool[], baseUrl: string, hasPages: boolean): string {
  const operations = restOperations(tools)
    .filter(({ tool }) => tool.auth === 'user')
    .map(({ operation }) => `${API_PREFIX}${operation.path.replace(/\/\{.*$/, '')}`)
  const pages = hasPages ? ['/projects', '/editor', '/sign-in'] : []
  const sitemaps = [PUBLISHED.sitemap.path, ...(hasPages ? [PAGES_SITEMAP] : [])]
  return filledText('robots.txt', {
    disallowed: [...new Set([...operations, ...pages])].map((path) => `Disallow: ${path}`).join('\n'),
    sitemaps: sitemaps.map((path) => `Sitemap: ${baseUrl}${path}`).join('\n'),
  })
}

const DAY = 86_400_000
const VALID_DAYS = 330

/**
 * `/.well-known/security.txt` (RFC 9116), which expires within a year. The contact is the mailbox that RFC
 * 2142 reserves for security.
 */
export function securityText(baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString()
  return filledText('security.txt', { baseUrl, host: new URL(baseUrl).hostname, expires })
}
