import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endAll, serve } from '../cli/selvage.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'

/** A tool as somebody would add it, with a list among its arguments. */
const PALETTE = `
import * as z from 'zod'
import { defineTool, READS } from '../src/core/tool.ts'
import { text } from './fields.ts'

export default defineTool({
  name: 'compare_colors',
  title: 'Compare colours',
  description: 'Returns the colours as given, in capitals. It does not search. No account needed.',
  auth: 'public',
  annotations: READS,
  input: z.object({
    colors: z.array(text({ min: 7, max: 7 })).min(1).max(5).describe('Each as #RRGGBB.'),
    weights: z.array(z.int()).optional().describe('How much each counts.'),
    name: text({ max: 20 }).optional().describe('The name to show.'),
  }),
  output: z.object({
    colors: z.array(z.string()).describe('In capitals.'),
    weights: z.array(z.number()).optional().describe('As asked.'),
  }),
  rest: [{ path: '/sample-of-a-new-tool', operationId: 'compareColors' }],
  async handler({ colors, weights }) {
    return { data: { colors: colors.map((color) => color.toUpperCase()), weights } }
  },
})
`

const copy = temporaryFolder()
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  for (const part of ['src', 'tools', 'data', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    cpSync(join(ROOT, part), join(copy.path, part), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy.path, 'node_modules'))
  writeFileSync(join(copy.path, 'tools/compare-colors.ts'), PALETTE)
  const index = join(copy.path, 'tools/index.ts')
  const registry = readFileSync(index, 'utf8')
  writeFileSync(
    index,
    `import compareColors from './compare-colors.ts'\n${registry.replace(/\n}\n/, '\n  compareColors,\n}\n')}`,
  )
  server = await serve(
    { OAUTH_ISSUER: 'http://127.0.0.1:1', OAUTH_SCOPES: 'projects:read projects:write' },
    { executable: join(copy.path, 'src/selvage.mjs') },
  )
}, 60_000)
afterAll(async () => {
  await endAll()
  server.folder.remove()
  copy.remove()
})

const ask = async (path: string) => {
  const response = await fetch(`${server.baseUrl}${path}`)
  return { status: response.status, text: await response.text() }
}
const rest = async (path: string) => {
  const { status, text } = await ask(`/api/v1${path}`)
  return { status, json: JSON.parse(text) }
}
async function mcp(method: string, params: object) {
  const response = await fetch(`${server.baseUrl}/mcp`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return JSON.parse(await response.text()).result
}
const call = (args: object) => mcp('tools/call', { name: 'compare_colors', arguments: args })

describe('a tool of one file and one line', () => {
  it('is listed, documented and in every list of operations', async () => {
    const { tools: listed } = await mcp('tools/list', {})
    expect(listed.at(-1).name).toBe('compare_colors')
    expect((await ask('/llms.txt')).text).toContain('compare_colors')
    expect((await ask('/index.md')).text).toContain('compare_colors')
    const openapi = JSON.parse((await ask('/api/v1/openapi.json')).text)
    expect(openapi.paths['/api/v1/sample-of-a-new-tool'].get.operationId).toBe('compareColors')
  })

  it('[§1.parity] answers the same on both surfaces, lists among its arguments included', async () => {
    const data = { colors: ['#AABBCC', '#001122'], weights: [2, 1] }
    const { json } = await rest('/sample-of-a-new-tool?colors=%23aabbcc&weights=2&colors=%23001122&weights=1')
    expect(json).toEqual({ success: true, data })
    const result = await call({ colors: ['#aabbcc', '#001122'], weights: ['2', 1] })
    expect(result.structuredContent).toEqual(data)
  })

  it('[D12.9] takes one value alone as a list of one', async () => {
    expect((await rest('/sample-of-a-new-tool?colors=%23aabbcc')).json.data).toEqual({ colors: ['#AABBCC'] })
    expect((await call({ colors: '#aabbcc' })).structuredContent).toEqual({ colors: ['#AABBCC'] })
  })

  it.each([
    ['?', 'colors is required and must be a list from 1 to 5 values, each text of 7 characters.'],
    [
      `?${'colors=%23aabbcc&'.repeat(6)}`,
      'colors must be a list from 1 to 5 values, each text of 7 characters.',
    ],
    ['?colors=%23aabbcc&weights=05', 'weights must be a list, each a whole number from .+'],
    ['?colors=%23aabbcc&name=a&name=b', 'name is given more than once.'],
  ])('[§7.400, D12.4, D12.5] refuses %s', async (query, message) => {
    const { status, json } = await rest(`/sample-of-a-new-tool${query}`)
    expect([status, json.error.code]).toEqual([400, 'invalid_argument'])
    expect(json.error.message).toMatch(new RegExp(`^${message}`))
  })
})
