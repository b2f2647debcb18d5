import { isFromAllowedOrigin, originNotAllowed, ownPath, TokenRejected } from '../auth/index.ts'
import { type PublicPage, redirect, type WebRequest } from './handlers.ts'
import { fragmentOf } from './html.ts'
import { PATHS } from './paths.ts'

// The steps of signing in and out (D30).

const backOf = ({ event }: WebRequest) => ownPath(event.url.searchParams.get('back'), PATHS.projects)

export const askToSignIn: PublicPage = (request) => {
  const start = `/sign-in/start?${new URLSearchParams({ back: backOf(request) })}`
  return { title: 'Sign in to see your work', main: fragmentOf('signed-out.html', { start }) }
}

export const startSignIn: PublicPage = async (request) => {
  const { location, cookie } = await request.auth.signIn.start(backOf(request))
  return redirect(location, { 'set-cookie': cookie })
}

export const finishSignIn: PublicPage = async ({ baseUrl, auth, event: { url, req } }) => {
  try {
    // The configured origin, because anyone can send any `Host`.
    const reached = new URL(`${url.pathname}${url.search}`, baseUrl)
    const { userId, back } = await auth.signIn.finish(reached, req.headers.get('cookie'))
    return redirect(back, { 'set-cookie': await auth.sessions.start(userId) })
  } catch (error) {
    if (!(error instanceof TokenRejected)) throw error
    return { title: 'That sign-in did not work', main: fragmentOf('sign-in-failed.html'), status: 400 }
  }
}

// Other sites send no session cookie, so the gate sees nobody. They must not end a session all the same.
export const signOut: PublicPage = ({ baseUrl, auth, event }) => {
  const own = new Set([new URL(baseUrl).origin])
  if (!isFromAllowedOrigin(event.req.headers, own)) throw originNotAllowed()
  return redirect('/', { 'set-cookie': auth.sessions.end() })
}
