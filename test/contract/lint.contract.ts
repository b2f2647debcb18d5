import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { temporaryFolder } from '../helpers/files.ts'
import { redocly } from './redocly.ts'

const DOCUMENTS = ['openapi.yaml', 'openapi.json', 'arazzo.yaml']
const folder = temporaryFolder()

beforeAll(async () => {
  for (const name of DOCUMENTS) {
    const response = await fetch(`${inject('baseUrl')}/api/v1/${name}`)
    expect(response.status).toBe(200)
    writeFileSync(join(folder.path, name), await response.text())
  }
})
afterAll(folder.remove)

const report = z.object({
  totals: z.object({ errors: z.number(), warnings: z.number() }),
  problems: z.array(z.object({ ruleId: z.string(), message: z.string() })),
})

async function lint(name: string) {
  const { code, output } = await redocly(folder.path, 'lint', '--format=json', name)
  return { code, ...report.parse(JSON.parse(output)) }
}

it.each(DOCUMENTS)('Redocly finds nothing wrong with %s', async (name) => {
  expect(await lint(name)).toEqual({ code: 0, totals: { errors: 0, warnings: 0 }, problems: [] })
})
