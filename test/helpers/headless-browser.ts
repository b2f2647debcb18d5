const MAX_PAGES = 12
const FORM = /<form method="post" action="([^"]+)">\s*<input type="hidden" name="user" value="([^"]+)">/g

/**
 * A browser of few words: follows redirects with its cookies, and presses the button of `user` on the sign-in page.
 *
 * @param callback where a client is called back that does not listen: that address is not opened.
 * @returns the address that it ends on.
 */
export async function signInAsBrowser(start: URL, user: string, callback?: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    if (callback !== undefined && url.href.startsWith(callback)) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const click = form === undefined ? {} : { method: 'POST', body: form }
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...click })
    form = undefined
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const html = await response.text()
    const location = response.headers.get('location')
    const button = [...html.matchAll(FORM)].find(([, , name]) => name === user)
    if (location !== null) {
      url = new URL(location, url)
    } else if (button !== undefined) {
      url = new URL(button[1] ?? '', url)
      form = new URLSearchParams({ user })
    } else if (response.ok) {
      return url
    } else {
      throw new Error(`the sign-in ended with ${response.status}: ${html}`)
    }
  }
  throw new Error(`no end of the sign-in after ${MAX_PAGES} pages`)
}
