import { type Algorithm, startIssuer } from '../../helpers/issuer.ts'
import { startTestServer } from '../../helpers/server.ts'
import { session, WEB_APP } from '../../helpers/session.ts'
import { rawRequest } from '../../helpers/wire.ts'

export type Members = Readonly<Record<string, unknown>>
type Strings = Readonly<Record<string, string>>

export const bearer = (token: string): Strings => ({ authorization: `Bearer ${token}` })

/** One server with cookie sessions, the provider it trusts, and one that it must not trust. */
export async function startWorld(env: Strings = {}) {
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
    /** An access token for the REST surface, wrong only where the overrides say so. */
    token: (claims?: Members, header?: Members, alg?: Algorithm) => issuer.mint(baseUrl, claims, header, alg),
    /** A browser session of the web application, as a `Cookie` header. */
    session: async (claims?: Members, header?: Members) =>
      `__session=${await session(issuer, claims, header)}`,
    /** A protected read. */
    me: (headers: Strings, path = '/auth/me') => server.rest(path, { headers }),
    /** A protected write. */
    create: (headers: Strings) =>
      server.rest('/projects', { method: 'POST', headers, body: { name: 'Nine patch' } }),
    /** A protected read with these header lines. */
    raw: (headerLines: readonly string[]) =>
      rawRequest(server.port, ['GET /api/v1/auth/me HTTP/1.1', ...headerLines]),
    async close(): Promise<void> {
      await server.close()
      await issuer.close()
      await attacker.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>
