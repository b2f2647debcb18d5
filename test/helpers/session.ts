import type { TestIssuer } from './issuer.ts'
import type { TestServer } from './server.ts'

type Members = Readonly<Record<string, unknown>>

/** The web application whose sessions the tests use. */
export const WEB_APP = 'https://app.example'

/** A session token, good for a minute and without an audience, unless the claims say otherwise. */
export const session = (issuer: TestIssuer, claims: Members = {}, header: Members = {}): Promise<string> =>
  issuer.mint(
    '',
    { aud: undefined, client_id: undefined, azp: WEB_APP, sid: 'sess_1', ...claims },
    { typ: 'JWT', ...header },
  )

/** The user that a cookie signs in, or the error code. */
export async function probe(server: TestServer, cookie: string): Promise<string> {
  const { status, json } = await server.rest('/auth/me', { headers: { cookie } })
  return status === 200 ? json.data.userId : json.error.code
}
