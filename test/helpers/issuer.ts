import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { serveLocally } from './local-server.ts'

export type Algorithm = 'ES256' | 'RS256' | 'EdDSA'

interface Key {
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

async function makeKey(alg: Algorithm, kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** Members set to `undefined` are left out. */
type Overrides = Readonly<Record<string, unknown>>

/** A string, or bytes, are sent as they are. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Introspected {
  readonly authorization: string | undefined
  readonly form: Readonly<Record<string, string>>
}

/** A listening identity provider with metadata and keys, whose tokens a test makes by hand, also dishonest ones. */
export async function startIssuer({ algorithms = ['ES256'] }: { algorithms?: readonly Algorithm[] } = {}) {
  // No other keys unless a test asks: one for RS256 takes a fifth of a second.
  const keys = new Map<Algorithm, Key>()
  for (const alg of algorithms) keys.set(alg, await makeKey(alg, `key-${alg}`))
  const state = {
    /** `down` answers 503, `reset` closes the connection, `hang` never answers. */
    mode: 'ok' as 'ok' | 'down' | 'reset' | 'hang',
    /** The paths asked for, in order. */
    asked: [] as string[],
    /** Every answer waits for this. */
    held: Promise.resolve(),
    /** Requests that wait for an answer which never comes. */
    hanging: 0,
    /** Further members of the metadata document. */
    metadata: {} as Record<string, unknown>,
    published: () => [...keys.values()].map(({ publicJwk }) => publicJwk),
    /** By path, instead of the documents of an honest provider; the rest is 404. */
    script: undefined as Readonly<Record<string, ScriptedAnswer>> | undefined,
    /** What is said about opaque tokens (RFC 7662); others are inactive. Text is sent as it is. */
    opaque: new Map<string, Readonly<Record<string, unknown>> | string>(),
    introspectionStatus: 200,
    introspected: [] as Introspected[],
  }

  async function introspect(request: IncomingMessage): Promise<ScriptedAnswer> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    state.introspected.push({ authorization: request.headers.authorization, form })
    return {
      status: state.introspectionStatus,
      body: state.opaque.get(form['token'] ?? '') ?? { active: false },
    }
  }

  async function answerTo(request: IncomingMessage): Promise<ScriptedAnswer> {
    const path = request.url ?? ''
    if (state.script !== undefined) return state.script[path] ?? { status: 404 }
    if (path === '/introspect') return introspect(request)
    if (path === '/jwks') return { body: { keys: state.published() } }
    return path.startsWith('/.well-known/') ? { body: metadata() } : { status: 404 }
  }

  const { url, close } = await serveLocally(async (request, response) => {
    state.asked.push(request.url ?? '')
    if (state.mode === 'hang') {
      state.hanging += 1
      response.once('close', () => {
        state.hanging -= 1
      })
      return
    }
    if (state.mode === 'reset') return void request.socket.destroy()
    if (state.mode === 'down') return void response.writeHead(503).end('down')
    const { status = 200, headers, body = {} } = await answerTo(request)
    await state.held
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })

  function metadata() {
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      introspection_endpoint: `${url}/introspect`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      ...state.metadata,
    }
  }

  function keyOf(alg: Algorithm): Key {
    const key = keys.get(alg)
    if (key === undefined) throw new Error(`no ${alg} key`)
    return key
  }

  return {
    url,
    state,
    metadata,
    keyOf,
    /** Replaces the key of an algorithm, under a new id. */
    async rotate(alg: Algorithm, kid: string) {
      keys.set(alg, await makeKey(alg, kid))
    },
    /** A token that is valid for `audience`, apart from the overrides. */
    async mint(audience: string, claims: Overrides = {}, header: Overrides = {}, alg: Algorithm = 'ES256') {
      const iat = Math.floor(Date.now() / 1000)
      const given = { iss: url, aud: audience, sub: 'user_demo', client_id: 'client', jti: randomUUID() }
      const { privateKey, publicJwk } = keyOf(alg)
      return new SignJWT({ ...given, iat, exp: iat + 300, ...claims })
        .setProtectedHeader({ alg, typ: 'at+jwt', kid: publicJwk.kid ?? '', ...header })
        .sign(privateKey)
    },
    close,
  }
}

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>
