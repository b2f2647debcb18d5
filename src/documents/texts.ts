import { readFileSync } from 'node:fs'
import { API_PREFIX } from '../core/contract.ts'
import { escapeHtml, filled } from '../core/text.ts'
import type { Tool } from '../core/tool.ts'

const read = (file: string) => readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8')

/** A file of `texts/` with these values. `{rules}` is a file of its own. */
export const filledText = (file: string, values: Record<string, string> = {}): string =>
  filled(read(file), { ...values, rules: read('rules.md').trim() })

function toolLine({ name, title, auth, isRestOnly, operations }: Tool) {
  const access = auth === 'public' ? 'no account needed' : 'sign-in required'
  const routes = operations.map(
    ({ method, path, operationId }) => `${method} ${API_PREFIX}${path} (${operationId})`,
  )
  const named = isRestOnly ? 'REST only' : name
  return `- ${named}: ${title}; ${access}; ${routes.join(', ')}`
}

/** What an agent needs to know before its first call (llmstxt.org). */
export const llmsText = (tools: readonly Tool[], baseUrl: string): string =>
  filledText('llms.txt', { baseUrl, operations: tools.map(toolLine).join('\n') })

/** Documents, and the pages from which links lead to all others. */
export function sitemapText(baseUrl: string, hasPages: boolean): string {
  const base = escapeHtml(baseUrl)
  const paths = hasPages ? ['/fabrics', '/fabrics/how-to-search', '/palette', '/guides'] : []
  const pages = paths.map((path) => `  <url><loc>${base}${path}</loc></url>`).join('\n')
  return filledText('sitemap.xml', { baseUrl: base, pages })
}

const DAY = 86_400_000
const VALID_DAYS = 330

/** RFC 9116: it expires within a year. RFC 2142 reserves the mailbox for security. */
export function securityText(baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString()
  return filledText('security.txt', { baseUrl, host: new URL(baseUrl).hostname, expires })
}
