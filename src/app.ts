import type { H3 } from 'h3'
import { allTools } from '../tools/index.ts'
import { type Core, type CoreOptions, createCore } from './assembly.ts'
import { createAdmission } from './auth/admission.ts'
import { createAuthenticator } from './auth/authenticator.ts'
import { createChallenges } from './auth/challenge.ts'
import { createIdentityProvider, type IdentityProvider } from './auth/identity-provider.ts'
import { createIntrospectionVerifier } from './auth/introspection.ts'
import { createJwtVerifier, type TokenVerifier } from './auth/jwt.ts'
import type { Freshness } from './auth/last-good.ts'
import { createPageAccess } from './auth/page-access.ts'
import { createSessions } from './auth/provider-sessions.ts'
import { createRecentCallers, type RecentCallers } from './auth/recent-callers.ts'
import type { Config } from './config.ts'
import { DISCOVERY_LINKS, LIVE_DOCUMENTS } from './core/documents.ts'
import { oauthRoutes } from './discovery/well-known.ts'
import { publishedDocuments } from './documents.ts'
import { hostCheck, originCheck } from './http/host-and-origin.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { createHttpApp, documentRoute, healthRoutes } from './http/router.ts'
import { openLimits } from './limits/index.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import { createLane } from './mcp/lane.ts'
import { createSdkServing } from './mcp/sdk.ts'
import {
  createProxyCheck,
  createRequestLog,
  createUserNames,
  type Observer,
} from './operations/request-log.ts'
import { restRoutes } from './rest/routes.ts'
import { VERSION } from './version.ts'
import { webRoutes } from './web/routes.ts'

function createVerifier({ oauth }: Config, provider: IdentityProvider, now: () => number): TokenVerifier {
  const { audiences, profile, clientId = '', clientSecret = '' } = oauth
  return profile === 'introspection'
    ? createIntrospectionVerifier({ provider, audiences, clientId, clientSecret, now })
    : createJwtVerifier({ provider, audiences, profile, now })
}

export interface App extends Pick<Core, 'problems' | 'answerCounts' | 'busySeconds' | 'edition'> {
  readonly http: H3
  /** Whose credentials were good a moment ago. */
  readonly recentCallers: Pick<RecentCallers, 'includes'>
  /** The state of the identity provider's keys. */
  keys(): Freshness
  /** Call it when the server stops. From then on answers close their connections, and held streams end. */
  drain(): void
  /** Rejects when the identity provider does not answer. Nothing waits for it (D29). */
  askIdentityProvider(): Promise<unknown>
  close(): Promise<void>
}

/** The composition root: the only place that knows every part. */
export async function createApp(
  config: Config,
  options: CoreOptions & {
    readonly now?: () => number
    /** Are told of every answer, in addition to the log. */
    readonly observers?: readonly Observer[]
  },
): Promise<App> {
  const { log, now = Date.now, observers = [] } = options
  const core = await createCore(config, options)
  const limitStore = await openLimits(config.limitPlace, log)
  const { baseUrl, oauth, enabled, trustedProxies } = config
  const provider = createIdentityProvider(oauth.issuer, { log })
  const verifier = createVerifier(config, provider, now)
  const recent = createRecentCallers(now)
  const gate = {
    enabled,
    requiredScopes: oauth.scopes,
    limits: createRateLimits(config.rateLimits, limitStore.createCounter),
    recent,
  }
  let draining = false

  const sessions = createSessions(config, provider, log, now)
  const restChallenges = createChallenges(`${baseUrl}${LIVE_DOCUMENTS.restResource.path}`, oauth.scopes)
  const mcpChallenges = createChallenges(`${baseUrl}${LIVE_DOCUMENTS.mcpResource.path}`, oauth.scopes)
  // The SDK's messages quote the request, which is not ours to log.
  const sdk = createSdkServing(core.createServer, ({ name }) =>
    log.warn({ error: name }, 'mcp request refused'),
  )
  const mcp = createMcpEndpoint({
    lane: createLane(core.registry, core.call),
    fallback: sdk,
    registry: core.registry,
    challenges: mcpChallenges,
    admission: createAdmission({
      ...gate,
      challenges: mcpChallenges,
      authenticate: createAuthenticator({ challenges: mcpChallenges, verifier }),
    }),
    challengeForm: config.mcp.challenge,
    mode: config.mcp.mode,
    isHostAllowed: hostCheck(config),
    isOriginAllowed: originCheck(config),
  })
  const rest = restRoutes({
    tools: allTools,
    runner: core.runner,
    admission: createAdmission({
      ...gate,
      challenges: restChallenges,
      authenticate: createAuthenticator({
        challenges: restChallenges,
        verifier,
        sessions,
      }),
    }),
  })
  const pages = () =>
    createPageAccess({
      gate,
      challenges: restChallenges,
      verifier,
      provider,
      sessions,
      secrets: core.secrets,
      baseUrl,
      scopes: oauth.scopes,
      client: config.webClient,
      allowedOrigins: config.allowedOrigins,
      log,
      now,
    })
  const web = webRoutes({
    tools: allTools,
    runner: core.runner,
    fabrics: core.services.store.fabrics,
    projects: core.services.store.projects,
    baseUrl,
    links: DISCOVERY_LINKS,
    pages: config.webAppUrl === baseUrl ? pages() : undefined,
  })
  const routes = [
    ...rest,
    mcp,
    ...publishedDocuments({
      tools: allTools,
      baseUrl,
      webAppUrl: config.webAppUrl,
      version: VERSION,
      scopes: oauth.scopes,
      sessionCookie: config.session?.cookieName,
      now: now(),
    }).map(documentRoute),
    ...oauthRoutes({ baseUrl, scopes: oauth.scopes, provider }),
    ...web.routes,
    ...healthRoutes({
      isDraining: () => draining,
      problems: core.problems,
      keys: provider.freshness,
    }),
  ]

  const userName = createUserNames(core.secrets[0], config.logUsers)
  const proxyCheck = trustedProxies === 0 ? [createProxyCheck(log)] : []
  const watching = [createRequestLog(log, userName), ...proxyCheck, ...observers]
  const observe: Observer = (answered) => {
    for (const observer of watching) observer(answered)
  }

  return {
    http: createHttpApp(routes, {
      log,
      isDraining: () => draining,
      trustedProxies,
      countOther: ({ address }) => gate.limits.anonymous(address, 'other'),
      observe,
      failurePage: web.failurePage,
    }),
    recentCallers: recent,
    problems: core.problems,
    keys: provider.freshness,
    answerCounts: core.answerCounts,
    busySeconds: core.busySeconds,
    edition: core.edition,
    drain() {
      draining = true
      void sdk.close()
    },
    askIdentityProvider: () => provider.metadata(),
    async close() {
      await limitStore.close()
      await core.close()
    },
  }
}
