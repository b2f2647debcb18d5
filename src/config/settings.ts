import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import {
  type About,
  aboutOf,
  baseUrl,
  choice,
  cookieName,
  databaseUrl,
  email,
  flag,
  issuer,
  limitStore,
  list,
  optional,
  origins,
  rateLimit,
  rateLimitPools,
  scopes,
  secrets,
  setting,
  text,
  wholeNumber,
  workers,
} from './setting-types.ts'

const SHIPPED_DATABASE = fileURLToPath(new URL('../../var/selvage.db', import.meta.url))

const SHIPPED_FOLDER = fileURLToPath(new URL('../../var', import.meta.url))

/** The settings of every command that opens the databases. */
const storage = {
  DATABASE_URL: setting(databaseUrl, {
    default: `sqlite:${SHIPPED_DATABASE}`,
    absent: "`sqlite:var/selvage.db` in Selvage's folder",
    meaning:
      'The database: `sqlite:PATH`, with the catalog in a second file next to it, or `postgres://…` (PostgreSQL 15 or later) for several instances. A relative path starts at the current directory.',
  }),
  DATABASE_POOL: setting(wholeNumber(1, 1000), {
    default: '10',
    meaning: 'The most connections of one instance to PostgreSQL.',
  }),
  DATABASE_PREPARE: setting(flag, {
    default: 'true',
    meaning:
      'Whether statements are prepared under names. Set it to `false` behind PgBouncer before 1.21, which refuses them.',
  }),
  CATALOG_FOLDER: setting(text, {
    default: SHIPPED_FOLDER,
    absent: "`var` in Selvage's folder",
    meaning:
      'With PostgreSQL: the folder for the copy of the catalog that this instance searches. Instances on one machine may share it.',
  }),
  CATALOG_POLL: setting(wholeNumber(1, 3600), {
    default: '15',
    meaning: 'With PostgreSQL: how often to look for a newer version of the catalog, in seconds.',
  }),
}

const server = {
  HOST: setting(text, { default: '127.0.0.1', meaning: 'The address to listen on.' }),
  PORT: setting(wholeNumber(1, 65_535), { default: '3000', meaning: 'The port to listen on.' }),
  WORKERS: setting(workers, {
    default: '1',
    meaning:
      'How many processes serve the port together, or `auto` for one on each core. Limits hold over all of them; one that ends is replaced.',
  }),
  BASE_URL: optional(baseUrl, {
    absent: '`http://localhost:{PORT}`; required in production',
    meaning:
      'The public address of the server. All URLs and token audiences are built from it. In production it must be `https`.',
  }),
  WEB_APP_URL: optional(baseUrl, {
    absent: '`BASE_URL`',
    meaning: 'The address of the web application that links point at.',
  }),
  TRUST_PROXY: setting(wholeNumber(0, 9), {
    default: '0',
    meaning:
      'How many proxies stand in front. That many entries of `X-Forwarded-For` are believed, counted from the right.',
  }),
  DRAIN_DELAY: setting(wholeNumber(0, 300), {
    default: '5',
    meaning:
      'How many seconds the server goes on listening after SIGTERM, while `/readyz` says "stopping". Ctrl-C does not wait.',
  }),
  AGENT_API_ENABLED: setting(flag, {
    default: 'true',
    meaning: '`false` turns the API off: every operation answers 503 `api_disabled`.',
  }),
  NODE_ENV: setting(text, {
    default: 'development',
    meaning: 'Any value but `development` and `test` counts as production.',
  }),
  LOG_USERS: setting(flag, {
    default: 'false',
    meaning: 'Whether the log names users by their ids. Otherwise it names them by a keyed hash.',
  }),
  METRICS_PORT: optional(wholeNumber(1, 65_535), {
    absent: 'no metrics',
    meaning: 'The port on which `/metrics` is served, in the format of Prometheus.',
  }),
  METRICS_HOST: setting(text, {
    default: '127.0.0.1',
    meaning: 'The address on which `/metrics` is served. Whoever reaches it can read the metrics.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(baseUrl, {
    absent: 'no traces',
    meaning: 'Where traces are sent to, by OTLP over HTTP.',
  }),
  OPENAI_APPS_CHALLENGE: optional(text, {
    absent: 'none',
    meaning:
      "What OpenAI's app store asks for at `/.well-known/openai-apps-challenge`, to see whose domain it is.",
  }),
  MCP_REGISTRY_AUTH: optional(text, {
    absent: 'none',
    meaning: 'What the MCP registry asks for at `/.well-known/mcp-registry-auth`, to see whose domain it is.',
  }),
  OPERATOR_NAME: optional(text, {
    absent: 'no pages on privacy and support',
    meaning: 'Who runs this server. With `OPERATOR_EMAIL` it makes the pages `/privacy` and `/support`.',
  }),
  OPERATOR_EMAIL: optional(email, {
    absent: 'none',
    meaning: 'Where people ask about their data, and for help.',
  }),
  TERMS_URL: optional(baseUrl, {
    absent: 'no page on terms',
    meaning: 'The terms of use of the operator, which the page `/terms` names.',
  }),
  LOG_LEVEL: setting(choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), {
    default: 'info',
    meaning: 'How much to log. Logs are JSON lines on standard error, and lines for people on a terminal.',
  }),
}

