const MAX_REDIRECTS = 12
const BUTTONS = /<form method="post" action="([^"]+)">\s*<input type="hidden" name="user" value="([^"]+)">/g

interface Page {
  readonly url: URL
  readonly status: number
  readonly text: string
}

/**
 * Keeps cookies for each host and follows redirects.
 *
 * @param reach the address of the server that answers for an address, as a balancer decides it.
 * @param callback not opened, because nobody listens there: the client's redirect address.
 */
export function openBrowser(reach = (url: URL) => url, callback?: string) {
  const jars = new Map<string, Map<string, string>>()

  async function visit(url: URL, init: RequestInit = {}): Promise<Response> {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...init.headers }
    const response = await fetch(reach(url), { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects to the first page. */
  async function open(start: URL, init?: RequestInit): Promise<Page> {
    let url = start
    let response = await visit(url, init)
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      const location = response.headers.get('location')
      if (location === null) break
      url = new URL(location, url)
      if (callback !== undefined && url.href.startsWith(callback)) return { url, status: 200, text: '' }
      response = await visit(url)
    }
    return { url, status: response.status, text: await response.text() }
  }

  return {
    visit,
    open,
    /** The names of the cookies that an address gets. */
    cookies: (url: string) => [...(jars.get(new URL(url).host)?.keys() ?? [])],
    /** Presses the button of a user on the page of a provider. */
    press({ url, text }: Page, user: string): Promise<Page> {
      const [, action] = [...text.matchAll(BUTTONS)].find(([, , name]) => name === user) ?? []
      if (action === undefined) throw new Error(`no button of ${user} at ${url.href}: ${text}`)
      return open(new URL(action, url), { method: 'POST', body: new URLSearchParams({ user }) })
    },
  }
}

/** Signs in at the address that a client gave; answers the last address. */
export async function signInAsBrowser(start: URL, user: string, callback?: string): Promise<URL> {
  const browser = openBrowser((url) => url, callback)
  const { url, status, text } = await browser.press(await browser.open(start), user)
  if (status >= 400) throw new Error(`the sign-in ended with ${status}: ${text}`)
  return url
}
