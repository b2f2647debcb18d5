import { fileURLToPath } from 'node:url'
import type { H3 } from 'h3'
import { sql } from 'kysely'
import { tools } from '../tools/index.ts'
import { createStore, openDatabases } from './accounts/databases.ts'
import { createAdmission } from './auth/admission.ts'
import { createAuthenticator } from './auth/authenticator.ts'
import { createChallenges } from './auth/challenge.ts'
import { createIdentityProvider, type IdentityProvider } from './auth/identity-provider.ts'
import { createIntrospectionVerifier } from './auth/introspection.ts'
import { createJwtVerifier, type TokenVerifier } from './auth/jwt.ts'
import { createPageAccess } from './auth/page-access.ts'
import { createSessions } from './auth/provider-sessions.ts'
import type { Config } from './config.ts'
import { oauthRoutes } from './discovery/well-known.ts'
import { publishedDocuments } from './documents.ts'
import { hostCheck, originCheck } from './http/allowed.ts'
import { createHttpApp } from './http/app.ts'
import { documentRoute } from './http/document.ts'
import { healthRoutes } from './http/health.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { type Answers, createAnswers } from './kit/answers.ts'
import { createCursors } from './kit/cursor.ts'
import { DISCOVERY_LINKS, LIVE_DOCUMENTS } from './kit/documents.ts'
import { createLinks } from './kit/links.ts'
import type { Logger } from './kit/log.ts'
import { checkTools } from './kit/registry.ts'
import type { Services } from './kit/tool.ts'
import { openLimits } from './limits/index.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import { instructionsFor } from './mcp/instructions.ts'
import { createLane } from './mcp/lane.ts'
import { createOffered, type Offered } from './mcp/offered.ts'
import { createSdkServing } from './mcp/sdk.ts'
import { createMcpServerFactory, type McpServerFactory } from './mcp/server.ts'
import { createMcpService, type McpService } from './mcp/service.ts'
import { restRoutes } from './rest/routes.ts'
import { seed } from './seed/seed.ts'
import { VERSION } from './version.ts'
import { webRoutes } from './web/routes.ts'
import { skillsOf } from './workflows/skills.ts'
import { workflowsOf } from './workflows/workflows.ts'

const DATA_DIRECTORY = fileURLToPath(new URL('../data/', import.meta.url))

export interface CoreOptions {
  readonly log: Logger
  /** Where the data files are; the shipped ones when left out. */
  readonly dataDirectory?: string
}

/** Everything below the surfaces: the store, its services, and the tools over MCP. */
export interface Core {
  readonly services: Services
  /** They sign cursors and seal cookies, newest first. */
  readonly secrets: readonly [string, ...string[]]
  readonly answers: Answers
  readonly offered: Offered
  readonly mcp: McpService
  readonly createServer: McpServerFactory
  /** What keeps each part from working, for operators; `undefined` when it works. */
  problems(): Promise<{ readonly accounts: string | undefined; readonly catalog: string | undefined }>
  close(): Promise<void>
}

