import { gzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { createIdentityProvider, fromProvider } from '../../src/auth/identity-provider.ts'
import { createVerifier } from '../../src/auth/token-profiles.ts'
import { AppError } from '../../src/core/errors.ts'
import { SILENT } from '../../src/core/logger.ts'
import { stopClock } from '../helpers/clock.ts'
import { type ScriptedAnswer, startIssuer } from '../helpers/issuer.ts'

const AUDIENCE = 'https://selvage.example'
const RFC8414 = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'
const REALM = '/realms/quilts'

const issuer = await startIssuer()
const { url } = issuer
beforeEach(() => {
  Object.assign(issuer.state, { mode: 'ok', script: undefined, asked: [] })
})

const stopping = new AbortController().signal
const metadata = { issuer: url, jwks_uri: `${url}/jwks`, token_endpoint: `${url}/token` }
const keys = issuer.state.published()
const ofOther = { [RFC8414]: { body: { ...metadata, issuer: 'https://other.example' } } }
const good = { [RFC8414]: { body: metadata }, '/jwks': { body: { keys } } }
const openid = { [OPENID]: { body: metadata }, '/jwks': { body: { keys } } }
const withSlash = { ...good, [RFC8414]: { body: { ...metadata, issuer: `${url}/` } } }
const ofRealm = {
  [`${REALM}${OPENID}`]: { body: { ...metadata, issuer: `${url}${REALM}` } },
  '/jwks': { body: { keys } },
}

type Script = Readonly<Record<string, ScriptedAnswer>>

/** What a good token is worth where the provider answers by this script, and what the log says. */
async function outcome(script: Script, { configured = '', claimed = '' } = {}) {
  issuer.state.script = script
  const said: object[] = []
  const log = { ...SILENT, warn: (fields: object) => void said.push(fields) }
  const provider = createIdentityProvider(`${url}${configured}`, { log, stopping })
  const verify = createVerifier(provider, { audiences: [AUDIENCE], profile: 'rfc9068' }, log)
  const token = await issuer.mint(AUDIENCE, { iss: `${url}${claimed}` })
  const verdict = await fromProvider(verify(token)).then(
    ({ caller }) => caller.userId,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
  return { verdict, asked: issuer.state.asked, issuer: provider.issuer().replace(url, ''), said }
}

const named = 'OAUTH_ISSUER is not the issuer that its document names, https://other.example'
const noKeys = {
  message: expect.stringContaining('/jwks cannot be used'),
  cause: { message: 'its status is 404' },
}
it.each<[string, Script, object]>([
  ['the issuer of a document of another issuer', ofOther, { message: named }],
  ['the URL that cannot be used, and why', { [RFC8414]: { body: metadata } }, noKeys],
])('[§5.2, D29.2] the log names %s', async (_, script, err) => {
  expect(await outcome(script)).toMatchObject({ verdict: 'auth_unavailable', said: [{ err }] })
})

it.each<[string, Script, string[]]>([
  ['RFC 8414 comes first', good, [RFC8414, '/jwks']],
  ['OpenID Connect discovery comes second', openid, [RFC8414, OPENID, '/jwks']],
  ['that of another issuer is passed over', { ...openid, ...ofOther }, [RFC8414, OPENID, '/jwks']],
])('[§5.2, D29.2] of metadata, %s', async (_, script, asked) => {
  expect(await outcome(script)).toMatchObject({ verdict: 'user_demo', asked })
})

it('[§5.2] an issuer with a path has its metadata at both forms of it', async () => {
  expect(await outcome(ofRealm, { configured: REALM, claimed: REALM })).toMatchObject({
    verdict: 'user_demo',
    asked: [`${RFC8414}${REALM}`, `${REALM}${OPENID}`, '/jwks'],
  })
})

it('[D29.2] the log says that the provider fails, and once that it answers again', async () => {
  const said: string[] = []
  const note = (_: object, message: string) => void said.push(message)
  const clock = stopClock()
  const identity = createIdentityProvider(url, { log: { ...SILENT, info: note, warn: note }, stopping })
  issuer.state.mode = 'down'
  await expect(identity.metadata()).rejects.toThrow()
  issuer.state.mode = 'ok'
  for (const _ of [1, 2]) {
    clock.pass(3_600)
    await identity.metadata()
  }
  clock.resume()
  expect(said).toEqual([expect.stringContaining('did not answer'), expect.stringContaining('answers again')])
})

it('[D25.1, D27.1] the issuer is spelled as the provider does it, in tokens too, not as it was configured', async () => {
  expect(await outcome(withSlash, { claimed: '/' })).toMatchObject({ verdict: 'user_demo', issuer: '/' })
  expect(await outcome(good, { configured: '/' })).toMatchObject({ verdict: 'user_demo', issuer: '' })
  expect((await outcome(withSlash)).verdict).toContain('not valid')
  expect((await outcome(good, { claimed: '/' })).verdict).toContain('not valid')
})

/** A hundred kilobytes on the wire, a hundred megabytes of plain text. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))
/** It answers, but its name is not that of the loopback. */
const elsewhere = `${url.replace('127.0.0.1', '0.0.0.0')}/jwks`

it.each<[string, Script]>([
  ['metadata that is no JSON', { [RFC8414]: { body: 'hello' } }],
  [
    'metadata behind a redirect',
    { [RFC8414]: { status: 302, headers: { location: '/x' } }, '/x': { body: metadata } },
  ],
  ['metadata without a key set', { [RFC8414]: { body: { issuer: url } } }],
  ['a key set that is not https', { [RFC8414]: { body: { issuer: url, jwks_uri: elsewhere } } }],
  ['a key set with a shared secret', { '/jwks': { body: { keys: [...keys, { kty: 'oct', k: 'AA' }] } } }],
  [
    'a key set that unpacks to a hundred megabytes',
    { '/jwks': { headers: { 'content-encoding': 'gzip' }, body: bomb } },
  ],
  ['a key set of over 256 KB', { '/jwks': { body: { keys, padding: 'x'.repeat(262_144) } } }],
])('[D29.2] %s cannot be used: that is an outage', async (_, script) => {
  expect((await outcome({ ...good, ...script })).verdict).toBe('auth_unavailable')
})
