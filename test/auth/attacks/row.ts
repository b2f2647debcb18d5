import { expect } from 'vitest'
import type { ErrorCode } from '../../../src/core/errors.ts'
import type { Answer } from '../../helpers/server.ts'
import type { World } from './world.ts'

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
