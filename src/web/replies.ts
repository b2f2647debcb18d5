import type { Reply } from '../http/reply.ts'
import { type Page, renderPage, type Site } from './layout.ts'

/**
 * Our own style sheet, font and pictures only. No script, no frames around our pages, and forms go to this
 * server only.
 */
const CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of every page. */
export const PAGE_HEADERS = {
  'content-security-policy': CSP,
  // With no referrer at all, the browser would not tell that a form is our own.
  'referrer-policy': 'same-origin',
} as const

/** A page that is the same for everybody may be kept for a minute. A private page is not kept. */
const CACHING = { public: 'public, max-age=60, stale-while-revalidate=300', private: 'no-store' } as const

export interface PageReplyOptions {
  readonly status?: number
  readonly caching: keyof typeof CACHING
  readonly headers?: Readonly<Record<string, string>>
}

/** The response with a page. */
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

/** Redirects the browser, with GET. */
export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers }, body: null }
}

/** The response with a drawing for an `<img>`. When it is opened by itself, it may load and run nothing. */
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
