import { expect } from 'vitest'
import type { ErrorCode } from '../../../src/core/errors.ts'
import { type Algorithm, startIssuer } from '../../helpers/issuer.ts'
import { type Answer, startTestServer } from '../../helpers/server.ts'
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
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

type Surface = 'rest' | 'mcp'

/** What an answer must be: status, error code and challenge, each exactly. */
export interface Verdict {
  readonly status: number
  /** Of the envelope, or of JSON-RPC. */
  readonly code?: ErrorCode | number
  /** The surface whose metadata the challenge names, where there is a challenge. */
  readonly challenge?: Surface
  /** The challenge's `error_description`; without one it has no `error` either. */
  readonly description?: string
}

/** One attack (or honest use), and what becomes of it. */
export type Row = readonly [attack: string, verdict: Verdict, send: (world: World) => Promise<Answer>]

export const attempt = (...row: Row): Row => row

export const ok: Verdict = { status: 200 }
export const created: Verdict = { status: 201 }
export const wrongOrigin: Verdict = { status: 403, code: 'origin_not_allowed' }

const refused =
  (status: number, code: ErrorCode) =>
  (description: string, challenge: Surface = 'rest'): Verdict => ({ status, code, challenge, description })

/** A 401 that says nothing of an error: no usable credentials came. */
export const noCredentials = (challenge: Surface = 'rest'): Verdict => ({
  status: 401,
  code: 'unauthorized',
  challenge,
})
export const badToken = refused(401, 'invalid_token')
export const twoCredentials = refused(400, 'invalid_request')

const METADATA: Readonly<Record<Surface, string>> = {
  rest: '/.well-known/oauth-protected-resource',
  mcp: '/.well-known/oauth-protected-resource/mcp',
}

function challengeOf({ code, challenge, description }: Verdict, baseUrl: string): string | null {
  if (challenge === undefined) return null
  const error = description === undefined ? '' : `error="${code ?? ''}", error_description="${description}", `
  return `Bearer ${error}resource_metadata="${baseUrl}${METADATA[challenge]}"`
}

/** Compares the whole verdict at once, so that a failure shows all of it. */
export function expectVerdict({ status, headers, json }: Answer, verdict: Verdict, baseUrl: string): void {
  const { code } = verdict
  expect({
    status,
    code: json?.error?.code,
    challenge: headers.get('www-authenticate'),
    failedTool: json?.result?.isError ?? false,
  }).toEqual({
    status: verdict.status,
    code,
    challenge: challengeOf(verdict, baseUrl),
    failedTool: false,
  })
  if (typeof code !== 'string') return
  const { retryAfter, ...error } = json.error
  expect({ ...json, error }).toEqual({ success: false, error: { code, message: expect.any(String) } })
  expect(headers.get('retry-after')).toBe(retryAfter === undefined ? null : String(retryAfter))
  expect(headers.get('cache-control')).toBe('no-store')
}
