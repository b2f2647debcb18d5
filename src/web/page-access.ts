import type { H3Event } from 'h3'
import type { Gate } from '../auth/index.ts'
import { type AppError, notFound, toAppError } from '../core/errors.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import type { Reply } from '../http/reply.ts'
import { contextOf } from '../http/request-context.ts'
import type { Handler } from '../http/router.ts'
import type { Page, Site } from './frame.ts'
import { pageReply, redirect } from './replies.ts'

/** A request in the form in which pages read it. What they show of it has no characters that hide text (D23). */
export interface Asked {
  /** The path, which stays as it was written. */
  readonly address: string
  /** A path parameter, decoded; empty if there is none. */
  path(name: string): string
  /** A query parameter. An empty one counts as absent, and all are cut to the length that the API accepts. */
  query(name: string): string | undefined
  /** All values of a query parameter that may be given several times. */
  all(name: string): readonly string[]
}

const MOST_CHARACTERS = 4_096

function askedOf({ url, context }: H3Event): Asked {
  const clean = (text: string) => visibleText(text).trim().slice(0, MOST_CHARACTERS)
  return {
    address: url.pathname,
    path(name) {
      const value = context.params?.[name] ?? ''
      try {
        return decodeURIComponent(value)
      } catch {
        return value
      }
    },
    query: (name) => clean(url.searchParams.get(name) ?? '') || undefined,
    all: (name) =>
      url.searchParams
        .getAll(name)
        .map(clean)
        .filter((text) => text !== ''),
  }
}

const isSignedOut = ({ status }: AppError) => status === 401 || status === 403

/** Handlers of pages. They decide who may see a page. What they throw becomes a page for browsers. */
export function createPageAccess(site: Site, gate: Gate) {
  return {
    /** A page for everybody, or another answer in its place, such as a file. */
    open:
      (make: (asked: Asked) => Promise<Page | Reply> | Page | Reply): Handler =>
      async (event) => {
        await gate.enter(contextOf(event), { auth: 'public', creates: false })
        const asked = askedOf(event)
        const made = await make(asked)
        return 'main' in made ? pageReply(site, made, { caching: 'public', path: asked.address }) : made
      },

    /** A page of the signed-in person. Other visitors are asked to sign in. */
    own:
      (make: (asked: Asked, caller: Caller) => Promise<Page>): Handler =>
      async (event) => {
        try {
          const { caller } = await gate.enter(contextOf(event), { auth: 'bearer', creates: false })
          if (caller === undefined) throw new Error('the gate let nobody in')
          const asked = askedOf(event)
          const page = await make(asked, caller)
          return pageReply(site, page, { caching: 'private', path: asked.address, isSignedIn: true })
        } catch (thrown) {
          if (!isSignedOut(toAppError(thrown))) throw thrown
          const back = `${site.root}${event.url.pathname}${event.url.search}`
          return redirect(`${site.root}/sign-in?${new URLSearchParams({ back })}`)
        }
      },

    /**
     * A picture on a page of the signed-in person; other visitors get none. Pictures have a limit of their
     * own, because one page has many, and each costs less than the page.
     */
    picture:
      (draw: (asked: Asked, caller: Caller) => Promise<Reply>): Handler =>
      async (event) => {
        try {
          const caller = await gate.enterPicture(contextOf(event))
          return await draw(askedOf(event), caller)
        } catch (error) {
          throw isSignedOut(toAppError(error)) ? notFound() : error
        }
      },

    /**
     * An address that is not a page, such as a step of signing in. It counts as an anonymous call, so that it
     * floods neither this server nor the identity provider.
     */
    step:
      (take: Handler): Handler =>
      async (event) => {
        await gate.enterStep(contextOf(event))
        return take(event)
      },
  }
}

export type PageAccess = ReturnType<typeof createPageAccess>
