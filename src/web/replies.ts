import type { H3Event } from 'h3'
import { API_PREFIX, MCP_PATH } from '../core/contract.ts'
import type { AppError } from '../core/errors.ts'
import { html } from '../core/html.ts'
import { prefers } from '../http/accept.ts'
import { failureReply, type Reply } from '../http/reply.ts'
import { messagePage, type Page, renderPage, type Site, type View } from './frame.ts'
import { button } from './parts.ts'
import { PATHS } from './paths.ts'

/** Headers of every page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Our own style sheet, font, pictures and script file only; nothing inline. No frames around our pages, and forms go
  // to this server only. Auditors such as Lighthouse read robots.txt from within a page.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With no referrer at all, the browser would not tell that a form is our own.
  'referrer-policy': 'same-origin',
} as const

/** What is the same for everybody may be kept for a minute. */
export const SHARED = { 'cache-control': 'public, max-age=60, stale-while-revalidate=300' } as const
/** The next person at this browser must not find what is of one person. */
export const NOT_KEPT = { 'cache-control': 'no-store' } as const

export function pageReply(site: Site, page: Page, view: View, headers: Reply['headers']): Reply {
  const { status = 200 } = page
  return { status, headers: { ...PAGE_HEADERS, ...headers }, body: renderPage(site, page, view) }
}

/** Redirects the browser, with GET. */
export function redirect(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, headers: { location, ...NOT_KEPT, ...headers }, body: null }
}

/** A file that follows from the catalog, such as a palette as PNG. */
export function fileReply(contentType: string, body: Reply['body'], headers: Reply['headers'] = {}): Reply {
  return { status: 200, headers: { 'content-type': contentType, ...SHARED, ...headers }, body }
}

/** A picture of somebody's own. When it is opened by itself, it may load and run nothing. */
export const privateFile = (contentType: string, body: Reply['body']): Reply =>
  fileReply(contentType, body, {
    ...NOT_KEPT,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })

/**
 * Makes the answer to a failed request of a browser. Outside of the API and of MCP, `Accept` decides whether that is
 * a page; a program reads the envelope (D42).
 */
export const createFailurePage =
  (site: Site) =>
  ({ url, req }: H3Event, error: AppError): Reply | undefined => {
    if ([API_PREFIX, MCP_PATH].some((prefix) => `${url.pathname}/`.startsWith(`${prefix}/`))) return undefined
    if (!prefers(req.headers.get('accept'), 'text/html', 'application/json')) return undefined
    const { 'content-type': _, ...headers } = failureReply(error).headers
    // An address with bad arguments counts as a page that does not exist.
    const status = error.status === 400 ? 404 : error.status
    return pageReply(site, { ...failurePage(site, error), status }, {}, { ...headers, vary: 'Accept' })
  }

/** Says what went wrong, but not why. What is not there and what is not yours look the same (D10). */
function failurePage({ hasPages }: Site, { status, code, retryAfter = 60 }: AppError): Page {
  const start = button('/', 'Start page')
  if ([400, 404, 405].includes(status)) {
    const ways = [button(PATHS.fabrics, 'Fabric library'), button(PATHS.projects, 'Your work', 'second')]
    return messagePage(
      'Nothing here',
      html`<p>There is no such page, or it is not yours to see.</p><p>${hasPages ? ways : start}</p>`,
    )
  }
  if (code === 'rate_limited')
    return messagePage(
      'A little slower, please',
      html`<p>You opened more pages than one visitor may at a time. Try again in ${retryAfter} seconds.</p>`,
    )
  const what =
    code === 'catalog_unavailable' ? 'The fabric library cannot be read' : 'Something does not answer'
  return messagePage(
    'Not available right now',
    html`<p>${what} at the moment. It is our side, not yours. Try again in a few minutes.</p><p>${start}</p>`,
  )
}
