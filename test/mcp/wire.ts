import { MODERN_VERSION } from '../helpers/mcp.ts'
import type { Answer, TestServer } from '../helpers/server.ts'

type Fields = Readonly<Record<string, unknown>>

export const MODERN_META: Fields = {
  'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A 2026-07-28 message with its `_meta`; members set to `undefined` are left out. */
export function modernMessage(method: string, params: Fields = {}, meta: Fields = {}) {
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...MODERN_META, ...meta } } }
}

/** The headers that go with it. */
export function modernHeaders(method: string, name?: string): Record<string, string | undefined> {
  return { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': method, 'mcp-name': name }
}

/** One POST to `/mcp` with exactly these headers; those set to `undefined` are left out. */
export function post(
  server: TestServer,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Answer> {
  const given: Record<string, string> = { accept: 'application/json, text/event-stream' }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) given[name] = value
  return server.request('/mcp', { method: 'POST', headers: given, body })
}
