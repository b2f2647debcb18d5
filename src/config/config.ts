import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSecureUrl } from '../core/links.ts'
import type { LimitPlace } from '../http/rate-limit-store.ts'
import * as type from './setting-types.ts'

/** The command line or a setting is wrong. The message is for people, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const SHIPPED_FOLDER = fileURLToPath(new URL('../../var', import.meta.url))

export type Config = ReturnType<typeof loadConfig>

type Variables = Record<string, string | undefined>

/**
 * Reads the settings, whose meaning is in docs/settings.md. Throws a `UsageError` that names all problems at once.
 * Commands that serve no HTTP need none of what a server must have.
 */
export function loadConfig(variables: Variables, { servesHttp = true } = {}) {
  const problems: string[] = []
  // Everything but development and tests: a misspelt `production` must not sign anyone in (D37).
  const isProduction = !['development', 'test'].includes(variables['NODE_ENV'] || 'development')

  function read<Value>(name: string, setting: type.SettingType<Value>): Value | undefined
  function read<Value>(name: string, setting: type.SettingType<Value>, absent: string): Value
  function read<Value>(name: string, { mustBe, parse }: type.SettingType<Value>, absent?: string) {
    const text = variables[name] || absent
    const value = text === undefined ? undefined : parse(text)
    if (text !== undefined && value === undefined) problems.push(`${name}: must be ${mustBe}`)
    if (servesHttp && isProduction && variables[name]?.includes('change-me'))
      problems.push(`${name}: has the password change-me of examples; choose one that nobody knows`)
    // After a problem, go on with what always parses, to find the others.
    return value ?? (absent === undefined ? undefined : parse(absent))
  }

  // The development sign-in takes the port after it.
  const port = read('PORT', type.wholeNumber(1, 65_534), '3000')
  const baseUrl = read('BASE_URL', type.baseUrl, `http://localhost:${port}`)
  const issuer = read('OAUTH_ISSUER', type.issuer)
  const developmentProvider = issuer === undefined && !isProduction
  const database = read('DATABASE_URL', type.databaseUrl, `sqlite:${SHIPPED_FOLDER}/selvage.db`)
  const pool = read('DATABASE_POOL', type.wholeNumber(1, 1000), '10')
  const prepare = read('DATABASE_PREPARE', type.flag, 'true')
  const copies = read('CATALOG_FOLDER', type.text, SHIPPED_FOLDER)
  const poll = read('CATALOG_POLL', type.wholeNumber(1, 3600), '15')
  const limitStore = read('RATE_LIMIT_STORE', type.limitStore)
  const limitPlace: LimitPlace = limitStore?.startsWith('redis')
    ? { kind: 'redis', url: limitStore }
    : // By default, where all instances see the counts.
      database.kind === 'postgres' && limitStore !== 'memory'
      ? database
      : { kind: 'memory' }
  const cookieName = read('SESSION_COOKIE_NAME', type.cookieName)
  const session = {
    issuer: read('SESSION_ISSUER', type.issuer),
    audience: read('SESSION_AUDIENCE', type.text),
    authorizedParties: read('SESSION_AUTHORIZED_PARTIES', type.list, ''),
  }
  const webClientId = read('WEB_CLIENT_ID', type.text)
  const webClientSecret = read('WEB_CLIENT_SECRET', type.text)
  const metricsHost = read('METRICS_HOST', type.text, '127.0.0.1')
  const metricsPort = read('METRICS_PORT', type.wholeNumber(1, 65_535))
  const operatorName = read('OPERATOR_NAME', type.text)
  const operatorEmail = read('OPERATOR_EMAIL', type.email)
  const termsUrl = read('TERMS_URL', type.baseUrl)
  const accountsModule = read('ACCOUNTS_MODULE', type.text)

  const config = {
    host: read('HOST', type.text, '127.0.0.1'),
    port,
    workers: read('WORKERS', type.workers, '1'),
    /** In milliseconds. */
    drainDelay: read('DRAIN_DELAY', type.wholeNumber(0, 300), '5') * 1000,
    baseUrl,
    webAppUrl: read('WEB_APP_URL', type.baseUrl, baseUrl),
    storage:
      database.kind === 'postgres'
        ? { accounts: { ...database, pool, prepare }, folder: copies, poll }
        : { accounts: database, folder: dirname(database.path), poll },
    developmentProvider,
    oauth: {
      issuer: issuer ?? `http://127.0.0.1:${port + 1}`,
      /** D25: on both surfaces. */
      audiences: [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`, ...read('OAUTH_AUDIENCES', type.list, '')],
      profile: read('OAUTH_TOKEN_PROFILE', type.choice('rfc9068', 'jwt', 'introspection'), 'rfc9068'),
      clientId: read('OAUTH_CLIENT_ID', type.text),
      clientSecret: read('OAUTH_CLIENT_SECRET', type.text),
      scopes: read('OAUTH_SCOPES', type.scopes, ''),
    },
    session: cookieName ? { cookieName, ...session } : undefined,
    webClient: webClientId ? { id: webClientId, secret: webClientSecret } : undefined,
    allowedOrigins: [new URL(baseUrl).origin, ...read('ALLOWED_ORIGINS', type.origins, '')],
    enabled: read('AGENT_API_ENABLED', type.flag, 'true'),
    rateLimits: {
      anonymous: read('RATE_LIMIT_ANONYMOUS', type.rateLimit, '60/60'),
      pools: read('RATE_LIMIT_POOLS', type.rateLimitPools, '160.79.104.0/21,2607:6bc0::/48=6000/60'),
      user: read('RATE_LIMIT_USER', type.rateLimit, '120/60'),
      create: read('RATE_LIMIT_CREATE', type.rateLimit, '10/60'),
    },
    limitPlace,
    trustedProxies: read('TRUST_PROXY', type.wholeNumber(0, 9), '0'),
    mcp: {
      challenge: read('MCP_AUTH_CHALLENGE', type.choice('auto', 'http', 'tool-result'), 'auto'),
      mode: read('MCP_AUTH_MODE', type.choice('lazy', 'eager'), 'lazy'),
    },
    cursorSecrets: read('CURSOR_SECRETS', type.secrets, ''),
    accountsModule,
    seedFabrics: read('SEED_FABRICS', type.flag, 'true'),
    seedDemo: read('SEED_DEMO', type.flag) ?? (developmentProvider && accountsModule === undefined),
    localUser: read('SELVAGE_USER', type.text, 'user_demo'),
    logLevel: read('LOG_LEVEL', type.logLevel, 'info'),
    /** For stores that ask who owns the domain (D42). */
    domainChallenges: {
      openai: read('OPENAI_APPS_CHALLENGE', type.text),
      mcpRegistry: read('MCP_REGISTRY_AUTH', type.text),
    },
    metrics: metricsPort ? { host: metricsHost, port: metricsPort } : undefined,
    operator:
      operatorName && operatorEmail ? { name: operatorName, email: operatorEmail, termsUrl } : undefined,
    traces: read('OTEL_EXPORTER_OTLP_ENDPOINT', type.baseUrl) !== undefined,
  }

  if (servesHttp) {
    if (isProduction && !isSecureUrl(new URL(baseUrl)))
      problems.push('BASE_URL: must be https in production, because access tokens are sent to it')
    if (limitStore === 'postgres' && database.kind === 'sqlite')
      problems.push('RATE_LIMIT_STORE: postgres needs a DATABASE_URL of PostgreSQL')
    // A list of separators only is empty.
    for (const [name, isNeeded, reason] of needs(variables, isProduction))
      if (isNeeded && !/[^\s,]/.test(variables[name] ?? '')) problems.push(`${name}: required ${reason}`)
  }
  if (problems.length > 0)
    throw new UsageError(`The configuration has problems:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return config
}

/** What production needs (D37), and settings that need others. */
function needs(given: Variables, isProduction: boolean) {
  const isIntrospecting = given['OAUTH_TOKEN_PROFILE'] === 'introspection'
  const hasAnySession = given['SESSION_COOKIE_NAME'] && !given['SESSION_AUDIENCE']
  return [
    ['OAUTH_ISSUER', isProduction, 'in production, because the development sign-in lets anyone in'],
    ['BASE_URL', isProduction, 'in production, because every link and token audience is built from it'],
    ['OAUTH_CLIENT_ID', isIntrospecting, 'by OAUTH_TOKEN_PROFILE=introspection'],
    ['OAUTH_CLIENT_SECRET', isIntrospecting, 'by OAUTH_TOKEN_PROFILE=introspection'],
    ['OPERATOR_EMAIL', given['OPERATOR_NAME'], 'by OPERATOR_NAME'],
    ['OPERATOR_NAME', given['OPERATOR_EMAIL'] || given['TERMS_URL'], 'by OPERATOR_EMAIL and TERMS_URL'],
    ['WEB_CLIENT_ID', given['WEB_CLIENT_SECRET'], 'by WEB_CLIENT_SECRET'],
    [
      'SESSION_AUTHORIZED_PARTIES',
      hasAnySession,
      'by SESSION_COOKIE_NAME, unless SESSION_AUDIENCE is set; otherwise every session of the issuer would be accepted',
    ],
  ] as const
}
