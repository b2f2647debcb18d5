import type { H3Event } from 'h3'
import type { Auth } from '../auth/index.ts'
import { API_PREFIX, MCP_PATH } from '../core/contract.ts'
import { type AppError, notFound, toAppError } from '../core/errors.ts'
import type { FabricFilter, Fabrics, Projects } from '../core/rooms.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import { prefers } from '../http/negotiation.ts'
import { failureReply, type Reply } from '../http/reply.ts'
import type { Handler } from '../http/router.ts'
import { type Page, renderPage, rootOf, type Site } from './frame.ts'
import { fragmentOf } from './html.ts'

/** The rooms are for what no tool returns. */
export interface Sources extends Site {
  runner: ToolRunner
  fabrics: Fabrics
  projects: Pick<Projects, 'get'>
  auth: Auth['pages']
}

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Nothing inline, and nothing of others. Auditors such as Lighthouse read robots.txt from within a page.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With no referrer at all, the browser would not say that a form is our own.
  'referrer-policy': 'same-origin',
}

const SHARED = { 'cache-control': 'public, max-age=60, stale-while-revalidate=300' }
/** The next person at this browser must not find private pages. */
export const NOT_KEPT = { 'cache-control': 'no-store' }

/** The root is added to a path. */
export function redirect(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, headers: { location, ...NOT_KEPT, ...headers }, body: null }
}

export function fileReply(contentType: string, body: Reply['body'], headers: Reply['headers'] = {}): Reply {
  return { status: 200, headers: { 'content-type': contentType, ...SHARED, ...headers }, body }
}

/** The bound of the tools' arguments. Longer text is cut, because a person sees what was searched for. */
const MOST_CHARACTERS = 120

const clean = (text: string) => [...visibleText(text).trim()].slice(0, MOST_CHARACTERS).join('').trim()

function requestOf(sources: Sources, event: H3Event) {
  const { url, context } = event
  return {
    ...sources,
    event,
    address: url.pathname,
    path: (name: string) => decodeURIComponent(context.params?.[name] ?? ''),
    /** A parameter without characters that hide text (D23); `undefined` if it is empty. */
    query: (name: string) => clean(url.searchParams.get(name) ?? '') || undefined,
    all: (name: string) => url.searchParams.getAll(name).map(clean),
    search: (filter: FabricFilter, limit: number) =>
      sources.fabrics.search({ ...filter, limit, after: undefined }),
  }
}

export type WebRequest = ReturnType<typeof requestOf>
export type OwnRequest = WebRequest & { readonly caller: Caller }
export type PublicPage = (request: WebRequest) => Promise<Page | Reply> | Page | Reply
export type OwnPage = (request: OwnRequest) => ReturnType<PublicPage>

/** Missing items and those of others look the same (D10). */
function failureOf({ status, code, retryAfter }: AppError): Page {
  const [title, file] =
    code === 'rate_limited'
      ? ['A little slower, please', 'too-many-pages.html']
      : status >= 500
        ? ['Not available right now', 'not-available.html']
        : ['Nothing here', 'nothing-here.html']
  // An address with bad arguments counts as a page that does not exist.
  return { title, main: fragmentOf(file, { retryAfter }), status: status === 400 ? 404 : status }
}

export function createHandlers(sources: Sources) {
  const { auth } = sources
  const root = rootOf(sources)

  function replyOf(made: Page | Reply, asked: string, isSignedIn = false) {
    if ('main' in made) {
      const { status = 200 } = made
      const caching = status === 200 && !isSignedIn ? SHARED : NOT_KEPT
      const body = renderPage(sources, made, asked, isSignedIn)
      return { status, headers: { ...PAGE_HEADERS, ...caching }, body }
    }
    const { location } = made.headers
    if (!location?.startsWith('/')) return made
    return { ...made, headers: { ...made.headers, location: `${root}${location}` } }
  }

  return {
    forEverybody:
      (make: PublicPage): Handler =>
      async (event, request) => {
        await auth.gate.enter(request, { auth: 'public', cost: 'call' })
        return replyOf(await make(requestOf(sources, event)), event.url.pathname)
      },

    /**
     * Without sign-in or scope, pages lead to sign in, and pictures are not found. Pictures have a limit of their
     * own, because a page has many.
     */
    forOwner:
      (isPicture: boolean) =>
      (make: OwnPage): Handler =>
      async (event, request) => {
        const { pathname, search } = event.url
        try {
          const cost = isPicture ? 'cheap' : 'call'
          const { caller } = await auth.gate.enter(request, { auth: 'user', cost })
          if (caller === undefined) throw new Error('The gate let in a visitor who is not signed in.')
          return replyOf(await make({ ...requestOf(sources, event), caller }), pathname, true)
        } catch (thrown) {
          if (![401, 403].includes(toAppError(thrown).status)) throw thrown
          if (isPicture) throw notFound()
          const back = new URLSearchParams({ back: `${pathname}${search}` })
          return replyOf(redirect(`/sign-in?${back}`), pathname)
        }
      },

    /** For browsers outside of the API and MCP; `undefined` for programs, which get the envelope (D42). */
    failurePage({ url: { pathname }, req }: H3Event, error: AppError): Reply | undefined {
      const isApi = [API_PREFIX, MCP_PATH].some((prefix) => `${pathname}/`.startsWith(`${prefix}/`))
      if (isApi || !prefers(req.headers.get('accept'), 'text/html', 'application/json')) return undefined
      const reply = replyOf(failureOf(error), pathname)
      return { ...reply, headers: { ...failureReply(error).headers, ...reply.headers, vary: 'Accept' } }
    },
  }
}