export async function createCore(
  config: Config,
  { log, dataDirectory = DATA_DIRECTORY }: CoreOptions,
): Promise<Core> {
  checkTools(tools)
  const databases = await openDatabases(config.storage, {
    onProblem: (problem, cause) => {
      const { accounts } = config.storage
      const place = accounts.kind === 'sqlite' ? { path: accounts.path } : {}
      if (problem === undefined) log.info({}, 'accounts available again')
      else log.error({ problem, ...place, err: cause }, 'accounts unavailable')
    },
  })
  const closing = new AbortController()
  await seed(databases, { directory: dataDirectory, demo: config.seedDemo, log, signal: closing.signal })
  const [newest = await databases.accounts.cursorSecret(), ...older] = config.cursorSecrets
  const secrets = [newest, ...older] as const
  const services: Services = {
    store: createStore(databases),
    links: createLinks(config.webAppUrl),
    cursors: createCursors(secrets),
  }
  const offered = await createOffered(tools, skillsOf(workflowsOf(tools), config.baseUrl))
  const answers = createAnswers(services)
  const { scopes } = config.oauth
  const mcp = createMcpService({
    offered,
    answers,
    instructions: await instructionsFor(services.store.fabrics),
    version: VERSION,
    websiteUrl: config.baseUrl,
    scopes,
    log,
  })
  return {
    services,
    secrets,
    answers,
    offered,
    mcp,
    createServer: createMcpServerFactory({ service: mcp, offered, services, scopes, log }),
    async problems() {
      const catalog = await sql`select 1 from fabrics limit 1`.execute(databases.catalog).then(
        ({ rows }) => (rows.length > 0 ? undefined : 'The catalog is empty.'),
        () => 'The catalog cannot be read.',
      )
      return { accounts: databases.accounts.problem(), catalog }
    },
    async close() {
      closing.abort()
      await databases.close()
    },
  }
}

function createVerifier({ oauth }: Config, provider: IdentityProvider, now: () => number): TokenVerifier {
  const { audiences, profile, clientId = '', clientSecret = '' } = oauth
  return profile === 'introspection'
    ? createIntrospectionVerifier({ provider, audiences, clientId, clientSecret, now })
    : createJwtVerifier({ provider, audiences, profile, now })
}

export interface App {
  readonly http: H3
  /** Call it when the server stops: answers close their connections, held streams end. */
  drain(): void
  /** Rejects when the identity provider does not answer. Nothing waits for it (D29). */
  askIdentityProvider(): Promise<unknown>
  close(): Promise<void>
}

/** The composition root: the only place that knows every part. */
export async function createApp(
  config: Config,
  options: CoreOptions & { readonly now?: () => number },
): Promise<App> {
  const { log, now = Date.now } = options
  const core = await createCore(config, options)
  const limitStore = await openLimits(config.limitPlace, log)
  const { baseUrl, oauth, enabled, trustedProxies } = config
  const provider = createIdentityProvider(oauth.issuer, { log })
  const verifier = createVerifier(config, provider, now)
  const gate = {
    enabled,
    requiredScopes: oauth.scopes,
    limits: createRateLimits(config.rateLimits, limitStore.createCounter),
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
    lane: createLane(core.mcp),
    fallback: sdk,
    offered: core.offered,
    challenges: mcpChallenges,
    admission: createAdmission({
      ...gate,
      challenges: mcpChallenges,
      authenticate: createAuthenticator({ challenges: mcpChallenges, verifier }),
    }),
    trustedProxies,
    challengeForm: config.mcp.challenge,
    mode: config.mcp.mode,
    isHostAllowed: hostCheck(config),
    isOriginAllowed: originCheck(config),
  })
  const rest = restRoutes({
    tools,
    answers: core.answers,
    admission: createAdmission({
      ...gate,
      challenges: restChallenges,
      authenticate: createAuthenticator({
        challenges: restChallenges,
        verifier,
        sessions,
      }),
    }),
    trustedProxies,
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
      now,
    })
  const routes = [
    ...rest,
    mcp,
    ...publishedDocuments({
      tools,
      baseUrl,
      webAppUrl: config.webAppUrl,
      version: VERSION,
      scopes: oauth.scopes,
      sessionCookie: config.session?.cookieName,
      now: now(),
    }).map(documentRoute),
    ...oauthRoutes({ baseUrl, scopes: oauth.scopes, provider }),
    ...webRoutes({
      tools,
      answers: core.answers,
      fabrics: core.services.store.fabrics,
      baseUrl,
      links: DISCOVERY_LINKS,
      pages: config.webAppUrl === baseUrl ? pages() : undefined,
      trustedProxies,
      log,
    }),
    ...healthRoutes({
      isDraining: () => draining,
      problems: core.problems,
    }),
  ]

  return {
    http: createHttpApp(routes, { log, isDraining: () => draining }),
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
