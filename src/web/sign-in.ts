import type { H3Event } from 'h3'
import { type Auth, isFromAllowedOrigin, originNotAllowed, ownPath, TokenRejected } from '../auth/index.ts'
import { html } from '../core/html.ts'
import type { Reply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { messagePage, type Page, type Site } from './frame.ts'
import type { PageAccess } from './page-access.ts'
import { button } from './parts.ts'
import { PATHS } from './paths.ts'
import { pageReply, redirect } from './replies.ts'

/** The page that a visitor who is not signed in gets for a private page. */
function signedOutPage(back: string): Page {
  const start = `/sign-in/start?${new URLSearchParams({ back })}`
  return messagePage(
    'Sign in to see your work',
    html`<p>Projects, quilts and blocks are for their owners only. After you sign in, you come back to this page.</p><p>${button(start, 'Sign in')}${button(PATHS.fabrics, 'Browse fabrics instead', 'second')}</p>`,
  )
}

const FAILED = messagePage(
  'That sign-in did not work',
  html`<p>It took too long, or was started in another window. Nothing is lost.</p><p>${button(PATHS.signIn(), 'Try again')}</p>`,
)

/**
 * The steps of signing in and out (D30).
 *
 * @param origin of the pages. The provider sends people back to it.
 */
export function signInRoutes(
  site: Site,
  access: PageAccess,
  { signIn, sessions }: Auth['pages'],
  origin: string,
): Route[] {
  const backOf = (path: string | null | undefined) => ownPath(path, `${site.root}${PATHS.projects}`)

  async function start({ url }: H3Event): Promise<Reply> {
    const { location, cookie } = await signIn.start(backOf(url.searchParams.get('back')))
    return redirect(location, { 'set-cookie': cookie })
  }

  async function callback({ url: { pathname, search }, req }: H3Event): Promise<Reply> {
    try {
      // The configured origin, not that of the request: anyone can send any `Host`.
      const url = new URL(`${pathname}${search}`, origin)
      const { userId, back } = await signIn.finish(url, req.headers.get('cookie'))
      return redirect(back, { 'set-cookie': await sessions.start(userId) })
    } catch (error) {
      if (!(error instanceof TokenRejected)) throw error
      return pageReply(site, FAILED, { status: 400, caching: 'private' })
    }
  }

  function signOut({ req }: H3Event): Reply {
    if (!isFromAllowedOrigin(req.headers, new Set([origin]))) throw originNotAllowed()
    return redirect(`${site.root}/`, { 'set-cookie': sessions.end() })
  }

  const page = access.open((_, asked) => signedOutPage(backOf(asked.query('back'))))
  const shared = { cors: () => ({}), countsItself: true }
  return [
    { ...shared, path: '/sign-in', get: page },
    { ...shared, path: '/sign-in/start', get: access.counted(start) },
    { ...shared, path: '/sign-in/callback', get: access.counted(callback) },
    { ...shared, path: '/sign-out', post: access.counted(signOut) },
  ]
}
