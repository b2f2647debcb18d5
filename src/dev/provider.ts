import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Sqlite from 'better-sqlite3'
import { SignJWT } from 'jose'
import type { Adapter, Configuration, errors } from 'oidc-provider'
import * as z from 'zod'
import { isLoopbackHost } from '../core/links.ts'
import { escapeHtml, filled } from '../core/text.ts'
import { createPrivately } from '../files/index.ts'

const HOST = '127.0.0.1'
const HOUR = 3_600
/** Without them, the library writes to standard output that somebody should set them. */
const TTL = {
  Interaction: HOUR,
  AccessToken: HOUR,
  IdToken: HOUR,
  RefreshToken: 336 * HOUR,
  Grant: 336 * HOUR,
  Session: 336 * HOUR,
}
const PAGE = readFileSync(new URL('sign-in.html', import.meta.url), 'utf8')
/** The page must not be framed, because another page could then hide what a click does. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
const PLAIN = { 'content-type': 'text/plain', 'cache-control': 'no-store' }

const savedPayload = z.record(z.string(), z.json())
const savedKey = z.record(z.string(), z.string())

function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: randomUUID() }
}

/**
 * What the provider keeps across restarts, so that clients stay signed in.
 *
 * @param path of an SQLite file, or `:memory:`.
 */
function openProviderStore(path: string) {
  // The file holds the signing key.
  if (path !== ':memory:') createPrivately(path)
  const db = new Sqlite(path)
  // The provider itself refuses what has expired.
  db.exec(`create table if not exists stored (model text, id text, payload text not null, primary key (model, id));
    delete from stored where payload ->> '$.exp' < unixepoch()`)
  const run = (statement: string, ...values: readonly string[]) => void db.prepare(statement).run(...values)
  const put = (model: string, id: string, payload: object) =>
    run('insert or replace into stored values (?, ?, ?)', model, id, JSON.stringify(payload))
  function find(model: string, id: string, column = 'id') {
    const rows = db.prepare(`select payload from stored where model = ? and ${column} = ?`).pluck()
    const found = rows.get(model, id)
    return typeof found === 'string' ? savedPayload.parse(JSON.parse(found)) : undefined
  }

  if (find('Keys', 'signing') === undefined) put('Keys', 'signing', newSigningKey())

  return {
    signingKey: savedKey.parse(find('Keys', 'signing')),
    adapter: (model: string): Adapter => ({
      upsert: async (id, payload) => put(model, id, payload),
      find: async (id) => find(model, id),
      findByUid: async (uid) => find(model, uid, "payload ->> '$.uid'"),
      // For devices without a browser, which this provider does not serve.
      findByUserCode: async () => undefined,
      consume: async (id) =>
        run(
          "update stored set payload = json_set(payload, '$.consumed', unixepoch()) where model = ? and id = ?",
          model,
          id,
        ),
      destroy: async (id) => run('delete from stored where model = ? and id = ?', model, id),
      revokeByGrantId: async (grantId) =>
        run("delete from stored where payload ->> '$.grantId' = ?", grantId),
    }),
    close: () => db.close(),
  }
}

/**
 * The metadata of a client whose id is a URL. If nothing answers there, as without a network, the client is taken for a
 * program on this machine, which is answered on loopback only.
 */
async function fetchClient(address: string | URL | Request, options?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, options)
  } catch {
    const url = address instanceof Request ? address.url : String(address)
    return Response.json({
      client_id: url,
      client_name: new URL(url).hostname,
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
    })
  }
}

function configuration(
  resources: readonly string[],
  scope: string,
  store: ReturnType<typeof openProviderStore>,
  InvalidTarget: typeof errors.InvalidTarget,
): Configuration {
  return {
    adapter: store.adapter,
    fetch: fetchClient,
    jwks: { keys: [store.signingKey] },
    // After a restart, somebody who signs in clicks again.
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    ttl: TTL,
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    renderError: async (context, { error, error_description: description }) => {
      context.type = 'text/plain'
      context.body = `${error}: ${description}`
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      // For clients whose id is the https URL of their metadata. It must not make us fetch from this machine.
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: async (_context, clientId) => !isLoopbackHost(new URL(clientId).hostname),
      },
      rpInitiatedLogout: { enabled: false },
      // With userinfo on, a token for scope openid would be opaque and without our audience.
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_context, _client, oneOf) => oneOf?.[0] ?? resources[0] ?? [],
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context, resource) => {
          if (!resources.includes(resource)) throw new InvalidTarget()
          return {
            scope,
            audience: resource,
            accessTokenTTL: HOUR,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }
        },
      },
    },
  }
}

