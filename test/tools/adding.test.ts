import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { serve } from '../cli/selvage.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'

/** A tool as somebody would add it. */
const SHOUT = `
import * as z from 'zod'
import { defineTool, READS } from '../src/core/tool.ts'
import { text } from './fields.ts'

export default defineTool({
  name: 'shout_color',
  title: 'Shout a colour',
  description: 'Returns the colour as given, in capitals. It does not search. No account needed.',
  auth: 'public',
  annotations: READS,
  input: z.object({
    color: text({ min: 7, max: 7 }).describe('As #RRGGBB.'),
    weight: z.int().min(1).max(9).optional().describe('How much it counts.'),
  }),
  output: z.object({
    color: z.string().describe('In capitals.'),
    weight: z.number().optional().describe('As asked.'),
  }),
  rest: [{ path: '/sample-of-a-new-tool', operationId: 'shoutColor' }],
  async handler({ color, weight }) {
    return { data: { color: color.toUpperCase(), weight } }
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
  writeFileSync(join(copy.path, 'tools/shout-color.ts'), SHOUT)
  const index = join(copy.path, 'tools/index.ts')
  const registry = readFileSync(index, 'utf8')
  writeFileSync(
    index,
    `import shoutColor from './shout-color.ts'\n${registry.replace(/\n}\n/, '\n  shoutColor,\n}\n')}`,
  )
  server = await serve(
    { OAUTH_ISSUER: 'http://127.0.0.1:1', OAUTH_SCOPES: 'projects:read projects:write' },
    { executable: join(copy.path, 'src/selvage.mjs') },
  )
}, 60_000)

const ask = async (path: string, init?: RequestInit) => (await fetch(`${server.baseUrl}${path}`, init)).text()

async function mcp(method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  return JSON.parse(await ask('/mcp', { method: 'POST', headers, body })).result
}

it('[§1.parity] a tool of one file and one line is listed, documented, and answers the same on both surfaces', async () => {
  const { tools: listed } = await mcp('tools/list', {})
  expect(listed.at(-1).name).toBe('shout_color')
  for (const path of ['/llms.txt', '/index.md']) expect(await ask(path)).toContain('shout_color')
  const { paths } = JSON.parse(await ask('/api/v1/openapi.json'))
  expect(paths['/api/v1/sample-of-a-new-tool'].get.operationId).toBe('shoutColor')

  const data = { color: '#AABBCC', weight: 2 }
  const rest = (query: string) => ask(`/api/v1/sample-of-a-new-tool?${query}`).then(JSON.parse)
  expect(await rest('color=%23aabbcc&weight=2')).toEqual({ success: true, data })
  const call = { name: 'shout_color', arguments: { color: '#aabbcc', weight: '2' } }
  expect((await mcp('tools/call', call)).structuredContent).toEqual(data)
  const message = 'weight must be a whole number from 1 to 9.'
  const error = { code: 'invalid_argument', message }
  expect(await rest('color=%23aabbcc&weight=05')).toEqual({ success: false, error })
})
