import { createHash, randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { startDevelopmentProvider } from '../../src/dev/provider.ts'
import { freePort } from '../helpers/ports.ts'
import { openConnection } from '../helpers/wire.ts'
import { browse, ONCE, REDIRECT_URL } from './person.ts'
import { type SignedInServer, startSignedInServer } from './signed-in-server.ts'

let running: SignedInServer
beforeAll(async () => {
  running = await startSignedInServer()
})
afterAll(() => running.close())

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
const tokenAnswer = z.looseObject({ error: z.string().optional() })
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

async function register(name = 'test client'): Promise<string> {
  const response = await fetch(`${running.issuer}/reg`, {
    method: 'POST',
    headers: { ...ONCE, 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [REDIRECT_URL],
      application_type: 'native',
      client_name: name,
    }),
  })
  expect(response.status).toBe(201)
  return z.object({ client_id: z.string() }).parse(await response.json()).client_id
}

/** Signs user_demo in; the parameters of the call back. */
async function authorize(
  clientId: string,
  verifier: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<URLSearchParams> {
  const url = new URL(`${running.issuer}/auth`)
  const parameters = {
    client_id: clientId,
    redirect_uri: REDIRECT_URL,
    response_type: 'code',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    resource: `${running.server.baseUrl}/mcp`,
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return (await browse(url, 'user_demo')).searchParams
}

async function tokenRequest(parameters: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(parameters)
  const response = await fetch(`${running.issuer}/token`, { method: 'POST', headers: ONCE, body })
  return { status: response.status, json: tokenAnswer.parse(await response.json()) }
}

async function redeem(clientId: string, callback: URLSearchParams, verifier: string) {
  return tokenRequest({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: REDIRECT_URL,
    code: callback.get('code') ?? '',
    code_verifier: verifier,
  })
}

const newVerifier = () => randomBytes(32).toString('base64url')

it('[D37.1, D25.4] makes tokens for both resource identifiers of the server', async () => {
  const { baseUrl } = running.server
  const clientId = await register()
  for (const resource of [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`]) {
    const verifier = newVerifier()
    const callback = await authorize(clientId, verifier, { resource })
    expect(callback.get('iss')).toBe(running.issuer)
    const { access_token: token } = tokens.parse((await redeem(clientId, callback, verifier)).json)
    expect((await running.server.rest('/auth/me', { token })).status).toBe(200)
  }
})

it('[D37.1] a code is worth nothing with another verifier, and nothing the second time', async () => {
  const clientId = await register()
  const verifier = newVerifier()
  const stolen = await redeem(clientId, await authorize(clientId, verifier), newVerifier())
  expect([stolen.status, stolen.json.error]).toEqual([400, 'invalid_grant'])

  const callback = await authorize(clientId, verifier)
  expect((await redeem(clientId, callback, verifier)).status).toBe(200)
  const second = await redeem(clientId, callback, verifier)
  expect([second.status, second.json.error]).toEqual([400, 'invalid_grant'])
})

it.each([
  ['an unknown resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
])('[D37.1] refuses %s', async (_, changes, error) => {
  const callback = await authorize(await register(), newVerifier(), changes)
  expect(callback.get('error')).toBe(error)
  expect(callback.has('code')).toBe(false)
})

it('[D37.1] never redirects to an address that was not registered', async () => {
  const elsewhere = authorize(await register(), newVerifier(), { redirect_uri: 'https://evil.example/' })
  await expect(elsewhere).rejects.toThrow(/400: invalid_redirect_uri: /)
})

it('[D37.1] clients and tokens outlive a restart', async () => {
  const clientId = await register()
  const verifier = newVerifier()
  const first = tokens.parse((await redeem(clientId, await authorize(clientId, verifier), verifier)).json)
  await running.restartProvider()

  const me = await running.server.rest('/auth/me', { token: first.access_token })
  expect(me.json.data.userId).toBe('user_demo')
  const renewed = await tokenRequest({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: first.refresh_token,
  })
  const { access_token: token } = tokens.parse(renewed.json)
  expect((await running.server.rest('/auth/me', { token })).status).toBe(200)
  expect(decodeProtectedHeader(token).kid).toBe(decodeProtectedHeader(first.access_token).kid)
  expect((await authorize(clientId, newVerifier())).has('code')).toBe(true)
})

it('[D37.1] shows one button for each user, and the name of the client as text', async () => {
  const clientId = await register('<script>alert(1)</script>')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URL,
    response_type: 'code',
    code_challenge: challengeOf(newVerifier()),
    code_challenge_method: 'S256',
  })
  const started = await fetch(`${running.issuer}/auth?${query}`, { redirect: 'manual' })
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const place = new URL(started.headers.get('location') ?? '', running.issuer)
  const page = await (await fetch(place, { headers: { cookie } })).text()
  expect(page.match(/Continue as <b>(\w+)<\/b>/g)).toHaveLength(2)
  expect(page).not.toContain('<script>')

  // Somebody else's sign-in cannot be finished without its cookies.
  const foreign = await fetch(place, { method: 'POST', body: new URLSearchParams({ user: 'user_demo' }) })
  expect(foreign.status).toBe(400)
})

it('[D37.2] refuses to run in production', async () => {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    const options = { port: await freePort(), resources: [], scopes: [], storePath: ':memory:' }
    await expect(startDevelopmentProvider(options)).rejects.toThrow(/production/)
  } finally {
    process.env['NODE_ENV'] = before
  }
})

it('[D37.1] says so when its port is taken', async () => {
  const port = Number(new URL(running.issuer).port)
  const options = { port, resources: [], scopes: [], storePath: ':memory:' }
  await expect(startDevelopmentProvider(options)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('[D37.1] answers for this machine only, whatever name leads to it', async () => {
  const connection = openConnection(Number(new URL(running.issuer).port))
  connection.send(
    'GET /.well-known/openid-configuration HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect((await connection.answer()).status).toBe(403)
  connection.close()
})
