import fc from 'fast-check'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { forge } from '../helpers/forge.ts'
import type { TestServer } from '../helpers/server.ts'
import { type Changes, changesOf, type Mutation, mutations, strictness } from './mutations.ts'

/** Fixed, so that every run sees the same tokens; a failure prints it with the path to the case. */
const SEED = 9068
const RUNS = 300

let server: TestServer
let provider: oauth.AuthorizationServer
const insecure = { [oauth.allowInsecureRequests]: true }
beforeAll(async () => {
  server = await startBareServer()
  const issuer = new URL(server.issuer.url)
  provider = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
})
afterAll(() => server.close())

function tokenWith({ claims, header }: Changes): string {
  const seconds = Math.floor(Date.now() / 1000)
  const { privateKey, publicJwk } = server.issuer.keyOf('ES256')
  return forge(
    { alg: 'ES256', typ: 'at+jwt', kid: publicJwk.kid, ...header },
    {
      iss: server.issuer.url,
      aud: server.baseUrl,
      sub: 'user_demo',
      client_id: 'client',
      jti: crypto.randomUUID(),
      iat: seconds,
      exp: seconds + 300,
      ...claims,
    },
    privateKey,
  )
}

/** The verdict of an independent implementation of RFC 9068. */
const oracleAccepts = (token: string) => {
  const request = new Request(`${server.baseUrl}/api/v1/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return oauth.validateJwtAccessToken(provider, request, server.baseUrl, insecure).then(
    () => true,
    () => false,
  )
}

/** Ours: nothing but 200, or 401 for a bad token. */
async function weAccept(token: string): Promise<boolean> {
  const { status, json } = await server.rest('/auth/me', { token })
  if (status === 200) return true
  expect({ status, code: json.error.code }).toEqual({ status: 401, code: 'invalid_token' })
  return false
}

/** Compares the verdicts on a token with these mutations; answers why they differ, if they do. */
async function compare(applied: readonly Mutation[]): Promise<string | undefined> {
  const changes = changesOf(applied, server.baseUrl)
  const token = tokenWith(changes)
  const [ours, theirs] = [await weAccept(token), await oracleAccepts(token)]
  if (ours === theirs) return undefined
  expect(ours, 'accepted here, refused by the oracle').toBe(false)
  const reason = strictness.find(({ applies }) => applies(changes))?.reason
  expect(reason, 'refused here without a listed reason').toBeDefined()
  return reason
}

it('[D25.1] accepts what the oracle accepts when nothing is changed', async () => {
  expect(await compare([])).toBeUndefined()
  expect(await weAccept(tokenWith({ claims: {}, header: {} }))).toBe(true)
})

describe('one change', () => {
  const seen = new Set<string>()

  it.each(mutations)('[D25.1] $member as $value', async (mutation) => {
    const reason = await compare([mutation])
    if (reason !== undefined) seen.add(reason)
  })

  it('[D25.1] every reason to be stricter than the oracle shows', () => {
    expect([...seen].sort()).toEqual(strictness.map(({ reason }) => reason).sort())
  })
})

it('[D25.1] two changes at once', async () => {
  const pair = fc.tuple(fc.constantFrom(...mutations), fc.constantFrom(...mutations))
  await fc.assert(
    fc.asyncProperty(pair, async (applied) => void (await compare(applied))),
    { seed: SEED, numRuns: RUNS },
  )
})
