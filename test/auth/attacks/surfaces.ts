import { callTool, mcpRequest } from '../../helpers/mcp.ts'
import { attempt, noCredentials, ok, type Row, twoCredentials } from './row.ts'
import { bearer } from './world.ts'

const WRITE = ['create_project', { name: 'Nine patch' }] as const
const SUPPLIES = '/supplies?category=rulers'
const READ = ['browse_supplies', { category: 'rulers' }] as const

/** Who may call what on REST and MCP. Further rows of MCP are in `test/mcp/authorization.test.ts`. */
export const surfaceRows: readonly Row[] = [
  attempt('catalog with an expired token', ok, async (world) =>
    world.me(bearer(await world.token({ exp: 1 })), SUPPLIES),
  ),
  attempt('protected tool with a token for /mcp', ok, async ({ server, token }) =>
    callTool(server, ...WRITE, { token: await token({ aud: `${server.baseUrl}/mcp` }) }),
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
]
