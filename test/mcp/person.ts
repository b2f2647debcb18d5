import { randomUUID } from 'node:crypto'
import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

const REDIRECT_URL = 'http://127.0.0.1:33418/callback'
const MAX_STEPS = 12

/** The form that signs this user in, as a browser would send it. */
function buttonOf(page: string, user: string): { action: string; body: URLSearchParams } {
  const form = page
    .match(/<form[\s\S]*?<\/form>/g)
    ?.find((candidate) => candidate.includes(`Continue as <b>${user}</b>`))
  const [, action] = /method="post" action="([^"]+)"/.exec(form ?? '') ?? []
  const [, name, value] = /<input type="hidden" name="([^"]+)" value="([^"]+)">/.exec(form ?? '') ?? []
  if (action === undefined || name === undefined || value === undefined)
    throw new Error(`no button for ${user}`)
  return { action, body: new URLSearchParams({ [name]: value }) }
}

/**
 * What a person does in a browser: follows redirects with cookies, presses the button of `user` on
 * the sign-in page. Ends where the client is called back, or with the page that says why not.
 */
export async function browse(start: URL, user: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  let body: URLSearchParams | undefined
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = body === undefined ? { method: 'GET' } : { method: 'POST', body }
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const page = await response.text()
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      body = undefined
      if (url.href.startsWith(REDIRECT_URL)) return url
    } else if (response.status === 200) {
      const button = buttonOf(page, user)
      url = new URL(button.action, url)
      body = button.body
    } else {
      throw new Error(`the sign-in ended with ${response.status}: ${page}`)
    }
  }
  throw new Error('the sign-in goes in circles')
}

/** A client's OAuth memory, and the person who signs in when it asks. */
export class Person implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URL
  readonly clientMetadata = {
    client_name: 'test client',
    redirect_uris: [REDIRECT_URL],
    application_type: 'native' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  readonly user: string
  /** Where the client sent the person; empty when it never asked. */
  readonly asked: URL[] = []
  client: StoredOAuthClientInformation | undefined
  saved: StoredOAuthTokens | undefined
  #state = ''
  #verifier = ''

  constructor(user: string) {
    this.user = user
  }

  state() {
    this.#state = randomUUID()
    return this.#state
  }
  clientInformation() {
    return this.client
  }
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client
  }
  tokens() {
    return this.saved
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
  redirectToAuthorization(url: URL) {
    this.asked.push(url)
  }

  /** Signs in where the client last asked; the parameters of the call back. */
  async signIn(): Promise<URLSearchParams> {
    const url = this.asked.at(-1)
    if (url === undefined) throw new Error('the client did not ask')
    const { searchParams } = await browse(url, this.user)
    if (searchParams.get('state') !== this.#state) throw new Error('another state came back')
    return searchParams
  }
}
