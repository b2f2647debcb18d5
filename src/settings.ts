import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { RateLimit } from './http/rate-limit.ts'
import { isLoopbackHost } from './kit/network.ts'

const list = (separator: RegExp) =>
  z.string().transform((value) => value.split(separator).filter((entry) => entry !== ''))

const choice = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of: ${values.join(', ')}`)

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

const baseUrl = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    context.addIssue({ code: 'custom', message: 'must be an http(s) URL without query and fragment' })
    return z.NEVER
  }
  return url.href.replace(/\/+$/, '')
})

// Kept verbatim: issuers are compared character by character, and some end in a slash.
const issuer = z.string().refine((value) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}, 'must be an https URL (http on loopback only)')

const origins = list(/[\s,]+/).superRefine((values, context) => {
  for (const value of values) {
    if (!URL.canParse(value) || new URL(value).origin !== value) {
      context.addIssue({ code: 'custom', message: `${value} is no origin, such as https://app.example.com` })
    }
  }
})

const rateLimit = z.string().transform((value, context): RateLimit => {
  if (value === 'off') return 'off'
  const [, count = '', seconds = ''] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(value) ?? []
  if (count === '') {
    context.addIssue({ code: 'custom', message: 'must be count/seconds, such as 60/60, or off' })
    return z.NEVER
  }
  return { count: Number(count), seconds: Number(seconds) }
})

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port number')

/** Every setting; the descriptions are the README's table. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on. Default `127.0.0.1`.'),
  PORT: port.default(3000).describe('Port to listen on. Default `3000`.'),
  BASE_URL: baseUrl
    .optional()
    .describe(
      'Public address of the server; every URL and token audience is built from it. Default `http://localhost:{PORT}`.',
    ),
  WEB_APP_URL: baseUrl
    .optional()
    .describe('Address of the web application that links point at. Default: `BASE_URL`.'),
  DATABASE_URL: z
    .string()
    .regex(/^sqlite:.+/, 'must be sqlite:PATH, such as sqlite:var/selvage.db')
    .transform((value) => value.slice('sqlite:'.length))
    .default(fileURLToPath(new URL('../var/selvage.db', import.meta.url)))
    .describe(
      'The database file, with the catalog in another beside it; a relative path is one from the current directory. Default `sqlite:var/selvage.db` in the folder of Selvage.',
    ),
  OAUTH_ISSUER: issuer
    .optional()
    .describe(
      'Issuer of the access tokens, spelled as in the tokens. Without it the development sign-in is started; required in production.',
    ),
  OAUTH_AUDIENCES: list(/[\s,]+/)
    .prefault('')
    .describe('Further token audiences to accept, beside `{BASE_URL}`, `{BASE_URL}/` and `{BASE_URL}/mcp`.'),
  OAUTH_TOKEN_PROFILE: choice(['rfc9068', 'jwt', 'introspection'])
    .default('rfc9068')
    .describe(
      '`rfc9068` (default), `jwt` for providers whose access tokens are plain JWTs (Auth0, Okta, Keycloak, Entra), or `introspection` for opaque tokens.',
    ),
  OAUTH_CLIENT_ID: z.string().min(1).optional().describe('Client id for introspection.'),
  OAUTH_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret for introspection.'),
  OAUTH_SCOPES: list(/[\s,]+/)
    .prefault('')
    .describe('Scopes to advertise and to require of tokens on protected operations. Default: none.'),
  SESSION_COOKIE_NAME: z
    .string()
    .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be a cookie name')
    .optional()
    .describe(
      "Cookie that holds the identity provider's session JWT; turns browser sessions on for REST. Default: off.",
    ),
  SESSION_ISSUER: issuer.optional().describe('Issuer of the sessions. Default: `OAUTH_ISSUER`.'),
  SESSION_AUDIENCE: z.string().min(1).optional().describe('Audience that a session must have.'),
  SESSION_AUTHORIZED_PARTIES: list(/[\s,]+/)
    .prefault('')
    .describe(
      'Values of `azp` that a session may have. This or `SESSION_AUDIENCE` is required for sessions.',
    ),
  ALLOWED_ORIGINS: origins
    .prefault('')
    .describe(
      'Further origins that may call `/mcp` from a page and write with a session cookie, beside that of `BASE_URL`.',
    ),
  AGENT_API_ENABLED: flag
    .prefault('true')
    .describe('`false` answers 503 `api_disabled` everywhere. Default `true`.'),
  RATE_LIMIT_ANONYMOUS: rateLimit
    .prefault('60/60')
    .describe('Anonymous requests per IP address, as count/seconds or `off`. Default `60/60`.'),
  RATE_LIMIT_USER: rateLimit.prefault('120/60').describe('Requests per signed-in user. Default `120/60`.'),
  RATE_LIMIT_CREATE: rateLimit.prefault('10/60').describe('Creates per signed-in user. Default `10/60`.'),
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, 'must be the number of proxies in front, 0 to 9')
    .transform(Number)
    .prefault('0')
    .describe(
      'Number of proxies in front whose `X-Forwarded-For` entries count. Default `0`: none is believed.',
    ),
  MCP_AUTH_CHALLENGE: choice(['auto', 'http', 'tool-result'])
    .default('auto')
    .describe(
      "How `/mcp` asks for sign-in: HTTP 401, a tool result, or `auto` (default): a tool result for OpenAI's clients, else 401.",
    ),
  MCP_AUTH_MODE: choice(['lazy', 'eager'])
    .default('lazy')
    .describe(
      '`lazy` (default) asks for sign-in when a protected tool is called, `eager` on the first request.',
    ),
  CURSOR_SECRETS: list(/[\s,]+/)
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= 16),
      'each must have 16 characters or more',
    )
    .prefault('')
    .describe('Secrets that sign cursors, newest first. Default: a random one, kept in the database.'),
  SEED_DEMO: flag
    .optional()
    .describe('Whether to load the demo account. Default: only with the development sign-in.'),
  SELVAGE_USER: z
    .string()
    .min(1)
    .default('user_demo')
    .describe('The user that `selvage stdio` acts for. Default `user_demo`.'),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('How much to log, as JSON lines on standard error. Default `info`.'),
  NODE_ENV: z
    .string()
    .default('development')
    .describe('Everything but `development` (default) and `test` refuses to start without `OAUTH_ISSUER`.'),
})

/** Name and meaning of every setting, for the README. */
export const SETTINGS: readonly { readonly name: string; readonly description: string }[] = Object.entries(
  environment.shape,
).map(([name, schema]) => ({ name, description: schema.description ?? '' }))
