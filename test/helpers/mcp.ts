import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Answer, TestServer } from './server.ts'

export const MODERN_VERSION = '2026-07-28'

export interface McpRequest {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** 2026-07-28 with its headers and `_meta`, or a 2025 revision as it comes after `initialize`. */
  readonly version?: string
}

let nextId = 1

/** One raw JSON-RPC request, as a client of that revision sends it. */
export function mcpRequest(
  server: TestServer,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { token, headers = {}, version = '2025-06-18' }: McpRequest = {},
): Promise<Answer> {
  const isModern = version === MODERN_VERSION
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = params['name']
  const id = nextId
  nextId += 1
  return server.request('/mcp', {
    method: 'POST',
    ...(token === undefined ? {} : { token }),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...(isModern ? { 'mcp-method': method } : {}),
      ...(isModern && typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: { jsonrpc: '2.0', id, method, params: isModern ? { ...params, _meta } : params },
  })
}

/** One tool call; the answer's `json.result` is the tool result. */
export function callTool(
  server: TestServer,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options?: McpRequest,
): Promise<Answer> {
  return mcpRequest(server, 'tools/call', { name, arguments: args }, options)
}

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** The current SDK's client, connected. */
export async function connectModern(server: TestServer, token?: string): Promise<ModernClient> {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new ModernTransport(new URL(`${server.baseUrl}/mcp`), { requestInit: { headers: authorization(token) } }),
  )
  return client
}

/** The older SDK's client, connected. */
export async function connectOlder(server: TestServer, token?: string): Promise<OlderClient> {
  const client = new OlderClient({ name: 'test', version: '1' })
  const transport = new OlderTransport(new URL(`${server.baseUrl}/mcp`), {
    requestInit: { headers: authorization(token) },
  })
  // The older SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<OlderClient['connect']>[0])
  return client
}
