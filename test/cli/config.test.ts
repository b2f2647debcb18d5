import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig, UsageError } from '../../src/config/config.ts'
import { ROOT } from '../helpers/files.ts'

type Variables = Readonly<Record<string, string>>

function problemsOf(variables: Variables): readonly string[] {
  try {
    loadConfig(variables)
    return []
  } catch (error) {
    if (error instanceof UsageError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
    throw error
  }
}

const namesOf = (problems: readonly string[]) => problems.map((problem) => problem.split(':')[0])

const ISSUER = 'https://id.example.com'
const BASE = 'https://api.example.com'
const SECRET = 'abcdefghijklmnop'
const LOCAL = 'http://localhost:3000'
const POSTGRES = 'postgres://me@db.example.com/selvage?sslmode=require'
const PRODUCTION = { NODE_ENV: 'production', OAUTH_ISSUER: ISSUER, BASE_URL: BASE }
const OPERATOR = { OPERATOR_NAME: 'Quilts & Co', OPERATOR_EMAIL: 'help@quilts.example' }

it('[config, D36.1, D37.1] without any variable', () => {
  const limit = (count: number) => ({ count, seconds: 60 })
  expect(loadConfig({})).toMatchObject({
    session: undefined,
    baseUrl: LOCAL,
    webAppUrl: LOCAL,
    storage: { accounts: { path: join(ROOT, 'var/selvage.db') }, folder: join(ROOT, 'var') },
    developmentProvider: true,
    oauth: { issuer: 'http://127.0.0.1:3001', audiences: [LOCAL, `${LOCAL}/`, `${LOCAL}/mcp`] },
    allowedOrigins: [LOCAL],
    limitPlace: { kind: 'memory' },
    rateLimits: {
      anonymous: limit(60),
      pools: [{ limit: limit(6000) }],
      user: limit(120),
      create: limit(10),
    },
    seedDemo: true,
  })
})

it.each<[Variables, object]>([
  [{ PORT: '8080' }, { baseUrl: 'http://localhost:8080', oauth: { issuer: 'http://127.0.0.1:8081' } }],
  [{ PORT: '' }, { port: 3000 }],
  [{ WORKERS: 'auto' }, { workers: availableParallelism() }],
  [{ BASE_URL: `${BASE}/` }, { baseUrl: BASE, webAppUrl: BASE, allowedOrigins: [BASE] }],
  [{ WEB_APP_URL: 'https://app.example.com' }, { webAppUrl: 'https://app.example.com' }],
  [{ DATABASE_URL: POSTGRES }, { limitPlace: { kind: 'postgres', url: POSTGRES } }],
  [
    { DATABASE_URL: POSTGRES, DATABASE_POOL: '3', DATABASE_PREPARE: 'false', CATALOG_FOLDER: '/copies' },
    { storage: { accounts: { url: POSTGRES, pool: 3, prepare: false }, folder: '/copies', poll: 15 } },
  ],
  [{ RATE_LIMIT_STORE: 'redis://cache' }, { limitPlace: { kind: 'redis', url: 'redis://cache' } }],
  [
    { OAUTH_ISSUER: `${ISSUER}/` },
    { oauth: { issuer: `${ISSUER}/` }, developmentProvider: false, seedDemo: false },
  ],
  [{ OAUTH_ISSUER: 'http://127.0.0.1:9000' }, { oauth: { issuer: 'http://127.0.0.1:9000' } }],
  [{ OAUTH_AUDIENCES: 'urn:a urn:b' }, { oauth: { audiences: expect.arrayContaining(['urn:a', 'urn:b']) } }],
  [
    { OAUTH_SCOPES: 'profile read=quilts:read create=quilts:write' },
    { oauth: { scopes: { read: ['profile', 'quilts:read'], create: ['profile', 'quilts:write'] } } },
  ],
  [{ ALLOWED_ORIGINS: 'https://a.example:8443' }, { allowedOrigins: [LOCAL, 'https://a.example:8443'] }],
  [
    { RATE_LIMIT_POOLS: '192.0.2.0/24=5/1; 2001:db8::/32,198.51.100.0/24=off' },
    { rateLimits: { pools: [{ limit: { count: 5, seconds: 1 } }, { limit: 'off' }] } },
  ],
  [{ CURSOR_SECRETS: `${SECRET}, ${SECRET}2` }, { cursorSecrets: [SECRET, `${SECRET}2`] }],
  [{ METRICS_PORT: '9090' }, { metrics: { host: '127.0.0.1', port: 9090 } }],
])('[config, D25.4] takes %j', (variables, expected) => {
  expect(loadConfig(variables)).toMatchObject(expected)
})

it.each([
  ['PORT', '65535'],
  ['WORKERS', '65'],
  ['BASE_URL', 'https://api.example.com/?a=1'],
  ['DATABASE_URL', 'mysql://localhost/selvage'],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_URL', 'sqlite::memory:'],
  ['RATE_LIMIT_STORE', 'disk'],
  ['RATE_LIMIT_STORE', 'postgres'],
  ['OAUTH_ISSUER', 'http://id.example.com'],
  ['OAUTH_TOKEN_PROFILE', 'saml'],
  ['SESSION_COOKIE_NAME', 'a b'],
  ['ALLOWED_ORIGINS', '*'],
  ['RATE_LIMIT_ANONYMOUS', '60'],
  ['RATE_LIMIT_POOLS', '192.0.2.0/33=6000/60'],
  ['RATE_LIMIT_USER', '0/60'],
  ['TRUST_PROXY', '10'],
  ['CURSOR_SECRETS', `${SECRET} hunter2`],
  ['SEED_DEMO', '1'],
])('[config] refuses %s=%s by name, without its value', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems.filter((problem) => problem.startsWith(`${name}: `))).toHaveLength(1)
  expect(problems.join()).not.toContain('hunter2')
})

