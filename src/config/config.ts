import { dirname } from 'node:path'
import type * as z from 'zod'
import { isLoopbackHost } from '../core/links.ts'
import type { LimitPlace } from '../http/rate-limit-store.ts'
import { environment } from './settings.ts'

/** All problems at once. The command line prints them and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** Everything but development and tests: a misspelt `production` must not sign anyone in (D37). */
const isProduction = (environment = 'development') => !['development', 'test'].includes(environment)

type Environment = z.output<typeof environment>

function storageOf(env: Environment) {
  const { DATABASE_URL: place, DATABASE_POOL: pool, DATABASE_PREPARE: prepare, CATALOG_POLL: poll } = env
  if (place.kind === 'postgres')
    return { accounts: { ...place, pool, prepare }, folder: env.CATALOG_FOLDER, poll }
  // Everything in memory needs no folder.
  return { accounts: place, folder: place.path === ':memory:' ? undefined : dirname(place.path), poll }
}

/** By default, where all instances see the counts. */
function limitPlaceOf(env: Environment): LimitPlace {
  const { DATABASE_URL: database, RATE_LIMIT_STORE: store = database.kind } = env
  if (store.startsWith('redis')) return { kind: 'redis', url: store }
  return store === 'postgres' && database.kind === 'postgres' ? database : { kind: 'memory' }
}

export type Config = ReturnType<typeof loadConfig>

/** Throws `ConfigError`. Commands that serve no HTTP need none of what a server must have. */
export function loadConfig(variables: Variables, { serves = true }: { readonly serves?: boolean } = {}) {
  // An empty variable counts as absent.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { data: env, error } = environment.safeParse(given)
  const faults = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const problems = [...faults, ...(serves ? contradictions(given) : [])]
  if (env === undefined || problems.length > 0) throw new ConfigError(problems)

  const base = env.BASE_URL ?? `http://localhost:${env.PORT}`
  const { OPERATOR_NAME: operatorName, OPERATOR_EMAIL: operatorEmail } = env
  const developmentProvider = env.OAUTH_ISSUER === undefined && !isProduction(env.NODE_ENV)
  return {
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS,
    /** In milliseconds. */
    drainDelay: env.DRAIN_DELAY * 1000,
    baseUrl: base,
    webAppUrl: env.WEB_APP_URL ?? base,
    storage: storageOf(env),
    /** Without a configured issuer (D37). */
    developmentProvider,
    oauth: {
      issuer: env.OAUTH_ISSUER ?? `http://127.0.0.1:${env.PORT + 1}`,
      /** D25: on both surfaces. */
      audiences: [base, `${base}/`, `${base}/mcp`, ...env.OAUTH_AUDIENCES],
      profile: env.OAUTH_TOKEN_PROFILE,
      clientId: env.OAUTH_CLIENT_ID,
      clientSecret: env.OAUTH_CLIENT_SECRET,
      scopes: env.OAUTH_SCOPES,
    },
    session:
      env.SESSION_COOKIE_NAME === undefined
        ? undefined
        : {
            cookieName: env.SESSION_COOKIE_NAME,
            issuer: env.SESSION_ISSUER,
            audience: env.SESSION_AUDIENCE,
            authorizedParties: env.SESSION_AUTHORIZED_PARTIES,
          },
    /** `undefined` to register one. */
    webClient:
      env.WEB_CLIENT_ID === undefined ? undefined : { id: env.WEB_CLIENT_ID, secret: env.WEB_CLIENT_SECRET },
    allowedOrigins: [new URL(base).origin, ...env.ALLOWED_ORIGINS],
    enabled: env.AGENT_API_ENABLED,
    rateLimits: {
      anonymous: env.RATE_LIMIT_ANONYMOUS,
      pools: env.RATE_LIMIT_POOLS,
      user: env.RATE_LIMIT_USER,
      create: env.RATE_LIMIT_CREATE,
    },
    limitPlace: limitPlaceOf(env),
    trustedProxies: env.TRUST_PROXY,
    mcp: { challenge: env.MCP_AUTH_CHALLENGE, mode: env.MCP_AUTH_MODE },
    cursorSecrets: env.CURSOR_SECRETS,
    accountsModule: env.ACCOUNTS_MODULE,
    seedFabrics: env.SEED_FABRICS,
    seedDemo: env.SEED_DEMO ?? (developmentProvider && env.ACCOUNTS_MODULE === undefined),
    localUser: env.SELVAGE_USER,
    logLevel: env.LOG_LEVEL,
    logUsers: env.LOG_USERS,
    /** For stores that ask who owns the domain (D42). */
    domainChallenges: { openai: env.OPENAI_APPS_CHALLENGE, mcpRegistry: env.MCP_REGISTRY_AUTH },
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Who runs this server (D42). */
    operator:
      operatorName === undefined || operatorEmail === undefined
        ? undefined
        : { name: operatorName, email: operatorEmail, termsUrl: env.TERMS_URL },
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  }
}

