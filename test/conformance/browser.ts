const MAX_PAGES = 12
const FORM = /<form method="post" action="([^"]+)">\s*<input type="hidden" name="user" value="([^"]+)">/g

/**
 * A browser of few words: follows redirects with its cookies, and clicks the button of `user` on the
 * sign-in page. Returns the text of the page that it ends on.
 */
export async function signInAsBrowser(start: string, user: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  let form: URLSearchParams | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    form = undefined
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      continue
    }
    const html = await response.text()
    const button = [...html.matchAll(FORM)].find(([, , name]) => name === user)
    if (button === undefined) return `${response.status} ${html}`
    url = new URL(button[1] ?? '', url)
    form = new URLSearchParams({ user })
  }
  throw new Error(`no end of the sign-in after ${MAX_PAGES} pages`)
}