const demoUserIn = (fields: URLSearchParams) =>
  ['user_demo', 'user_other'].find((user) => user === fields.get('user'))

/**
 * A real OAuth 2.1 identity provider that signs in anyone as a demo user, on loopback and not in production (D37).
 *
 * @param options `resources` as in RFC 8707; `storePath` of an SQLite file, or `:memory:`.
 */
export async function startDevelopmentProvider(options: {
  port: number
  resources: readonly string[]
  scopes: readonly string[]
  storePath: string
}) {
  // biome-ignore lint/style/noProcessEnv: it must not run in production, whoever starts it.
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('the development identity provider signs anyone in: it does not run in production')
  }
  try {
    import.meta.resolve('oidc-provider')
  } catch (cause) {
    const advice = 'Run npm ci, or set OAUTH_ISSUER.'
    throw new Error(`The development sign-in needs the development dependencies. ${advice}`, { cause })
  }
  const { port, resources, scopes, storePath } = options
  const issuer = `http://${HOST}:${port}`
  // The provider issues no token without a scope.
  const scope = scopes.length > 0 ? scopes.join(' ') : 'selvage'
  const store = openProviderStore(storePath)
  // Loading the library takes 150 ms, which the first search should not wait for.
  async function createAnswer() {
    const { Provider, errors } = await import('oidc-provider')
    // The library's warnings do not apply here.
    const { info, warn } = console
    console.info = console.warn = () => {}
    const provider = new Provider(issuer, configuration(resources, scope, store, errors.InvalidTarget))
    Object.assign(console, { info, warn })
    provider.use(async (context, next) => {
      // If neither challenge nor metadata names a scope, clients ask for none. The provider would refuse that.
      if (context.path === '/auth' && !context.query['scope']) context.query = { ...context.query, scope }
      await next()
    })
    const handle = provider.callback()

    /** Shows the page with the users, or grants everything that the client may ask for to the chosen one. */
    async function interact(request: IncomingMessage, response: ServerResponse) {
      const { params, uid } = await provider.interactionDetails(request, response)
      const clientId = String(params['client_id'])
      const accountId = demoUserIn(new URLSearchParams(request.method === 'POST' ? await text(request) : ''))
      if (accountId === undefined) {
        const client = await provider.Client.find(clientId)
        const values = { action: `/interaction/${uid}`, client: escapeHtml(client?.clientName ?? 'A client') }
        response.writeHead(200, PAGE_HEADERS).end(filled(PAGE, values))
        return
      }
      const grant = new provider.Grant({ accountId, clientId })
      grant.addOIDCScope(`openid offline_access ${scope}`)
      for (const resource of resources) grant.addResourceScope(resource, scope)
      const consent = { grantId: await grant.save() }
      await provider.interactionFinished(request, response, { login: { accountId }, consent })
    }

    /** For `selvage token`. No page can read the answer, so pages still need a click. */
    async function issue(request: IncomingMessage, response: ServerResponse) {
      const { searchParams } = new URL(request.url ?? '', issuer)
      const user = demoUserIn(searchParams)
      const resource = resources.find((each) => each === searchParams.get('resource'))
      if (request.method !== 'POST' || !user || !resource) {
        response.writeHead(400, PLAIN).end('The user is unknown, or the server has another address.')
        return
      }
      const token = await new SignJWT({ client_id: 'selvage-token', scope })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(user)
        .setAudience(resource)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${HOUR} s`)
        .sign(createPrivateKey({ key: store.signingKey, format: 'jwk' }))
      response.writeHead(200, PLAIN).end(token)
    }

    return async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
      const { url = '', headers } = request
      // A page under another host name that resolves to this machine must not sign anyone in (DNS rebinding).
      if (!isLoopbackHost((headers.host ?? '').replace(/:\d+$/, '')))
        return response.writeHead(403, PLAIN).end('Not the development sign-in.')
      if (url.startsWith('/access-token?')) return issue(request, response)
      return url.startsWith('/interaction/') ? interact(request, response) : handle(request, response)
    }
  }

  let answer: ReturnType<typeof createAnswer> | undefined
  const server = createServer(async (request, response) => {
    try {
      answer ??= createAnswer()
      await (await answer)(request, response)
    } catch {
      response.writeHead(400, PLAIN).end('This sign-in is over. Start again from your client.')
    }
  }).listen(port, HOST)
  await once(server, 'listening')
  return {
    issuer,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      store.close()
    },
  }
}
