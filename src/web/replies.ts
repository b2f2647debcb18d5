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
  // Our own style sheet, font, pictures and script file only; nothing inline. No frames around our pages, and forms go
  // to this server only. Auditors such as Lighthouse read robots.txt from within a page.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With no referrer at all, the browser would not tell that a form is our own.
  'referrer-policy': 'same-origin',
} as const

/** A page that is the same for everybody may be kept for a minute. A private page is not kept. */
const CACHING = { public: 'public, max-age=60, stale-while-revalidate=300', private: 'no-store' } as const

interface PageReplyOptions extends View {
  readonly status?: number
  readonly caching: keyof typeof CACHING
  readonly headers?: Reply['headers']
}

export function pageReply(site: Site, page: Page, options: PageReplyOptions): Reply {
  const { status = 200, caching, headers, ...view } = options
  const shared = { 'content-type': 'text/html; charset=utf-8', 'cache-control': CACHING[caching] }
  return { status, headers: { ...shared, ...PAGE_HEADERS, ...headers }, body: renderPage(site, page, view) }
}

/** Redirects the browser, with GET. */
export function redirect(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, headers: { location, 'cache-control': CACHING.private, ...headers }, body: null }
}

/** A file that follows from the catalog, such as a palette as PNG. */
export function fileReply(contentType: string, body: Reply['body'], headers: Reply['headers'] = {}): Reply {
  const shared = { 'content-type': contentType, 'cache-control': CACHING.public }
  return { status: 200, headers: { ...shared, ...headers }, body }
}

/** A picture of somebody's own. When it is opened by itself, it may load and run nothing. */
export const privateFile = (contentType: string, body: Reply['body']): Reply =>
  fileReply(contentType, body, {
    // The next person at this browser must not find it.
    'cache-control': CACHING.private,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })

/** The answer to a failed request of a browser; `undefined` for a program, which reads the envelope. */
export type FailurePage = (event: H3Event, error: AppError) => Reply | undefined

/** Outside of the API and of MCP, `Accept` decides whether a failure is a page (D42). */
export function createFailurePage(site: Site): FailurePage {
  return ({ url, req }, error) => {
    if ([API_PREFIX, MCP_PATH].some((prefix) => `${url.pathname}/`.startsWith(`${prefix}/`))) return undefined
    if (!prefers(req.headers.get('accept'), 'text/html', 'application/json')) return undefined
    const { 'content-type': _, ...headers } = failureReply(error).headers
    // An address with bad arguments counts as a page that does not exist.
    const status = error.status === 400 ? 404 : error.status
    const page = failurePage(site, error)
    return pageReply(site, page, { status, caching: 'private', headers: { ...headers, vary: 'Accept' } })
  }
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
  const isCatalog = code === 'catalog_unavailable'
  const what = isCatalog ? 'The fabric library cannot be read' : 'Something does not answer'
  return messagePage(
    'Not available right now',
    html`<p>${what} at the moment. It is our side, not yours. Try again in a few minutes.</p><p>${start}</p>`,
  )
}
