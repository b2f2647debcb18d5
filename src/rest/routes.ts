import type { H3Event } from 'h3'
import { type Authenticator, hasScopes } from '../auth/authenticator.ts'
import type { Challenges } from '../auth/challenge.ts'
import { readJson } from '../http/body.ts'
import { clientAddress } from '../http/client-address.ts'
import { anyOrigin } from '../http/cors.ts'
import type { LimitHeaders, RateLimits } from '../http/rate-limit.ts'
import { type Reply, successReply } from '../http/reply.ts'
import type { Handler, Route } from '../http/route.ts'
import { coerceParameters } from '../kit/coerce.ts'
import { API_PREFIX, IDEMPOTENCY_KEY_MAX } from '../kit/contract.ts'
import { AppError, apiDisabled } from '../kit/errors.ts'
import { codePointLength } from '../kit/text.ts'
import type { Caller, Operation, Services, Tool } from '../kit/tool.ts'
import { decodeSegment, parseQuery } from './query.ts'

const PUBLIC_CACHE = 'public, max-age=60, stale-while-revalidate=300'

export interface RestOptions {
  readonly tools: readonly Tool[]
  readonly services: Services
  readonly authenticate: Authenticator
  readonly challenges: Challenges
  readonly requiredScopes: readonly string[]
  readonly limits: RateLimits
  readonly trustedProxies: number
  /** The kill switch (§7): false answers 503 everywhere. */
  readonly enabled: boolean
}

interface Admission {
  readonly caller: Caller | undefined
  readonly limitHeaders: LimitHeaders
}

/** D11: IP rate limit → 401/403 → user rate limit. Signed-in requests count for their user only. */
function createGate({ authenticate, challenges, requiredScopes, limits, trustedProxies }: RestOptions) {
  return async (event: H3Event, tool: Tool): Promise<Admission> => {
    const credentials = { method: event.req.method, headers: event.req.headers, search: event.url.search }
    const identified = await authenticate(credentials).then(
      (caller) => ({ caller, refusal: undefined }),
      (refusal: unknown) => ({ caller: undefined, refusal }),
    )
    const { caller, refusal } = identified
    if (caller === undefined) {
      // Credentials that prove nothing count as none, so that guessing is limited too.
      const limitHeaders = await limits.anonymous(clientAddress(event, trustedProxies))
      if (tool.auth === 'public') return { caller, limitHeaders } // D26: a bad token is ignored here.
      throw refusal ?? challenges.missing()
    }
    if (tool.auth === 'bearer' && !hasScopes(caller, requiredScopes)) throw challenges.insufficientScope()
    return { caller, limitHeaders: await limits.user(caller.userId, !tool.annotations.readOnlyHint) }
  }
}

/** The input of one operation: path parameters and query, or the JSON body; what an alias fixes wins. */
function createReader({ inputSchema }: Tool, { method, path, fixed }: Operation) {
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const queryNames = new Set(
    Object.keys(inputSchema.properties).filter((name) => !pathNames.includes(name) && !(name in fixed)),
  )
  if (method === 'POST') {
    return async (event: H3Event): Promise<unknown> => {
      const body = await readJson(event)
      const key = event.req.headers.get('idempotency-key')
      if (key !== null && codePointLength(Buffer.from(key, 'latin1').toString()) > IDEMPOTENCY_KEY_MAX) {
        throw new AppError(
          'invalid_argument',
          `Idempotency-Key must be text of at most ${IDEMPOTENCY_KEY_MAX} characters.`,
        )
      }
      return body
    }
  }
  return (event: H3Event): unknown => {
    const parameters = parseQuery(event.url.search, queryNames)
    for (const name of pathNames) parameters.set(name, decodeSegment(event.context.params?.[name] ?? ''))
    return { ...coerceParameters(inputSchema, parameters), ...fixed }
  }
}

/** The answer of a public operation is the same for all, but the limit fields of a signed-in caller are not. */
function cacheControlOf({ auth }: Tool, caller: Caller | undefined): string {
  if (auth === 'bearer') return 'no-store'
  return caller === undefined ? PUBLIC_CACHE : 'private, max-age=60'
}

function createHandler(tool: Tool, operation: Operation, options: RestOptions): Handler {
  const admit = createGate(options)
  const readInput = createReader(tool, operation)
  return async (event): Promise<Reply> => {
    if (!options.enabled) throw apiDisabled()
    const { caller, limitHeaders } = await admit(event, tool)
    const { data } = await tool.run(await readInput(event), { ...options.services, caller })
    return successReply(operation.status, data, {
      'cache-control': cacheControlOf(tool, caller),
      ...limitHeaders,
    })
  }
}

/** `/assets/{resource}/{id}` → `/api/v1/assets/:resource/:id` */
function toPattern(path: string): string {
  return `${API_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** The operations of section 4, from the tool definitions; GET and POST of one path share a route. */
export function restRoutes(options: RestOptions): Route[] {
  const routes = new Map<string, Route>()
  for (const tool of options.tools) {
    if (!tool.surfaces.includes('rest')) continue
    for (const operation of tool.operations) {
      const path = toPattern(operation.path)
      const handler = createHandler(tool, operation, options)
      const method = operation.method === 'GET' ? { get: handler } : { post: handler }
      routes.set(path, { path, cors: anyOrigin, ...routes.get(path), ...method })
    }
  }
  return [...routes.values()]
}
