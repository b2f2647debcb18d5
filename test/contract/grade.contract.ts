import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const report = z.looseObject({
  totalScore: z.number(),
  categories: z.array(z.looseObject({ findings: z.array(z.unknown()) })),
})

const server = await startTestServer({ env: { OAUTH_SCOPES: 'projects:read projects:write' } })
const folder = temporaryFolder()
afterAll(async () => {
  await server.close()
  folder.remove()
})

it('mcpgrade has nothing to say about the tools', async () => {
  const { json } = await mcpRequest(server, 'tools/list')
  const file = join(folder.path, 'tools.json')
  writeFileSync(file, JSON.stringify({ tools: json.result.tools }))
  const cli = join(ROOT, 'node_modules/mcpgrade/dist/cli.js')
  const said = execFileSync(process.execPath, [cli, '--snapshot', file, '--json'], { encoding: 'utf8' })
  const { totalScore, categories } = report.parse(JSON.parse(said))
  expect(categories.flatMap(({ findings }) => findings)).toEqual([])
  expect(totalScore).toBe(100)
})