it.each<[what: string, variables: Variables, wrong: string[]]>([
  ['production without an issuer', { NODE_ENV: 'production', BASE_URL: BASE }, ['OAUTH_ISSUER']],
  ['a misspelt production', { NODE_ENV: 'prodution', BASE_URL: BASE }, ['OAUTH_ISSUER']],
  ['production without its address', { NODE_ENV: 'production', OAUTH_ISSUER: ISSUER }, ['BASE_URL']],
  ['production without encryption', { ...PRODUCTION, BASE_URL: 'http://api.example.com' }, ['BASE_URL']],
  [
    'introspection by a nameless client',
    { OAUTH_TOKEN_PROFILE: 'introspection' },
    ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'],
  ],
  [
    'sessions of just anyone',
    { SESSION_COOKIE_NAME: 'sid', SESSION_AUTHORIZED_PARTIES: ' , ' },
    ['SESSION_AUTHORIZED_PARTIES'],
  ],
  ['a secret of the pages without its client', { WEB_CLIENT_SECRET: 'secret' }, ['WEB_CLIENT_ID']],
  ['an operator without an address', { OPERATOR_NAME: 'Quilts & Co' }, ['OPERATOR_EMAIL']],
  ['an operator with a wrong address', { ...OPERATOR, OPERATOR_EMAIL: 'nobody' }, ['OPERATOR_EMAIL']],
  ['terms of nobody', { TERMS_URL: 'https://quilts.example/terms' }, ['OPERATOR_NAME']],
  ['nothing wrong in production', PRODUCTION, []],
  ['nothing wrong on this machine only', { ...PRODUCTION, BASE_URL: LOCAL }, []],
])('[config, D37.2, D37.3, D42.9] finds %s', (_, variables, wrong) => {
  expect(namesOf(problemsOf(variables))).toEqual(wrong)
})

it.each([
  ['DATABASE_URL', 'postgres://selvage:change-me@db.example.com/selvage'],
  ['RATE_LIMIT_STORE', 'rediss://:change-me@cache.example.com'],
  ['OAUTH_CLIENT_SECRET', 'change-me'],
  ['CURSOR_SECRETS', 'change-me-'.repeat(4)],
])('[config] production refuses the password of the examples in %s', (name, value) => {
  expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([expect.stringContaining(`${name}: has`)])
  expect(problemsOf({ [name]: value })).toEqual([])
})

it('[config] a command that serves no HTTP needs no issuer in production', () => {
  expect(loadConfig({ NODE_ENV: 'production' }, { servesHttp: false })).toMatchObject({
    developmentProvider: false,
    seedDemo: false,
  })
})
