import type { H3Event } from 'h3'
import type { Gate } from '../auth/index.ts'
import { notFound, toAppError } from '../core/errors.ts'
import type { Fabrics, Projects } from '../core/rooms.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import type { Reply } from '../http/reply.ts'
import { contextOf } from '../http/request-context.ts'
import type { Handler } from '../http/router.ts'
import type { Page, Site } from './frame.ts'
import { PATHS } from './paths.ts'
import { NOT_KEPT, pageReply, redirect, SHARED } from './replies.ts'
import type { Shelf } from './shelf.ts'

/** What pages are made from. */
export interface Sources {
  readonly site: Site
  readonly runner: ToolRunner
  /** For searches of more rows than a tool lists, lists of makers and lines, and single fabrics. */
  readonly fabrics: Fabrics
  readonly shelf: () => Promise<Shelf>
  /** To read one project, which no tool does. */
  readonly projects: Pick<Projects, 'get'>
}

/** A request for a page, with what the page is made from. */
export interface PageRequest extends Sources {
  readonly event: H3Event
  /** The path, as it was written. */
  readonly address: string
  /** A path parameter, decoded; empty if there is none. */
  path(name: string): string
  /** A query parameter, cut to so many characters. An empty one counts as absent. */
  query(name: string, most?: number): string | undefined
  /** All values of a query parameter that may be given several times. */
  all(name: string): readonly string[]
}

/** A request of somebody who is signed in. */
export interface OwnRequest extends PageRequest {
  readonly caller: Caller
}

type Made = Promise<Page | Reply> | Page | Reply
/** Makes a page for everybody, or another answer in its place, such as a file. */
export type PublicPage = (request: PageRequest) => Made
/** Makes a page or a picture for the person that it belongs to. */
export type OwnPage = (request: OwnRequest) => Made

/** The longest text of a query that is read; the API accepts no longer one. */
const MOST_CHARACTERS = 4_096

/** A text without characters that hide text (D23), of at most so many characters, none of them cut in two. */
const clean = (text: string, most = MOST_CHARACTERS) =>
  [...visibleText(text).trim()].slice(0, most).join('').trim()

/** The two ways from a request to its answer. What they throw becomes a page for browsers. */
export function createHandlers(sources: Sources, gate: Gate) {
  const { site } = sources

  function requestOf(event: H3Event): PageRequest {
    const { url, context } = event
    return {
      ...sources,
      event,
      address: url.pathname,
      path: (name) => decodeURIComponent(context.params?.[name] ?? ''),
      query: (name, most) => clean(url.searchParams.get(name) ?? '', most) || undefined,
      all: (name) => url.searchParams.getAll(name).map((text) => clean(text)),
    }
  }

  return {
    forEverybody:
      (make: PublicPage): Handler =>
      async (event) => {
        await gate.enter(contextOf(event), { auth: 'public', creates: false })
        const made = await make(requestOf(event))
        if (!('main' in made)) return made
        const isShared = made.status === undefined
        return pageReply(site, made, { path: event.url.pathname }, isShared ? SHARED : NOT_KEPT)
      },

    /**
     * Visitors who are not signed in are asked to, and get no pictures. Pictures have a limit of their own, because a
     * page has many, and each costs less than the page.
     */
    forOwner:
      (make: OwnPage, isPicture: boolean): Handler =>
      async (event) => {
        const { pathname, search } = event.url
        try {
          const demand = { auth: 'bearer', creates: false, isPicture } as const
          const { caller } = await gate.enter(contextOf(event), demand)
          if (caller === undefined)
            throw new Error('A private page was opened to a visitor who is not signed in')
          const made = await make({ ...requestOf(event), caller })
          const view = { path: pathname, isSignedIn: true }
          return 'main' in made ? pageReply(site, made, view, NOT_KEPT) : made
        } catch (thrown) {
          if (![401, 403].includes(toAppError(thrown).status)) throw thrown
          if (isPicture) throw notFound()
          return redirect(`${site.root}${PATHS.signIn(`${site.root}${pathname}${search}`)}`)
        }
      },
  }
}
