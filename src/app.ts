import { allTools } from '../tools/index.ts'
import { type AssemblyOptions, assemble } from './assembly.ts'
import { createAuth } from './auth/index.ts'
import type { Config } from './config/config.ts'
import type { Observer } from './core/request.ts'
import { DISCOVERY_LINKS, documentRoutes, llmsText, resourceMetadata } from './documents/index.ts'
import { healthRoutes } from './http/health.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { openLimitStore } from './http/rate-limit-store.ts'
import { createHttpApp } from './http/router.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import { createLane } from './mcp/lane.ts'
import { createSdkServing } from './mcp/sdk.ts'
import { createRequestLog } from './operations/request-log.ts'
import { restRoutes } from './rest/routes.ts'
import { webRoutes } from './web/pages.ts'

/** The composition root of the HTTP application. `cli/serve.ts` starts what runs beside it. */
export async function createApp(
  config: Config,
  options: AssemblyOptions & {
    observers?: readonly Observer[]
  },
) {
  const { log, observers = [] } = options
  const assembly = await assemble(config, options)
  const limitStore = await openLimitStore(config.limitPlace, log)
  const { baseUrl, host, allowedOrigins, oauth, trustedProxies } = config
  const hasPages = config.webAppUrl === baseUrl
  const isHttps = baseUrl.startsWith('https:')
  if (isHttps && trustedProxies === 0) {
    log.warn(
      {},
      'BASE_URL is https, but TRUST_PROXY is 0: all anonymous callers share the limit of the proxy',
    )
  }
  const stopping = new AbortController()
  const limits = createRateLimits(config.rateLimits, limitStore.createCounter)
  const auth = createAuth(config, {
    limits,
    secrets: assembly.secrets,
    metadataUrls: resourceMetadata(baseUrl),
    log,
    stopping: stopping.signal,
  })
  const { provider } = auth
  let draining = false

  // Only the name: the SDK's messages quote the request.
  const sdk = createSdkServing(assembly.createServer, ({ name }) =>
    log.warn({ error: name }, 'mcp request refused'),
  )
  const mcp = createMcpEndpoint({
    lane: createLane(assembly.call),
    fallback: sdk,
    registries: assembly.registries,
    gate: auth.mcp,
    challengeForm: config.mcp.challenge,
    mode: config.mcp.mode,
    baseUrl,
    host,
    allowedOrigins,
  })
  const rest = restRoutes({ tools: allTools, runner: assembly.runner, gate: auth.rest })
  const web = webRoutes({
    runner: assembly.runner,
    fabrics: assembly.store.fabrics,
    projects: assembly.store.projects,
    baseUrl,
    links: DISCOVERY_LINKS,
    markdown: llmsText(allTools, baseUrl),
    operator: config.operator,
    auth: auth.pages,
    hasPages,
  })
  const routes = [
    ...rest,
    mcp,
    ...documentRoutes({
      tools: allTools,
      baseUrl,
      hasPages,
      server: assembly.registries.all,
      scopes: oauth.scopes,
      domainChallenges: config.domainChallenges,
      provider,
    }),
    ...web.routes,
    ...healthRoutes({
      isDraining: () => draining,
      problems: assembly.problems,
      keys: provider.freshness,
    }),
  ]

  return {
    ...assembly,
    http: createHttpApp(routes, {
      log,
      isHttps,
      trustedProxies,
      countOther: ({ address }) => limits.anonymous(address, 'other'),
      observers: [createRequestLog(log, assembly.secrets[0]), ...observers],
      failurePage: web.failurePage,
    }),
    keys: provider.freshness,
    /** For a server that stops: `/readyz` fails from then on, and held streams end. */
    drain() {
      draining = true
      void sdk.close()
    },
    /** Rejects when there is no answer. Nothing waits for it (D29). */
    askIdentityProvider: () => provider.metadata(),
    async close() {
      // A request to the identity provider that hangs would keep the process for ten seconds.
      stopping.abort(new Error('The server stops.'))
      await limitStore.close()
      await assembly.close()
    },
  }
}
