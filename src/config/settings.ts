import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import * as read from './setting-types.ts'

const SHIPPED_FOLDER = fileURLToPath(new URL('../../var', import.meta.url))

// docs/settings.md says what each setting means. Defaults are written as in the variable.

export const environment = z.object({
  DATABASE_URL: read.databaseUrl.prefault(`sqlite:${SHIPPED_FOLDER}/selvage.db`),
  DATABASE_POOL: read.wholeNumber(1, 1000).prefault('10'),
  DATABASE_PREPARE: read.flag.prefault('true'),
  CATALOG_FOLDER: read.text.prefault(SHIPPED_FOLDER),
  CATALOG_POLL: read.wholeNumber(1, 3600).prefault('15'),

  HOST: read.text.prefault('127.0.0.1'),
  // The development sign-in takes the port after it.
  PORT: read.wholeNumber(1, 65_534).prefault('3000'),
  WORKERS: read.workers.prefault('1'),
  BASE_URL: read.baseUrl.optional(),
  WEB_APP_URL: read.baseUrl.optional(),
  TRUST_PROXY: read.wholeNumber(0, 9).prefault('0'),
  DRAIN_DELAY: read.wholeNumber(0, 300).prefault('5'),
  AGENT_API_ENABLED: read.flag.prefault('true'),
  NODE_ENV: read.text.prefault('development'),
  LOG_USERS: read.flag.prefault('false'),
  METRICS_PORT: read.wholeNumber(1, 65_535).optional(),
  METRICS_HOST: read.text.prefault('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: read.baseUrl.optional(),
  OPENAI_APPS_CHALLENGE: read.text.optional(),
  MCP_REGISTRY_AUTH: read.text.optional(),
  OPERATOR_NAME: read.text.optional(),
  OPERATOR_EMAIL: read.email.optional(),
  TERMS_URL: read.baseUrl.optional(),
  LOG_LEVEL: read.choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).prefault('info'),

  OAUTH_ISSUER: read.issuer.optional(),
  OAUTH_AUDIENCES: read.list.prefault(''),
  OAUTH_TOKEN_PROFILE: read.choice(['rfc9068', 'jwt', 'introspection']).prefault('rfc9068'),
  OAUTH_CLIENT_ID: read.text.optional(),
  OAUTH_CLIENT_SECRET: read.text.optional(),
  OAUTH_SCOPES: read.scopes.prefault(''),
  MCP_AUTH_CHALLENGE: read.choice(['auto', 'http', 'tool-result']).prefault('auto'),
  MCP_AUTH_MODE: read.choice(['lazy', 'eager']).prefault('lazy'),
  WEB_CLIENT_ID: read.text.optional(),
  WEB_CLIENT_SECRET: read.text.optional(),
  SELVAGE_USER: read.text.prefault('user_demo'),

  SESSION_COOKIE_NAME: read.cookieName.optional(),
  SESSION_ISSUER: read.issuer.optional(),
  SESSION_AUDIENCE: read.text.optional(),
  SESSION_AUTHORIZED_PARTIES: read.list.prefault(''),
  ALLOWED_ORIGINS: read.origins.prefault(''),

  RATE_LIMIT_ANONYMOUS: read.rateLimit.prefault('60/60'),
  RATE_LIMIT_STORE: read.limitStore.optional(),
  RATE_LIMIT_POOLS: read.rateLimitPools.prefault('160.79.104.0/21,2607:6bc0::/48=6000/60'),
  RATE_LIMIT_USER: read.rateLimit.prefault('120/60'),
  RATE_LIMIT_CREATE: read.rateLimit.prefault('10/60'),

  ACCOUNTS_MODULE: read.text.optional(),
  SEED_FABRICS: read.flag.prefault('true'),
  SEED_DEMO: read.flag.optional(),
  CURSOR_SECRETS: read.secrets.prefault(''),
})

export const isSetting = (name: string): boolean => name in environment.shape