const signIn = {
  OAUTH_ISSUER: optional(issuer, {
    absent: 'the development sign-in; required in production',
    meaning: 'The issuer of the access tokens, written exactly as in the tokens.',
  }),
  OAUTH_AUDIENCES: setting(list, {
    default: '',
    meaning: 'More token audiences to accept, besides `{BASE_URL}`, `{BASE_URL}/` and `{BASE_URL}/mcp`.',
  }),
  OAUTH_TOKEN_PROFILE: setting(choice(['rfc9068', 'jwt', 'introspection']), {
    default: 'rfc9068',
    meaning:
      'The kind of access tokens: `rfc9068`; `jwt` for providers whose tokens are plain JWTs (Auth0, Okta, Keycloak, Entra); `introspection` for opaque tokens.',
  }),
  OAUTH_CLIENT_ID: optional(text, { absent: 'none', meaning: 'The client id, for `introspection`.' }),
  OAUTH_CLIENT_SECRET: optional(text, { absent: 'none', meaning: 'The client secret, for `introspection`.' }),
  OAUTH_SCOPES: setting(scopes, {
    default: '',
    meaning:
      'Scopes to advertise, and to require of tokens on protected operations. `read=quilts:read create=quilts:write` requires the second of creates alone, so that a token for reading is enough until somebody creates.',
  }),
  MCP_AUTH_CHALLENGE: setting(choice(['auto', 'http', 'tool-result']), {
    default: 'auto',
    meaning:
      "How `/mcp` asks for sign-in: `http` answers 401, `tool-result` answers a tool result, `auto` answers a tool result to OpenAI's clients and 401 to all others.",
  }),
  MCP_AUTH_MODE: setting(choice(['lazy', 'eager']), {
    default: 'lazy',
    meaning:
      '`lazy` asks for sign-in when a protected tool is called, `eager` on the first request to `/mcp`.',
  }),
  WEB_CLIENT_ID: optional(text, {
    absent:
      'the address of `/.well-known/oauth-client` where the provider reads it; else it registers itself',
    meaning:
      'The client id that the web pages sign people in with. Its redirect address is `{BASE_URL}/sign-in/callback`.',
  }),
  WEB_CLIENT_SECRET: optional(text, {
    absent: 'a public client',
    meaning: 'The secret of that client.',
  }),
  SELVAGE_USER: setting(text, { default: 'user_demo', meaning: 'The user that `npm run stdio` acts for.' }),
}

