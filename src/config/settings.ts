import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import {
  baseUrl,
  choice,
  cookieName,
  databaseUrl,
  email,
  flag,
  issuer,
  limitStore,
  list,
  origins,
  rateLimit,
  rateLimitPools,
  scopes,
  secrets,
  text,
  wholeNumber,
  workers,
} from './setting-types.ts'

const SHIPPED_FOLDER = fileURLToPath(new URL('../../var', import.meta.url))

// docs/settings.md says what each setting means. Defaults are written as one would write them in the variable.

/** The settings of commands that work on the databases without a server. */
export const storageEnvironment = z.object({
  DATABASE_URL: databaseUrl.prefault(`sqlite:${SHIPPED_FOLDER}/selvage.db`),
  DATABASE_POOL: wholeNumber(1, 1000).prefault('10'),
  DATABASE_PREPARE: flag.prefault('true'),
  CATALOG_FOLDER: text.prefault(SHIPPED_FOLDER),
  CATALOG_POLL: wholeNumber(1, 3600).prefault('15'),
})

/** The settings of a server. */
export const environment = storageEnvironment.extend({
  HOST: text.prefault('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).prefault('3000'),
  WORKERS: workers.prefault('1'),
  BASE_URL: baseUrl.optional(),
  WEB_APP_URL: baseUrl.optional(),
  TRUST_PROXY: wholeNumber(0, 9).prefault('0'),
  DRAIN_DELAY: wholeNumber(0, 300).prefault('5'),
  AGENT_API_ENABLED: flag.prefault('true'),
  NODE_ENV: text.prefault('development'),
  LOG_USERS: flag.prefault('false'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: text.prefault('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OPENAI_APPS_CHALLENGE: text.optional(),
  MCP_REGISTRY_AUTH: text.optional(),
  OPERATOR_NAME: text.optional(),
  OPERATOR_EMAIL: email.optional(),
  TERMS_URL: baseUrl.optional(),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).prefault('info'),

  OAUTH_ISSUER: issuer.optional(),
  OAUTH_AUDIENCES: list.prefault(''),
  OAUTH_TOKEN_PROFILE: choice(['rfc9068', 'jwt', 'introspection']).prefault('rfc9068'),
  OAUTH_CLIENT_ID: text.optional(),
  OAUTH_CLIENT_SECRET: text.optional(),
  OAUTH_SCOPES: scopes.prefault(''),
  MCP_AUTH_CHALLENGE: choice(['auto', 'http', 'tool-result']).prefault('auto'),
  MCP_AUTH_MODE: choice(['lazy', 'eager']).prefault('lazy'),
  WEB_CLIENT_ID: text.optional(),
  WEB_CLIENT_SECRET: text.optional(),
  SELVAGE_USER: text.prefault('user_demo'),

  SESSION_COOKIE_NAME: cookieName.optional(),
  SESSION_ISSUER: issuer.optional(),
  SESSION_AUDIENCE: text.optional(),
  SESSION_AUTHORIZED_PARTIES: list.prefault(''),
  ALLOWED_ORIGINS: origins.prefault(''),

  RATE_LIMIT_ANONYMOUS: rateLimit.prefault('60/60'),
  RATE_LIMIT_STORE: limitStore.optional(),
  RATE_LIMIT_POOLS: rateLimitPools.prefault('160.79.104.0/21,2607:6bc0::/48=6000/60'),
  RATE_LIMIT_USER: rateLimit.prefault('120/60'),
  RATE_LIMIT_CREATE: rateLimit.prefault('10/60'),

  ACCOUNTS_MODULE: text.optional(),
  SEED_FABRICS: flag.prefault('true'),
  SEED_DEMO: flag.optional(),
  CURSOR_SECRETS: secrets.prefault(''),
})

export const isSetting = (name: string): boolean => name in environment.shape
