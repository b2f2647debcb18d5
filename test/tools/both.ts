import { expect } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import type { TestServer } from '../helpers/server.ts'

/** A content block behind the JSON: a picture, or a note in a few words (D38, D39). */
export function expectNote(block: { readonly type: string; readonly text?: string }): void {
  if (block.type === 'image') return
  expect(block.type).toBe('text')
  expect(block.text).toMatch(/^[^{].*\.$/)
  expect((block.text ?? '').split(/\s+/).length).toBeLessThanOrEqual(120)
}

interface Call {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** Below `/api/v1`. */
  readonly path: string
}

/**
 * Reads through REST and MCP, expects the same answer of both, and answers it: the `data` of a
 * success, the `error` of a failure.
 */
export async function readBoth(server: TestServer, { tool, args, path }: Call, token?: string) {
  const as = token === undefined ? {} : { token }
  const [rest, mcp] = await Promise.all([server.rest(path, as), callTool(server, tool, args, as)])
  const [block, ...others] = mcp.json.result.content
  for (const other of others) expectNote(other)
  if (rest.json.success) {
    expect(rest.status).toBe(200)
    expect(mcp.json.result.isError ?? false).toBe(false)
    expect(mcp.json.result.structuredContent).toEqual(rest.json.data)
    expect(block.text).toBe(JSON.stringify(rest.json.data))
    return rest.json.data
  }
  const { code, message } = rest.json.error
  expect(mcp.json.result.isError).toBe(true)
  expect(mcp.json.result.structuredContent).toBeUndefined()
  expect(block.text.startsWith(`${code}: ${message}`)).toBe(true)
  return rest.json.error
}
