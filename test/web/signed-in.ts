import { createCookieSealer, createPageSessions } from '../../src/auth/session.ts'
import { startTestServer, type TestServerOptions } from '../helpers/server.ts'

/** What browsers accept when they open a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Pages of every kind for everybody. All are checked alike, here and in a browser. */
export const PUBLIC_PAGES = [
  '/',
  '/fabrics',
  '/fabrics?query=kona+mustard',
  '/fabrics?query=qqqqzzz+wwww',
  '/fabrics/andover-fabrics/nitty-gritty',
  '/fabrics/robert-kaufman/kona-cotton',
  '/fabrics/robert-kaufman',
  '/fabrics?family=teal&order=light',
  '/fabrics/how-to-search',
  '/palette',
  '/palette?c=5F8A8B',
  '/palette?c=5F8A8B&c=D9A441&c=B54E23&in=kona',
  '/compare',
  '/fabrics?query=navy%2C+mustard+and+cream',
  '/guides/precuts/jelly-roll',
  '/guides',
  '/guides/precuts',
  '/guides/fabric-brands/moda-fabrics',
  '/sign-in',
]

const SECRET = 'a secret of the tests only'

/** A server whose pages can be asked for as somebody who signed in. */
export async function startPages(options: TestServerOptions = {}) {
  const server = await startTestServer({
    ...options,
    env: { CURSOR_SECRETS: SECRET.replaceAll(' ', '-'), ...options.env },
  })
  const sessions = createPageSessions(createCookieSealer([SECRET.replaceAll(' ', '-')], false))
  const cookieOf = async (user: string) => (await sessions.start(user)).split(';')[0] ?? ''
  return {
    ...server,
    cookieOf,
    /** A page, as a user sees it, whose browser has other cookies too; as nobody where none is named. */
    page: async (path: string, user?: string) => {
      const session = user === undefined ? '' : `${await cookieOf(user)}; `
      return server.request(path, { headers: { accept: BROWSER, cookie: `theme=dark; ${session}x=1` } })
    },
  }
}

/** A page without the one script that all pages have, a file of ours. */
export const withoutOwnScript = (text: string) =>
  text.replace(/<script src="\/assets\/[\w-]+\/copy\.js" defer><\/script>/, '')

export type Pages = Awaited<ReturnType<typeof startPages>>
