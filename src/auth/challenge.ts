import { AppError, type ErrorCode } from '../core/errors.ts'

/** The scopes that a token needs, for reading what is private and for creating (D42). Often they are the same. */
export interface Scopes {
  readonly read: readonly string[]
  readonly create: readonly string[]
}

/** The scopes of a token that may do everything. */
export const everyScope = ({ read, create }: Scopes) => [...new Set([...read, ...create])]

/** What a request is about. A create asks for its scopes, and keeps those for reading (step-up, D42). */
interface About {
  readonly creates: boolean
}

const SIGN_IN = 'Sign in to use this operation.'
const SIGN_IN_HINT = 'Sign in: follow resource_metadata in WWW-Authenticate to the authorization server.'

export type Challenges = ReturnType<typeof createChallenges>

/**
 * The 401s, the 403 and the 400 of one surface. Each points at the metadata of that surface (§5.7, D27, D28).
 *
 * @param metadataUrl absolute URL of the protected-resource metadata, from configuration.
 * @param scopes what a token needs; named in every challenge when set.
 */
export function createChallenges(metadataUrl: string, scopes: Scopes) {
  /** @param error goes into the header, so it is constant or configured: nothing of the request is repeated. */
  function challenge(
    code: ErrorCode,
    message: string,
    { creates }: About = { creates: false },
    error: Readonly<Record<string, string>> = {},
  ) {
    const scope = (creates ? everyScope(scopes) : scopes.read).join(' ')
    const parameters = { ...error, ...(scope === '' ? {} : { scope }), resource_metadata: metadataUrl }
    const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
    const headers = { 'www-authenticate': `Bearer ${listed.join(', ')}` }
    return new AppError(code, message, { hint: SIGN_IN_HINT, headers })
  }
  const bad = (
    error: 'invalid_token' | 'invalid_request' | 'insufficient_scope',
    description: string,
    about?: About,
  ) => challenge(error, `${description}.`, about, { error, error_description: description })

  return {
    /** No usable credentials came: a challenge without `error=`. */
    missing: (about?: About, message = SIGN_IN) => challenge('unauthorized', message, about),
    /** The same for clients that get it in a tool result. They look for `error` and its description (D33). */
    missingInResult: (about: About) =>
      challenge('unauthorized', SIGN_IN, about, { error: 'invalid_token', error_description: SIGN_IN }),
    invalidToken: (description: string) => bad('invalid_token', description),
    invalidRequest: (description: string) => bad('invalid_request', description),
    insufficientScope: (about: About) =>
      bad('insufficient_scope', 'The access token lacks a required scope', about),
  }
}