/** Whether data sent to this URL is encrypted or stays on this machine. */
function isSecure(url: string): boolean {
  const { protocol, hostname = '' } = URL.parse(url) ?? {}
  return protocol !== 'http:' || isLoopbackHost(hostname)
}

/** Whether a secret is made of the password of the shipped examples. In a URL its characters may be encoded. */
function isOfExamples(secret: string): boolean {
  const decoded = secret.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return decoded.toLowerCase().includes('change-me')
}

const NEEDS: ReadonlyArray<readonly [setting: string, needed: string]> = [
  ['OPERATOR_NAME', 'OPERATOR_EMAIL'],
  ['OPERATOR_EMAIL', 'OPERATOR_NAME'],
  ['TERMS_URL', 'OPERATOR_NAME'],
  ['WEB_CLIENT_SECRET', 'WEB_CLIENT_ID'],
]

/**
 * What production lacks (D37), and settings that contradict each other. Reads settings as given, so that other problems
 * do not hide these.
 */
function* contradictions(given: Variables): Generator<string> {
  const { BASE_URL: base, DATABASE_URL: database = '', WORKERS: workers = '1' } = given
  if (isProduction(given['NODE_ENV'])) {
    for (const name of Object.keys(environment.shape))
      if (isOfExamples(given[name] ?? ''))
        yield `${name}: has the password change-me of examples; choose one that nobody knows`
    if (!given['OAUTH_ISSUER'])
      yield 'OAUTH_ISSUER: required in production, because the development sign-in lets anyone in'
    if (!base)
      yield 'BASE_URL: required in production, because every link and token audience is built from it'
    else if (!isSecure(base))
      yield 'BASE_URL: must be https in production, because access tokens are sent to it'
  }
  if (given['OAUTH_TOKEN_PROFILE'] === 'introspection')
    for (const name of ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'])
      if (!given[name]) yield `${name}: required by OAUTH_TOKEN_PROFILE=introspection`
  for (const [setting, needed] of NEEDS)
    if (given[setting] && !given[needed]) yield `${needed}: required by ${setting}`
  if (workers !== '1' && database === 'sqlite::memory:')
    yield 'WORKERS: several processes cannot share a database in memory'
  if (given['RATE_LIMIT_STORE'] === 'postgres' && !database.startsWith('postgres'))
    yield 'RATE_LIMIT_STORE: postgres needs a DATABASE_URL of PostgreSQL'
  const isForOne = given['SESSION_AUDIENCE'] || /[^\s,]/.test(given['SESSION_AUTHORIZED_PARTIES'] ?? '')
  if (given['SESSION_COOKIE_NAME'] && !isForOne)
    yield 'SESSION_AUTHORIZED_PARTIES: required by SESSION_COOKIE_NAME, unless SESSION_AUDIENCE is set; otherwise every session of the issuer would be accepted'
}
