import { callTool, mcpRequest } from '../../helpers/mcp.ts'
import { badToken, noCredentials, ok, type Row, type Verdict, wrongOrigin } from './row.ts'
import { bearer, type World } from './world.ts'

const RESOURCE = '/.well-known/oauth-protected-resource'
const PROVIDER = '/.well-known/oauth-authorization-server'
const WRITE = ['create_project', { name: 'Nine patch' }] as const
const SUPPLIES = '/supplies?category=rulers'
const READ = ['browse_supplies', { category: 'rulers' }] as const

const notAllowed: Verdict = { status: 405, code: 'method_not_allowed' }
const batch = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: WRITE[0], arguments: WRITE[1] } },
]
const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

const to =
  (path: string, method = 'GET', headers = {}) =>
  (world: World) =>
    world.server.request(path, { method, headers })

/** Rows 95 to 106: who may call what on REST and MCP. */
export const surfaceRows: readonly Row[] = [
  { row: 95, attack: 'catalog, anonymous', verdict: ok, send: (world) => world.me({}, SUPPLIES) },
  {
    row: 96,
    attack: 'catalog with a bad token',
    verdict: ok,
    send: (world) => world.me(bearer('garbage'), SUPPLIES),
  },
  {
    row: 97,
    attack: 'catalog with an expired token',
    verdict: ok,
    send: async (world) => world.me(bearer(await world.token({ exp: 1 })), SUPPLIES),
  },
  {
    row: 98,
    attack: 'initialize, anonymous',
    verdict: ok,
    send: ({ server }) => mcpRequest(server, 'initialize', initialize),
  },
  { row: 99, attack: 'public tool, anonymous', verdict: ok, send: ({ server }) => callTool(server, ...READ) },
  {
    row: 100,
    attack: 'protected tool, anonymous',
    verdict: noCredentials('mcp'),
    send: ({ server }) => callTool(server, ...WRITE),
  },
  {
    row: 101,
    attack: 'protected tool with a token for /mcp',
    verdict: ok,
    send: async ({ server, token }) =>
      callTool(server, ...WRITE, { token: await token({ aud: `${server.baseUrl}/mcp` }) }),
  },
  {
    row: 102,
    attack: 'protected tool with a token for REST',
    verdict: ok,
    send: async ({ server, token }) => callTool(server, ...WRITE, { token: await token() }),
  },
  {
    row: 103,
    attack: 'public tool with a bad token',
    verdict: badToken('The access token is malformed', 'mcp'),
    send: ({ server }) => callTool(server, ...READ, { token: 'garbage' }),
  },
  {
    row: 104,
    attack: 'protected tool with a session only',
    verdict: noCredentials('mcp'),
    send: async ({ server, session }) =>
      callTool(server, ...WRITE, { headers: { cookie: await session(), origin: server.baseUrl } }),
  },
  {
    row: 105,
    attack: 'a batch that hides a protected call: no batch is taken',
    verdict: { status: 400, code: -32600 },
    send: ({ server }) =>
      server.request('/mcp', {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream' },
        body: batch,
      }),
  },
  {
    row: 106,
    attack: 'foreign page on /mcp (DNS rebinding)',
    verdict: wrongOrigin,
    send: ({ server }) => callTool(server, ...READ, { headers: { origin: 'https://evil.example' } }),
  },
]

/** Rows 107 to 117: the documents that lead to a token. */
export const metadataRows: readonly Row[] = [
  { row: 107, attack: 'metadata of the REST resource', verdict: ok, send: to(RESOURCE) },
  { row: 108, attack: 'metadata of the MCP resource', verdict: ok, send: to(`${RESOURCE}/mcp`) },
  {
    row: 109,
    attack: 'metadata with a bad token',
    verdict: ok,
    send: to(RESOURCE, 'GET', bearer('garbage')),
  },
  {
    row: 110,
    attack: 'metadata of a resource that is none',
    verdict: { status: 404, code: 'not_found' },
    send: to(`${RESOURCE}/api/v1`),
  },
  {
    row: 111,
    attack: 'metadata preflight',
    verdict: { status: 204 },
    send: to(RESOURCE, 'OPTIONS', {
      origin: 'https://client.example',
      'access-control-request-method': 'GET',
    }),
  },
  { row: 112, attack: 'metadata of the provider', verdict: ok, send: to(PROVIDER) },
  { row: 113, attack: 'HEAD of the provider metadata', verdict: ok, send: to(PROVIDER, 'HEAD') },
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method, index) => ({
    row: 114 + index,
    attack: `${method} to the provider metadata`,
    verdict: notAllowed,
    send: to(PROVIDER, method),
  })),
]
