import { environment } from './settings.ts'

/** All problems of a configuration at once; the command line prints them and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

export type Config = ReturnType<typeof loadConfig>

/** Whatever is not said to be development or a test: a misspelt `production` must not sign anyone in. */
function isProduction(environment = 'development'): boolean {
  return !['development', 'test'].includes(environment)
}

/**
 * The configuration from environment variables; an empty variable counts as absent. Throws
 * `ConfigError` with all problems.
 */
export function loadConfig(variables: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  const faults = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const problems = [...faults, ...contradictions(given)]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const env = parsed.data

  const base = env.BASE_URL ?? `http://localhost:${env.PORT}`
  const developmentProvider = env.OAUTH_ISSUER === undefined && !isProduction(env.NODE_ENV)
  return {
    host: env.HOST,
    port: env.PORT,
    baseUrl: base,
    webAppUrl: env.WEB_APP_URL ?? base,
    databasePath: env.DATABASE_URL,
    /** True when no issuer is configured: the development identity provider signs in (D37). */
    developmentProvider,
    oauth: {
      issuer: env.OAUTH_ISSUER ?? `http://127.0.0.1:${env.PORT + 1}`,
      /** D25: both surfaces accept all of these. */
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
    allowedOrigins: [new URL(base).origin, ...env.ALLOWED_ORIGINS],
    enabled: env.AGENT_API_ENABLED,
    rateLimits: {
      anonymous: env.RATE_LIMIT_ANONYMOUS,
      user: env.RATE_LIMIT_USER,
      create: env.RATE_LIMIT_CREATE,
    },
    trustedProxies: env.TRUST_PROXY,
    mcp: { challenge: env.MCP_AUTH_CHALLENGE, mode: env.MCP_AUTH_MODE },
    cursorSecrets: env.CURSOR_SECRETS,
    seedDemo: env.SEED_DEMO ?? developmentProvider,
    localUser: env.SELVAGE_USER,
    logLevel: env.LOG_LEVEL,
  }
}

/** Settings that are fine each for itself but not together; as given, so that no other fault hides them. */
function contradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = []
  if (isProduction(given['NODE_ENV']) && given['OAUTH_ISSUER'] === undefined) {
    problems.push('OAUTH_ISSUER: required in production; the development identity provider signs anyone in')
  }
  if (given['PORT'] === '65535' && given['OAUTH_ISSUER'] === undefined) {
    problems.push('PORT: the development identity provider needs the next port too')
  }
  if (given['OAUTH_TOKEN_PROFILE'] === 'introspection') {
    for (const name of ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET']) {
      if (given[name] === undefined) problems.push(`${name}: required by OAUTH_TOKEN_PROFILE=introspection`)
    }
  }
  if (
    given['SESSION_COOKIE_NAME'] !== undefined &&
    given['SESSION_AUDIENCE'] === undefined &&
    !/[^\s,]/.test(given['SESSION_AUTHORIZED_PARTIES'] ?? '')
  ) {
    problems.push(
      'SESSION_AUTHORIZED_PARTIES: with SESSION_COOKIE_NAME, set this or SESSION_AUDIENCE, or any session of the issuer would count',
    )
  }
  return problems
}
