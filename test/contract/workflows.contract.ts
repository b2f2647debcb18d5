import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { temporaryFolder } from '../helpers/files.ts'
import { redocly } from './redocly.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const report = z.object({
  files: z.record(
    z.string(),
    z.object({ executedWorkflows: z.array(z.object({ workflowId: z.string() })), totalRequests: z.number() }),
  ),
})

async function respect(token: string) {
  const inputs = {
    token,
    projectName: 'Autumn Star',
    blockName: 'Ohio',
    widthInches: 12,
    heightInches: 12.5,
    fabricQuery: 'kona',
  }
  const { code, output } = await redocly(
    folder.path,
    'respect',
    `${inject('baseUrl')}/api/v1/arazzo.yaml`,
    '--input',
    JSON.stringify(inputs),
    '--json-output=report.json',
  )
  const { files } = report.parse(JSON.parse(readFileSync(join(folder.path, 'report.json'), 'utf8')))
  return { code, output, run: Object.values(files)[0] }
}

it('redocly respect runs the published workflows against the server', async () => {
  const { code, output, run } = await respect(inject('otherToken'))
  expect(output).toMatch(/Workflows: 3 passed, 3 total/)
  expect(output).not.toContain('✗')
  expect(run?.executedWorkflows.map(({ workflowId }) => workflowId)).toEqual([
    'create-project',
    'start-block',
    'start-design',
  ])
  expect(run?.totalRequests).toBe(10)
  expect(code).toBe(0)
})

it('a bad token fails them at the check of the token, before anything is created', async () => {
  const { code, output } = await respect('not-a-token')
  expect(output).toMatch(/Workflows: 3 failed, 3 total/)
  expect(output).not.toContain('POST')
  expect(code).toBe(1)
})
