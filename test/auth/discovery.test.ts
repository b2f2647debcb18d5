import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createIdentityProvider } from '../../src/auth/identity-provider.ts'
import { createJwtVerifier } from '../../src/auth/jwt.ts'
import { AppError } from '../../src/core/errors.ts'
import { SILENT } from '../../src/core/logger.ts'
import { stopClock } from '../helpers/clock.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { type ScriptedAnswer, startScriptedProvider } from '../helpers/scripted-provider.ts'

const AUDIENCE = 'https://selvage.example'
const RFC8414 = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'

/** A hundred kilobytes on the wire, a hundred megabytes of plain text. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))

const NEVER = new AbortController().signal

type Script = Record<string, ScriptedAnswer>

/** Where the signing keys come from. */
const issuer = await startIssuer()
afterAll(() => issuer.close())

const metadataOf = (url: string) => ({ issuer: url, jwks_uri: `${url}/jwks`, token_endpoint: `${url}/token` })
const goodKeys = () => ({ keys: issuer.state.published() })
const goodScript = (url: string): Script => ({
  [RFC8414]: { body: metadataOf(url) },
  '/jwks': { body: goodKeys() },
})

/** What a good token is worth where the provider answers by this script, and what the log says. */
async function outcome(
  script: (url: string) => Script,
  spelling: { configured?: string; claimed?: string } = {},
) {
  const provider = await startScriptedProvider(script)
  const said: object[] = []
  const log = { ...SILENT, warn: (fields: object) => void said.push(fields) }
  const identity = createIdentityProvider(`${provider.url}${spelling.configured ?? ''}`, {
    log,
    stopping: NEVER,
  })
  const audiences = [AUDIENCE]
  const verify = createJwtVerifier({ provider: identity, audiences, profile: 'rfc9068' })
  const token = await issuer.mint(AUDIENCE, { iss: `${provider.url}${spelling.claimed ?? ''}` })
  const verdict = await verify(token).then(
    ({ caller }) => caller.userId,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
  await provider.close()
  return { verdict, asked: provider.asked, issuer: identity.issuer().replace(provider.url, ''), said }
}

const ofOther = { [RFC8414]: { body: metadataOf('https://other.example') } }

const WRONG_ISSUER = 'OAUTH_ISSUER is not the issuer that its document names, https://other.example'
const NO_KEYS = {
  message: expect.stringContaining('/jwks cannot be used'),
  cause: { message: 'its status is 404' },
}
it.each([
  ['the issuer of a document of another issuer', () => ofOther, { message: WRONG_ISSUER }],
  [
    'the URL that cannot be used, and why',
    (url: string) => ({ [RFC8414]: { body: metadataOf(url) } }),
    NO_KEYS,
  ],
])('[§5.2, D29.2] the log names %s', async (_, script, err) => {
  const { verdict, said } = await outcome(script)
  expect(verdict).toBe('auth_unavailable')
  expect(said).toMatchObject([{ err }])
})

describe('where the metadata is', () => {
  const openid = (url: string): Script => ({
    [OPENID]: { body: metadataOf(url) },
    '/jwks': { body: goodKeys() },
  })
  const places: [string, (url: string) => Script, string[]][] = [
    ['RFC 8414 comes first', goodScript, [RFC8414, '/jwks']],
    ['OpenID Connect discovery comes second', openid, [RFC8414, OPENID, '/jwks']],
    [
      'that of another issuer is passed over',
      (url) => ({ ...openid(url), ...ofOther }),
      [RFC8414, OPENID, '/jwks'],
    ],
  ]
  it.each(places)('[§5.2, D29.2] %s', async (_, script, asked) => {
    expect(await outcome(script)).toMatchObject({ verdict: 'user_demo', asked })
  })

  it('[D29.2] the log says that the provider fails, and once that it answers again', async () => {
    const said: string[] = []
    const note = (_: object, message: string) => void said.push(message)
    const log = { ...SILENT, info: note, warn: note }
    const clock = stopClock()
    const identity = createIdentityProvider(issuer.url, { log, stopping: NEVER })
    issuer.state.mode = 'down'
    await expect(identity.metadata()).rejects.toThrow()
    issuer.state.mode = 'ok'
    for (const _ of [1, 2]) {
      clock.pass(3_600)
      await identity.metadata()
    }
    clock.resume()
    expect(said).toEqual([
      expect.stringContaining('did not answer'),
      expect.stringContaining('answers again'),
    ])
  })

  it('[§5.2] an issuer with a path has its metadata at both forms of it', async () => {
    const realm = '/realms/quilts'
    const script = (url: string) => ({
      [`${RFC8414}${realm}`]: { status: 404 },
      [`${realm}${OPENID}`]: { body: { ...metadataOf(url), issuer: `${url}${realm}` } },
      '/jwks': { body: goodKeys() },
    })
    expect(await outcome(script, { configured: realm, claimed: realm })).toMatchObject({
      verdict: 'user_demo',
      asked: [`${RFC8414}${realm}`, `${realm}${OPENID}`, '/jwks'],
    })
  })
})

it('[D25.1, D27.1] the issuer is spelled as the provider does it, in tokens too, not as it was configured', async () => {
  const withSlash = (url: string) => ({
    ...goodScript(url),
    [RFC8414]: { body: { ...metadataOf(url), issuer: `${url}/` } },
  })
  expect(await outcome(withSlash, { claimed: '/' })).toMatchObject({ verdict: 'user_demo', issuer: '/' })
  expect(await outcome(goodScript, { configured: '/' })).toMatchObject({ verdict: 'user_demo', issuer: '' })
  expect((await outcome(withSlash)).verdict).toContain('not valid')
  expect((await outcome(goodScript, { claimed: '/' })).verdict).toContain('not valid')
})

const unusable: [string, (url: string) => Script][] = [
  ['metadata that is no JSON', () => ({ [RFC8414]: { body: 'hello' } })],
  [
    'metadata behind a redirect',
    (url) => ({ [RFC8414]: { status: 302, headers: { location: '/x' } }, '/x': { body: metadataOf(url) } }),
  ],
  ['metadata without a key set', (url) => ({ [RFC8414]: { body: { issuer: url } } })],
  [
    'a key set that is not https',
    // An address that is not loopback by name, though it answers.
    (url) => ({
      [RFC8414]: { body: { issuer: url, jwks_uri: `${url.replace('127.0.0.1', '0.0.0.0')}/jwks` } },
    }),
  ],
  [
    'a key set with a shared secret',
    () => ({ '/jwks': { body: { keys: [...goodKeys().keys, { kty: 'oct', k: 'AA' }] } } }),
  ],
  [
    'a key set that unpacks to a hundred megabytes',
    () => ({ '/jwks': { headers: { 'content-encoding': 'gzip' }, body: bomb } }),
  ],
  [
    'a key set of over 256 KB',
    () => ({ '/jwks': { body: { ...goodKeys(), padding: 'x'.repeat(262_144) } } }),
  ],
]

it.each(unusable)('[D29.2] %s cannot be used: that is an outage', async (_name, script) => {
  const { verdict } = await outcome((url) => ({ ...goodScript(url), ...script(url) }))
  expect(verdict).toBe('auth_unavailable')
})
