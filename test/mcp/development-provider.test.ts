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

it('[D37.1] answers for this machine only, whatever name leads to it', async () => {
  const connection = openConnection(Number(new URL(running.issuer).port))
  connection.send(
    'GET /.well-known/openid-configuration HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect((await connection.answer()).status).toBe(403)
  connection.close()
})
