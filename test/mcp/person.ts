import { randomUUID } from 'node:crypto'
import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { signInAsBrowser } from '../helpers/headless-browser.ts'

const REDIRECT_URL = 'http://127.0.0.1:33418/callback'

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
  clientInformation = () => this.client
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client
  }
  tokens = () => this.saved
  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
  redirectToAuthorization = (url: URL) => void this.asked.push(url)

  /** Signs in where the client last asked; the parameters of the call back. */
  async signIn(): Promise<URLSearchParams> {
    const url = this.asked.at(-1)
    if (url === undefined) throw new Error('the client did not ask')
    const { searchParams } = await signInAsBrowser(url, this.user, REDIRECT_URL)
    if (searchParams.get('state') !== this.#state) throw new Error('another state came back')
    return searchParams
  }
}
