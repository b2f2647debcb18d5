import type { H3Event } from 'h3'
import type { Admission } from '../auth/admission.ts'
import { recordOf } from '../http/record.ts'
import { loggedError, type Reply } from '../http/reply.ts'
import type { Handler } from '../http/route.ts'
import { visitOf } from '../http/visit.ts'
import { type AppError, notFound, toAppError } from '../kit/errors.ts'
import type { Logger } from '../kit/log.ts'
import type { Caller } from '../kit/tool.ts'
import type { Page, Site } from './layout.ts'
import { failurePage, notFoundPage } from './pages/states.ts'
import { pageReply, redirect } from './replies.ts'

export interface GateOptions {
  readonly site: Site
  readonly admission: Admission
  readonly trustedProxies: number
  readonly log: Logger
}

/** A request as a page sees it. */
export interface Asked {
  /** A path parameter, decoded; empty where there is none. */
  path(name: string): string
  /** A query parameter; empty counts as absent, and nothing is ever longer than an API takes. */
  query(name: string): string | undefined
}

const MOST_CHARACTERS = 4_096

function askedOf(event: H3Event): Asked {
  const query = event.url.searchParams
  return {
    path(name) {
      const value = event.context.params?.[name] ?? ''
      try {
        return decodeURIComponent(value)
      } catch {
        return value
      }
    },
    query: (name) => query.get(name)?.trim().slice(0, MOST_CHARACTERS) || undefined,
  }
}

/** Handlers of pages: who may see them, and what they show when something goes wrong. */
export function createGate({ site, admission, trustedProxies, log }: GateOptions) {
  /** The page that says so. It is recorded and logged like every failed request. */
  function failed(event: H3Event, thrown: unknown): Reply {
    const record = recordOf(event)
    const error = loggedError(thrown, log, record.requestId)
    record.failure = error
    const retry: Record<string, string> =
      error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
    // Bad arguments in the address of a page count as a page that does not exist.
    const status = error.status === 400 ? 404 : error.status
    return pageReply(site, failurePage(site, error), { status, caching: 'private', headers: retry })
  }

  const isSignedOut = ({ status }: AppError) => status === 401 || status === 403

  return {
    /** A page for everybody. */
    open:
      (make: (asked: Asked) => Promise<Page> | Page): Handler =>
      async (event) => {
        try {
          await admission.enter(visitOf(event, trustedProxies), { auth: 'public', creates: false })
          return pageReply(site, await make(askedOf(event)), { caching: 'public' })
        } catch (error) {
          return failed(event, error)
        }
      },

    /** A page of the person who is signed in; others are asked to sign in. */
    own:
      (make: (asked: Asked, caller: Caller) => Promise<Page>): Handler =>
      async (event) => {
        try {
          const { caller } = await admission.enter(visitOf(event, trustedProxies), {
            auth: 'bearer',
            creates: false,
          })
          if (caller === undefined) throw new Error('the admission let nobody in')
          return pageReply(site, await make(askedOf(event), caller), { caching: 'private' })
        } catch (thrown) {
          if (!isSignedOut(toAppError(thrown))) return failed(event, thrown)
          const back = `${site.root}${event.url.pathname}${event.url.search}`
          return redirect(`${site.root}/sign-in?${new URLSearchParams({ back })}`)
        }
      },

    /**
     * A picture on a page of the person who is signed in; for others there is none. It has a budget of its
     * own: one page has many, and each takes less than the page did.
     */
    picture:
      (draw: (asked: Asked, caller: Caller) => Promise<Reply>): Handler =>
      async (event) => {
        try {
          const caller = await admission.enterPicture(visitOf(event, trustedProxies))
          return await draw(askedOf(event), caller)
        } catch (error) {
          return failed(event, isSignedOut(toAppError(error)) ? notFound() : error)
        }
      },

    /** What is no page, such as a step of signing in: counted like a call of nobody, so that it floods neither us nor the provider. */
    step:
      (take: Handler): Handler =>
      async (event) => {
        try {
          await admission.enterStep(visitOf(event, trustedProxies))
          return await take(event)
        } catch (error) {
          return failed(event, error)
        }
      },

    /** For paths among the pages where there is none. */
    nothing: (): Reply => pageReply(site, notFoundPage(site), { status: 404, caching: 'private' }),
  }
}

export type Gate = ReturnType<typeof createGate>
