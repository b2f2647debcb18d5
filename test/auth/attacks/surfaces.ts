import { callTool, mcpRequest } from '../../helpers/mcp.ts'
import { attempt, badToken, noCredentials, ok, type Row, twoCredentials, wrongOrigin } from './row.ts'
import { bearer } from './world.ts'

const WRITE = ['create_project', { name: 'Nine patch' }] as const
const SUPPLIES = '/supplies?category=rulers'
const READ = ['browse_supplies', { category: 'rulers' }] as const

const batch = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: WRITE[0], arguments: WRITE[1] } },
]

/** Who may call what on REST and MCP. */
export const surfaceRows: readonly Row[] = [
  attempt('catalog, anonymous', ok, (world) => world.me({}, SUPPLIES)),
  attempt('catalog with an expired token', ok, async (world) =>
    world.me(bearer(await world.token({ exp: 1 })), SUPPLIES),
  ),
  attempt('public tool, anonymous', ok, ({ server }) => callTool(server, ...READ)),
  attempt('protected tool, anonymous', noCredentials('mcp'), ({ server }) => callTool(server, ...WRITE)),
  attempt('protected tool with a token for /mcp', ok, async ({ server, token }) =>
    callTool(server, ...WRITE, { token: await token({ aud: `${server.baseUrl}/mcp` }) }),
  ),
  attempt('public tool with a bad token', badToken('The access token is malformed', 'mcp'), ({ server }) =>
    callTool(server, ...READ, { token: 'garbage' }),
  ),
  attempt('protected tool with a session only', noCredentials('mcp'), async ({ server, session }) =>
    callTool(server, ...WRITE, { headers: { cookie: await session(), origin: server.baseUrl } }),
  ),
  attempt(
    'two credentials for a tool',
    twoCredentials('More than one Authorization credential', 'mcp'),
    ({ server }) => callTool(server, ...READ, { headers: bearer('a, Bearer b') }),
  ),
  attempt('a tool list with a bad session: it is not looked at', ok, ({ server }) =>
    mcpRequest(server, 'tools/list', {}, { headers: { cookie: '__session=abc' } }),
  ),
  attempt(
    'a batch that hides a protected call: no batch is taken',
    { status: 400, code: -32600 },
    ({ server }) =>
      server.request('/mcp', {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream' },
        body: batch,
      }),
  ),
  attempt('foreign page on /mcp (DNS rebinding)', wrongOrigin, ({ server }) =>
    callTool(server, ...READ, { headers: { origin: 'https://evil.example' } }),
  ),
]
