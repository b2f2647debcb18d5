import type { Logger } from '../core/log.ts'
import type { Sessions } from './authenticator.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import { createSessionReader, type SessionOptions } from './session.ts'

export interface ProviderSessionOptions {
  /** What a session must contain; `undefined` turns sessions off. */
  readonly session:
    | (Omit<SessionOptions, 'provider' | 'now'> & { readonly issuer: string | undefined })
    | undefined
  readonly allowedOrigins: readonly string[]
}

/**
 * Sessions of the identity provider, with an issuer of their own if one is set. They are off unless
 * configured (D30).
 */
export function createSessions(
  { session, allowedOrigins }: ProviderSessionOptions,
  own: IdentityProvider,
  log: Logger,
  now: () => number,
): Sessions | undefined {
  if (session === undefined) return undefined
  const { issuer, ...options } = session
  const provider = issuer === undefined ? own : createIdentityProvider(issuer, { log })
  return { read: createSessionReader({ ...options, provider, now }), allowedOrigins: new Set(allowedOrigins) }
}
