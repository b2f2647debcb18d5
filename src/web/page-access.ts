import type { H3Event } from 'h3'
import type { Gate } from '../auth/index.ts'
import { notFound, toAppError } from '../core/errors.ts'
import type { Fabrics, Projects } from '../core/rooms.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import { codePointLength, visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import type { Reply } from '../http/reply.ts'
import { contextOf } from '../http/request-context.ts'
import type { Handler } from '../http/router.ts'
import type { Page, Site } from './frame.ts'
import { PATHS } from './paths.ts'
import { pageReply, redirect } from './replies.ts'
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

/** The longest text of a query that is read; the API accepts no longer one. */
const MOST_CHARACTERS = 4_096

/** A text without characters that hide text (D23), of at most so many characters, none of them cut in two. */
function clean(text: string, most = MOST_CHARACTERS): string {
  const visible = visibleText(text).trim()
  return codePointLength(visible) <= most ? visible : [...visible].slice(0, most).join('').trim()
}

/** A request in the form in which pages read it. */
const askedOf = ({ url, context }: H3Event) => ({
  /** The path, as it was written. */
  address: url.pathname,
  /** A path parameter, decoded; empty if there is none. */
  path: (name: string): string => decodeURIComponent(context.params?.[name] ?? ''),
  /** A query parameter, cut to so many characters. An empty one counts as absent. */
  query: (name: string, most?: number): string | undefined =>
    clean(url.searchParams.get(name) ?? '', most) || undefined,
  /** All values of a query parameter that may be given several times. */
  all: (name: string): readonly string[] => url.searchParams.getAll(name).map((text) => clean(text)),
})

export type Asked = ReturnType<typeof askedOf>

/** A page for everybody, or another answer in its place, such as a file. */
export type PublicPage = (from: Sources, asked: Asked) => Promise<Page | Reply> | Page | Reply
/** Something of the signed-in person. */
export type OwnPage<Made = Page> = (from: Sources, asked: Asked, caller: Caller) => Promise<Made>

/** Handlers of pages. They decide who may see a page. What they throw becomes a page for browsers. */
export function createPageAccess(from: Sources, gate: Gate) {
  const { site } = from

  /** @param signedOut answers visitors who are not signed in. */
  const forOwner =
    (isPicture: boolean, answer: OwnPage<Reply>, signedOut: (url: URL) => Reply): Handler =>
    async (event) => {
      try {
        const demand = { auth: 'bearer', creates: false, isPicture } as const
        const { caller } = await gate.enter(contextOf(event), demand)
        if (caller === undefined)
          throw new Error('A private page was opened to a visitor who is not signed in')
        return await answer(from, askedOf(event), caller)
      } catch (thrown) {
        if (![401, 403].includes(toAppError(thrown).status)) throw thrown
        return signedOut(event.url)
      }
    }

  const askToSignIn = ({ pathname, search }: URL) =>
    redirect(`${site.root}${PATHS.signIn(`${site.root}${pathname}${search}`)}`)
  const hide = () => {
    throw notFound()
  }

  return {
    open:
      (make: PublicPage): Handler =>
      async (event) => {
        await gate.enter(contextOf(event), { auth: 'public', creates: false })
        const asked = askedOf(event)
        const made = await make(from, asked)
        return 'main' in made ? pageReply(site, made, { caching: 'public', path: asked.address }) : made
      },

    /** A page of the signed-in person. Other visitors are asked to sign in. */
    own(make: OwnPage): Handler {
      const answer: OwnPage<Reply> = async (_, asked, caller) => {
        const page = await make(from, asked, caller)
        return pageReply(site, page, { caching: 'private', path: asked.address, isSignedIn: true })
      }
      return forOwner(false, answer, askToSignIn)
    },

    /**
     * A picture on a page of the signed-in person; other visitors get none. Pictures have a limit of their
     * own, because one page has many, and each costs less than the page.
     */
    picture: (draw: OwnPage<Reply>): Handler => forOwner(true, draw, hide),

    /**
     * Anything for everybody that is not a page: a step of signing in, a file, the sitemap. It counts as an
     * anonymous call, so that it floods neither this server nor the identity provider.
     */
    counted:
      (take: Handler): Handler =>
      async (event) => {
        gate.checkEnabled()
        await gate.admit(undefined, contextOf(event), { auth: 'public', creates: false })
        return take(event)
      },
  }
}

export type PageAccess = ReturnType<typeof createPageAccess>
