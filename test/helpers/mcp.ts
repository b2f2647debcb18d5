import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import type { Answer, TestServer } from './server.ts'

export const MODERN_VERSION = '2026-07-28'

type Fields = Readonly<Record<string, unknown>>

const MODERN_META: Fields = {
  'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A 2026-07-28 message with its `_meta`; members set to `undefined` are left out. */
export function modernMessage(method: string, params: Fields = {}, meta: Fields = {}) {
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...MODERN_META, ...meta } } }
}

export function modernHeaders(method: string, name?: string): Record<string, string | undefined> {
  return { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': method, 'mcp-name': name }
}

/** The headers of a call that only the SDK understands: the name is encoded. */
export const sdkHeaders = (name: string) =>
  modernHeaders('tools/call', `=?base64?${Buffer.from(name).toString('base64')}?=`)

/** A POST to `/mcp` with exactly these headers; those set to `undefined` are left out. */
export function post(
  server: TestServer,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
  address = '/mcp',
): Promise<Answer> {
  const given: Record<string, string> = { accept: 'application/json, text/event-stream' }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) given[name] = value
  return server.request(address, { method: 'POST', headers: given, body })
}

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
  params: Fields = {},
  { token, headers = {}, version = '2025-06-18' }: McpRequest = {},
): Promise<Answer> {
  const id = nextId
  nextId += 1
  const isModern = version === MODERN_VERSION
  const name = typeof params['name'] === 'string' ? params['name'] : undefined
  const message = isModern ? modernMessage(method, params) : { jsonrpc: '2.0', method, params }
  return post(
    server,
    { ...message, id },
    {
      ...(isModern ? modernHeaders(method, name) : { 'mcp-protocol-version': version }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  )
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

/** The result or the error of a request. */
export async function ask(server: TestServer, method: string, params: Fields = {}, token?: string) {
  const { status, json, text } = await mcpRequest(
    server,
    method,
    params,
    token === undefined ? {} : { token },
  )
  if (status !== 200) throw new Error(`${method} is answered with ${status}: ${text}`)
  return json
}

/** The current SDK's client, connected. */
export async function connectModern(server: TestServer, token: string): Promise<ModernClient> {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new ModernTransport(new URL(`${server.baseUrl}/mcp`), { requestInit: { headers } }))
  return client
}
