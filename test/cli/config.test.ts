import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, loadConfig, loadStorage } from '../../src/config/config.ts'
import { ROOT } from '../helpers/files.ts'

type Variables = Record<string, string>

function problemsOf(variables: Variables): readonly string[] {
  try {
    loadConfig(variables)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const ISSUER = 'https://id.example.com'
const BASE = 'https://api.example.com'
const SECRET = 'abcdefghijklmnop'
const LOCAL = 'http://localhost:3000'

const PRODUCTION = { NODE_ENV: 'production', OAUTH_ISSUER: ISSUER, BASE_URL: BASE }
const CLIENT = ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET']
const POSTGRES = 'postgres://me@db.example.com/selvage?sslmode=require'

it('[config, D36.1, D37.1] without any variable', () => {
  expect(loadConfig({})).toMatchObject({
    metrics: undefined,
    operator: undefined,
    baseUrl: LOCAL,
    webAppUrl: LOCAL,
    storage: {
      accounts: { kind: 'sqlite', path: join(ROOT, 'var/selvage.db') },
      folder: join(ROOT, 'var'),
      poll: 15,
    },
    developmentProvider: true,
    oauth: {
      issuer: 'http://127.0.0.1:3001',
      audiences: [LOCAL, `${LOCAL}/`, `${LOCAL}/mcp`],
      scopes: { read: [], create: [] },
    },
    session: undefined,
    allowedOrigins: [LOCAL],
    limitPlace: { kind: 'memory' },
    rateLimits: {
      anonymous: { count: 60, seconds: 60 },
      pools: [{ network: expect.anything(), limit: { count: 6000, seconds: 60 } }],
      user: { count: 120, seconds: 60 },
      create: { count: 10, seconds: 60 },
    },
    cursorSecrets: [],
    seedDemo: true,
    seedFabrics: true,
  })
})

it.each<[string, string, object]>([
  [
    'PORT',
    '8080',
    { port: 8080, baseUrl: 'http://localhost:8080', oauth: { issuer: 'http://127.0.0.1:8081' } },
  ],
  ['WORKERS', '3', { workers: 3 }],
  ['WORKERS', 'auto', { workers: availableParallelism() }],
  ['BASE_URL', `${BASE}/`, { baseUrl: BASE, webAppUrl: BASE, allowedOrigins: [BASE] }],
  ['WEB_APP_URL', 'https://app.example.com', { webAppUrl: 'https://app.example.com' }],
  [
    'DATABASE_URL',
    'sqlite::memory:',
    { storage: { accounts: { kind: 'sqlite', path: ':memory:' }, folder: undefined, poll: 15 } },
  ],
  ['RATE_LIMIT_STORE', 'redis://cache', { limitPlace: { kind: 'redis', url: 'redis://cache' } }],
  ['DATABASE_URL', POSTGRES, { limitPlace: { kind: 'postgres', url: POSTGRES } }],
  ['DATABASE_URL', POSTGRES, { storage: { accounts: { url: POSTGRES, pool: 10, prepare: true } } }],
  ['DATABASE_URL', 'postgresql://db/selvage', { storage: { accounts: { kind: 'postgres' } } }],
  ['OAUTH_ISSUER', `${ISSUER}/`, { oauth: { issuer: `${ISSUER}/` }, developmentProvider: false }],
  ['OAUTH_ISSUER', ISSUER, { seedDemo: false }],
  ['OAUTH_ISSUER', 'http://127.0.0.1:9000', { oauth: { issuer: 'http://127.0.0.1:9000' } }],
  ['OAUTH_SCOPES', 'a  b', { oauth: { scopes: { read: ['a', 'b'], create: ['a', 'b'] } } }],
  [
    'OAUTH_SCOPES',
    'profile read=quilts:read create=quilts:write',
    { oauth: { scopes: { read: ['profile', 'quilts:read'], create: ['profile', 'quilts:write'] } } },
  ],
  ['ALLOWED_ORIGINS', 'https://a.example:8443', { allowedOrigins: [LOCAL, 'https://a.example:8443'] }],
  [
    'RATE_LIMIT_POOLS',
    '192.0.2.0/24=5/1; 2001:db8::/32,198.51.100.0/24=off',
    { rateLimits: { pools: [{ limit: { count: 5, seconds: 1 } }, { limit: 'off' }] } },
  ],
  ['RATE_LIMIT_CREATE', '999/3600', { rateLimits: { create: { count: 999, seconds: 3600 } } }],
  ['CURSOR_SECRETS', `${SECRET}, ${SECRET}2`, { cursorSecrets: [SECRET, `${SECRET}2`] }],
  ['PORT', '', { port: 3000 }],
])('[config] takes %s=%s', (name, value, expected) => {
  expect(loadConfig({ [name]: value })).toMatchObject(expected)
})

it('[config] metrics have a port, and are served on loopback unless an address is set', () => {
  expect(loadConfig({ METRICS_PORT: '9090' }).metrics).toEqual({ host: '127.0.0.1', port: 9090 })
  expect(loadConfig({ METRICS_PORT: '9090', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
  expect(loadConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
})

it.each([
  ['DATABASE_URL', 'postgres://selvage:change-me@db.example.com/selvage'],
  ['DATABASE_URL', 'postgres://selvage:change%2Dme@db.example.com/selvage'],
  ['DATABASE_URL', 'postgres://selvage@db.example.com/selvage?password=change-me'],
  ['RATE_LIMIT_STORE', 'rediss://:change-me@cache.example.com'],
  ['OAUTH_CLIENT_SECRET', 'change-me'],
])('[config] production refuses the password of the examples in %s', (name, value) => {
  expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([expect.stringContaining(`${name}: has`)])
  expect(problemsOf({ [name]: value })).toEqual([])
})

it('[config, D25.4] further audiences come after its own', () => {
  const { oauth } = loadConfig({ OAUTH_AUDIENCES: 'urn:a urn:b' })
  expect(oauth.audiences.slice(3)).toEqual(['urn:a', 'urn:b'])
})

it('[config, D30.1] sessions are off unless they have a cookie name', () => {
  const rest = {
    SESSION_ISSUER: ISSUER,
    SESSION_AUDIENCE: 'web',
    SESSION_AUTHORIZED_PARTIES: 'https://app.example.com',
  }
  expect(loadConfig(rest).session).toBeUndefined()
  expect(loadConfig({ ...rest, SESSION_COOKIE_NAME: '__session' }).session).toEqual({
    cookieName: '__session',
    issuer: ISSUER,
    audience: 'web',
    authorizedParties: ['https://app.example.com'],
  })
})

it.each([
  ['PORT', '0'],
  ['WORKERS', '0'],
  ['WORKERS', '65'],
  ['PORT', '65536'],
  ['PORT', '65535'],
  ['BASE_URL', 'api.example.com'],
  ['BASE_URL', 'https://api.example.com/?a=1'],
  ['WEB_APP_URL', 'https://app.example.com/#x'],
  ['DATABASE_URL', 'mysql://localhost/selvage'],
  ['RATE_LIMIT_STORE', 'disk'],
  ['RATE_LIMIT_STORE', 'postgres'],
  ['OAUTH_ISSUER', 'http://id.example.com'],
  ['OAUTH_ISSUER', 'id.example.com'],
  ['OAUTH_TOKEN_PROFILE', 'saml'],
  ['SESSION_COOKIE_NAME', 'a b'],
  ['ALLOWED_ORIGINS', 'https://a.example/path'],
  ['ALLOWED_ORIGINS', '*'],
  ['RATE_LIMIT_ANONYMOUS', '60'],
  ['RATE_LIMIT_POOLS', '6000/60'],
  ['RATE_LIMIT_POOLS', '192.0.2.0/33=6000/60'],
  ['RATE_LIMIT_POOLS', '192.0.2.0/24=6000'],
  ['RATE_LIMIT_USER', '0/60'],
  ['TRUST_PROXY', '10'],
  ['CURSOR_SECRETS', `${SECRET} short`],
  ['SEED_DEMO', '1'],
])('[config] refuses %s=%s by name', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems.filter((problem) => problem.startsWith(`${name}: `))).toHaveLength(1)
})

it('[config] never repeats a secret', () => {
  expect(problemsOf({ CURSOR_SECRETS: 'hunter2' }).join()).not.toContain('hunter2')
})

it.each<[string, Variables, string[]]>([
  ['production without an issuer', { NODE_ENV: 'production', BASE_URL: BASE }, ['OAUTH_ISSUER']],
  ['a misspelt production', { NODE_ENV: 'prodution', BASE_URL: BASE }, ['OAUTH_ISSUER']],
  ['production without its address', { NODE_ENV: 'production', OAUTH_ISSUER: ISSUER }, ['BASE_URL']],
  ['production without encryption', { ...PRODUCTION, BASE_URL: 'http://api.example.com' }, ['BASE_URL']],
  ['introspection by a nameless client', { OAUTH_TOKEN_PROFILE: 'introspection' }, CLIENT],
  ['sessions of just anyone', { SESSION_COOKIE_NAME: 'sid' }, ['SESSION_AUTHORIZED_PARTIES']],
])('[config, D37.2] refuses %s', (_, variables, names) => {
  expect(problemsOf(variables).map((problem) => problem.split(':')[0])).toEqual(names)
})

it.each<[string, Variables]>([
  ['production', PRODUCTION],
  ['production on this machine only', { ...PRODUCTION, BASE_URL: LOCAL }],
  ['the last port with an issuer', { PORT: '65535', OAUTH_ISSUER: ISSUER }],
  ['sessions for one audience', { SESSION_COOKIE_NAME: 'sid', SESSION_AUDIENCE: 'web' }],
  ['variables of other programs', { PATH: '/bin', npm_config_loglevel: 'x' }],
])('[config, D37.3] takes %s', (_, variables) => {
  expect(problemsOf(variables)).toEqual([])
})

it('[config, D37.4] reports every problem at once, each by the name of its variable', () => {
  const problems = problemsOf({
    PORT: 'x',
    TRUST_PROXY: 'x',
    NODE_ENV: 'production',
    OAUTH_TOKEN_PROFILE: 'introspection',
    SESSION_COOKIE_NAME: 'sid',
    SESSION_AUTHORIZED_PARTIES: ' , ',
  })
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'PORT',
    'TRUST_PROXY',
    'OAUTH_ISSUER',
    'BASE_URL',
    'OAUTH_CLIENT_ID',
    'OAUTH_CLIENT_SECRET',
    'SESSION_AUTHORIZED_PARTIES',
  ])
})

it('[config] of PostgreSQL', () => {
  const variables = {
    DATABASE_URL: POSTGRES,
    DATABASE_POOL: '3',
    DATABASE_PREPARE: 'false',
    CATALOG_FOLDER: '/editions',
    CATALOG_POLL: '5',
  }
  expect(loadStorage(variables)).toEqual({
    accounts: { kind: 'postgres', url: POSTGRES, pool: 3, prepare: false },
    folder: '/editions',
    poll: 5,
  })
})

it('[config] commands on the databases alone ask for nothing else', () => {
  const variables = { NODE_ENV: 'production', PORT: 'x', DATABASE_URL: 'sqlite:/data/x.db' }
  expect(loadStorage(variables)).toEqual({
    accounts: { kind: 'sqlite', path: '/data/x.db' },
    folder: '/data',
    poll: 15,
  })
  expect(() => loadStorage({ DATABASE_URL: 'sqlite:' })).toThrow('DATABASE_URL: must be sqlite:PATH')
})

it('[config] a command that serves no HTTP needs no issuer in production', () => {
  expect(loadConfig({ NODE_ENV: 'production' }, { serves: false })).toMatchObject({
    developmentProvider: false,
    seedDemo: false,
  })
})

it('a secret of the pages needs the client that it belongs to', () => {
  expect(problemsOf({ WEB_CLIENT_SECRET: 'secret' })).toEqual([
    'WEB_CLIENT_ID: required by WEB_CLIENT_SECRET',
  ])
  expect(loadConfig({}).webClient).toBeUndefined()
  const given = { WEB_CLIENT_ID: 'pages', WEB_CLIENT_SECRET: 'secret' }
  expect(loadConfig(given).webClient).toEqual({ id: 'pages', secret: 'secret' })
})

it('[config, D42.9] who runs the server is a name with an address, and terms belong to somebody', () => {
  const name = { OPERATOR_NAME: 'Quilts & Co' }
  expect(problemsOf(name)).toEqual(['OPERATOR_EMAIL: required by OPERATOR_NAME'])
  expect(problemsOf({ TERMS_URL: 'https://quilts.example/terms' })).toEqual([
    'OPERATOR_NAME: required by TERMS_URL',
  ])
  expect(problemsOf({ ...name, OPERATOR_EMAIL: 'nobody' })).toEqual([
    'OPERATOR_EMAIL: must be an e-mail address',
  ])
  expect(loadConfig({ ...name, OPERATOR_EMAIL: 'help@quilts.example' }).operator).toEqual({
    name: 'Quilts & Co',
    email: 'help@quilts.example',
    termsUrl: undefined,
  })
})
