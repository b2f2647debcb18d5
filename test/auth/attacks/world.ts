import type { Clock } from '../../helpers/clock.ts'
import { type Algorithm, startIssuer, type TestIssuer } from '../../helpers/issuer.ts'
import { type Answer, startTestServer, type TestServer } from '../../helpers/server.ts'
import { session, WEB_APP } from '../../helpers/session.ts'
import { rawRequest } from '../../helpers/wire.ts'

export type Members = Readonly<Record<string, unknown>>
type Strings = Readonly<Record<string, string>>

/** One server with cookie sessions, the provider it trusts, and one that it must not trust. */
export interface World {
  readonly server: TestServer
  readonly issuer: TestIssuer
  readonly attacker: TestIssuer
  /** An access token for the REST surface, wrong only where the overrides say so. */
  token(claims?: Members, header?: Members, alg?: Algorithm): Promise<string>
  /** A browser session of the web application, as a `Cookie` header. */
  session(claims?: Members, header?: Members): Promise<string>
  /** A protected read. */
  me(headers: Strings, path?: string): Promise<Answer>
  /** A protected write. */
  create(headers: Strings): Promise<Answer>
  /** A request of these header lines. */
  raw(headerLines: readonly string[], requestLine?: string, body?: string): Promise<Answer>
  /** Runs `action` that much later. */
  after<Value>(seconds: number, action: () => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

export const bearer = (token: string): Strings => ({ authorization: `Bearer ${token}` })

export async function startWorld(clock: Clock, env: Strings = {}): Promise<World> {
  const attacker = await startIssuer()
  const issuer = await startIssuer({ algorithms: ['ES256', 'RS256', 'EdDSA'] })
  const server = await startTestServer({
    issuer,
    env: {
      SESSION_COOKIE_NAME: '__session',
      SESSION_AUTHORIZED_PARTIES: WEB_APP,
      ALLOWED_ORIGINS: WEB_APP,
      ...env,
    },
  })
  const { baseUrl } = server
  return {
    server,
    issuer,
    attacker,
    token: (claims, header, alg) => issuer.mint(baseUrl, claims, header, alg),
    session: async (claims, header) => `__session=${await session(issuer, claims, header)}`,
    me: (headers, path = '/auth/me') => server.rest(path, { headers }),
    create: (headers) => server.rest('/projects', { method: 'POST', headers, body: { name: 'Nine patch' } }),
    raw: (headerLines, requestLine = 'GET /api/v1/auth/me', body = '') =>
      rawRequest(server.port, [`${requestLine} HTTP/1.1`, ...headerLines], body),
    async after(seconds, action) {
      clock.pass(seconds)
      try {
        return await action()
      } finally {
        clock.setBack(seconds)
      }
    },
    async close() {
      await server.close()
      await issuer.close()
      await attacker.close()
    },
  }
}
