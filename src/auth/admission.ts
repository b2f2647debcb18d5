import { apiDisabled } from '../core/errors.ts'
import type { Caller } from '../core/tool.ts'
import type { LimitHeaders, RateLimits } from '../http/rate-limit.ts'
import { type Authenticator, type Credentials, hasScopes } from './authenticator.ts'
import type { Challenges } from './challenge.ts'
import { credentialsIn, type RecentCallers } from './recent-callers.ts'

/** The parts of an HTTP request that decide whether it is admitted. */
export interface Visit extends Credentials {
  /** The address that it comes from, for the limits of anonymous callers. */
  readonly address: string
  /** Is set to the caller's id, for the log. */
  userId?: string
}

/** What a request wants to do. */
export interface Demand {
  readonly auth: 'public' | 'bearer'
  /** Creates also have a stricter limit. */
  readonly creates: boolean
}

export interface Admitted {
  readonly caller: Caller | undefined
  readonly limitHeaders: LimitHeaders
}

/** The gate of one surface. Every method throws the `AppError` that refuses the request. */
export interface Admission {
  /** The kill switch alone, for a surface that looks at more before it asks who calls. */
  checkEnabled(): void
  /**
   * The kill switch, then who calls. Bad credentials throw; with `forgiving` they count as none (D26). A
   * guessed token counts as an anonymous call.
   */
  identify(visit: Visit, options: { readonly forgiving: boolean }): Promise<Caller | undefined>
  /** Counts a message that an anonymous client sends before its first call (D36). */
  countMessage(visit: Visit): Promise<LimitHeaders>
  /** Scopes, then the limit of the user or of the address. `caller` is the result of `identify`. */
  admit(caller: Caller | undefined, visit: Visit, demand: Demand): Promise<LimitHeaders>
  /** Both steps in one, for a request whose needs are known from the start. */
  enter(visit: Visit, demand: Demand): Promise<Admitted>
  /** The same for a picture on one of the caller's own pages. Pictures have a wider limit (D36). */
  enterPicture(visit: Visit): Promise<Caller>
  /** The kill switch, and one counted call, for a step before anybody is signed in. */
  enterStep(visit: Visit): Promise<LimitHeaders>
}

export interface AdmissionOptions {
  /** The kill switch (§7): false refuses everything. */
  readonly enabled: boolean
  readonly authenticate: Authenticator
  readonly challenges: Challenges
  /** The scopes that a token needs for protected operations. */
  readonly requiredScopes: readonly string[]
  readonly limits: RateLimits
  /** Knows whose credentials were good a moment ago. */
  readonly recent: RecentCallers
}

/**
 * The order of checks that REST and MCP share (D11): kill switch, limit of the address, credentials, scopes,
 * limit of the user. A signed-in request counts for its user only.
 *
 * Checking credentials that were not good a moment ago first counts as a call of the address. The call is given
 * back if they are good. So nobody can cause more checks than their address has calls, however many tokens they
 * guess, one after another or at once (D36).
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { enabled, authenticate, challenges, requiredScopes, limits, recent } = options

  function checkEnabled(): void {
    if (!enabled) throw apiDisabled()
  }

  async function identified(visit: Visit, forgiving: boolean): Promise<Caller | undefined> {
    checkEnabled()
    const claim = authenticate(visit)
    if (claim === undefined) return undefined
    const isKnown = recent.includes(credentialsIn(visit.headers))
    // A public operation does not wait for the provider to say who calls.
    if (forgiving && !isKnown && claim.asks()) return undefined
    if (!isKnown) await limits.anonymous(visit.address, 'call')
    try {
      const caller = await claim.check()
      if (!isKnown) await limits.forgive(visit.address)
      return caller
    } catch (refusal) {
      if (isKnown && !forgiving) await limits.anonymous(visit.address, 'call')
      if (!forgiving) throw refusal
      // It counts as a call of nobody soon enough.
      if (!isKnown) await limits.forgive(visit.address)
      return undefined
    }
  }

  const admission: Admission = {
    checkEnabled,

    async identify(visit, { forgiving }) {
      const caller = await identified(visit, forgiving)
      if (caller === undefined) return undefined
      visit.userId = caller.userId
      recent.note(visit.headers)
      return caller
    },

    countMessage: (visit) => limits.anonymous(visit.address, 'message'),

    async admit(caller, visit, { auth, creates }) {
      if (caller === undefined) {
        const limitHeaders = await limits.anonymous(visit.address, 'call')
        if (auth === 'bearer') throw challenges.missing()
        return limitHeaders
      }
      if (auth === 'bearer' && !hasScopes(caller, requiredScopes)) throw challenges.insufficientScope()
      return limits.user(caller.userId, creates)
    },

    async enter(visit, demand) {
      const caller = await admission.identify(visit, { forgiving: demand.auth === 'public' })
      return { caller, limitHeaders: await admission.admit(caller, visit, demand) }
    },

    async enterPicture(visit) {
      const caller = await admission.identify(visit, { forgiving: true })
      if (caller === undefined) throw challenges.missing()
      if (!hasScopes(caller, requiredScopes)) throw challenges.insufficientScope()
      await limits.picture(caller.userId)
      return caller
    },

    async enterStep(visit) {
      checkEnabled()
      return limits.anonymous(visit.address, 'call')
    },
  }
  return admission
}
