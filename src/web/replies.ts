import type { Reply } from '../http/reply.ts'
import { type Page, renderPage, type Site } from './layout.ts'

/** Own style sheet, font and pictures; no script at all, nobody frames it, forms stay here. */
const CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Of every page. */
export const PAGE_HEADERS = {
  'content-security-policy': CSP,
  // With no referrer at all, a browser would not say where our own forms come from.
  'referrer-policy': 'same-origin',
} as const

/** The same page for everybody may be kept for a minute; somebody's own is not kept. */
const CACHING = { public: 'public, max-age=60, stale-while-revalidate=300', private: 'no-store' } as const

export interface PageReplyOptions {
  readonly status?: number
  readonly caching: keyof typeof CACHING
  readonly headers?: Readonly<Record<string, string>>
}

/** A page as an answer. */
export function pageReply(
  site: Site,
  page: Page,
  { status = 200, caching, headers = {} }: PageReplyOptions,
): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': CACHING[caching],
      ...PAGE_HEADERS,
      ...headers,
    },
    body: renderPage(site, page),
  }
}

/** Sends a browser on, by GET. */
export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers }, body: null }
}

/** A drawing for an `<img>`: alone, it may load and run nothing. */
export function drawingReply(svg: string): Reply {
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      // The next person at this browser must not find it.
      'cache-control': CACHING.private,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
    body: svg,
  }
}