const sessions = {
  SESSION_COOKIE_NAME: optional(cookieName, {
    absent: 'no browser sessions',
    meaning:
      "The cookie that holds the identity provider's session JWT. Setting it turns browser sessions on.",
  }),
  SESSION_ISSUER: optional(issuer, { absent: '`OAUTH_ISSUER`', meaning: 'The issuer of the sessions.' }),
  SESSION_AUDIENCE: optional(text, { absent: 'any', meaning: 'The audience that a session must have.' }),
  SESSION_AUTHORIZED_PARTIES: setting(list, {
    default: '',
    absent: 'any',
    meaning: 'The values of `azp` that a session may have. Sessions need this setting or `SESSION_AUDIENCE`.',
  }),
  ALLOWED_ORIGINS: setting(origins, {
    default: '',
    meaning:
      'More origins that may call `/mcp` from a page and write with a session cookie, besides the origin of `BASE_URL`.',
  }),
}

const limits = {
  RATE_LIMIT_ANONYMOUS: setting(rateLimit, {
    default: '60/60',
    meaning:
      'Anonymous requests for each IP address, as count/seconds, or `off`, which turns `RATE_LIMIT_POOLS` off too. MCP messages other than calls count against ten times as many, and so does everything else: documents, pages, unknown paths.',
  }),
  RATE_LIMIT_STORE: optional(limitStore, {
    absent: '`memory` with SQLite, `postgres` with PostgreSQL',
    meaning:
      'Where requests are counted: `memory` (each instance for itself), `postgres` (in `DATABASE_URL`), or `redis://…` or `rediss://…` (Redis or Valkey), which suits more than about 1,000 requests a second. While the store does not answer, each instance counts for itself.',
  }),
  RATE_LIMIT_POOLS: setting(rateLimitPools, {
    default: '160.79.104.0/21,2607:6bc0::/48=6000/60',
    meaning:
      'Networks whose addresses share one anonymous limit, because hosted clients share addresses: networks=count/seconds, several separated by `;`, or `off`. The default is the network that Claude calls from.',
  }),
  RATE_LIMIT_USER: setting(rateLimit, {
    default: '120/60',
    meaning: 'Requests for each signed-in user, as count/seconds, or `off`.',
  }),
  RATE_LIMIT_CREATE: setting(rateLimit, {
    default: '10/60',
    meaning: 'Creates for each signed-in user, as count/seconds, or `off`.',
  }),
}

const data = {
  ACCOUNTS_MODULE: optional(text, {
    absent: 'the database of `DATABASE_URL` holds them',
    meaning:
      "A file of your own, such as `./accounts.ts`, that reads and creates people's projects and items in your application ([how](your-own-app.md)). The database of `DATABASE_URL` then holds the rest.",
  }),
  SEED_FABRICS: setting(flag, {
    default: 'true',
    meaning:
      'Whether the catalog has the shipped fabrics. With `false` it has what you import, and the shipped ones of earlier starts go.',
  }),
  SEED_DEMO: optional(flag, {
    absent: '`true` with the development sign-in and without `ACCOUNTS_MODULE`, otherwise `false`',
    meaning: 'Whether to load the demo account.',
  }),
  CURSOR_SECRETS: setting(secrets, {
    default: '',
    absent: 'a random one, kept in the database',
    meaning: 'The secrets that sign cursors, newest first.',
  }),
}

/** Every setting, in the sections and the order of the documentation. A new one is a line in its section. */
const SECTIONS = {
  Server: server,
  Storage: storage,
  'Sign-in': signIn,
  'Browser sessions': sessions,
  'Rate limits': limits,
  Data: data,
} as const satisfies Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>

/** The settings of a server. */
export const environment = z.object({ ...server, ...storage, ...signIn, ...sessions, ...limits, ...data })

/** The settings of commands that work on the databases without a server. */
export const storageEnvironment = z.object(storage)

export type SettingName = keyof typeof environment.shape

export const isSetting = (name: string): name is SettingName => name in environment.shape

export interface DocumentedSetting extends About {
  readonly name: string
}

/** What the documentation says, section by section. */
export function documentedSettings(): { readonly section: string; readonly settings: DocumentedSetting[] }[] {
  return Object.entries(SECTIONS).map(([section, settings]) => ({
    section,
    settings: Object.entries(settings).map(([name, schema]) => ({ name, ...aboutOf(schema) })),
  }))
}
