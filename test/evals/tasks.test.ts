import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../tools/index.ts'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { fill } from './fill.ts'
import { TASKS } from './tasks.ts'

const listed = tools.filter(({ surfaces }) => surfaces.includes('mcp'))

function toolOf(name: string) {
  const tool = listed.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool
}

const ajv = new Ajv2020({ strict: false })
const isValid = new Map(listed.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.tokenOf('user_demo')
})
afterAll(() => server.close())

it('there are at least 25 tasks, each asked once, and they need every tool', () => {
  expect(TASKS.length).toBeGreaterThanOrEqual(25)
  expect(new Set(TASKS.map(({ user }) => user)).size).toBe(TASKS.length)
  const used = new Set(TASKS.flatMap(({ calls }) => calls.map(({ tool }) => tool)))
  expect([...used].sort()).toEqual(listed.map(({ name }) => name).sort())
})

describe.each(TASKS)('$user', ({ calls, coverage }) => {
  it('has calls whose arguments the schemas name and allow, and whose answers carry what is needed', async () => {
    const answers: unknown[] = []
    for (const { tool, arguments: args, accepts = {}, answer } of calls) {
      const filled = fill(args, answers)
      const { properties } = toolOf(tool).inputSchema
      const named = [...Object.keys(filled), ...Object.keys(accepts)]
      expect(named.filter((name) => !(name in properties))).toEqual([])
      expect(isValid.get(tool)?.(filled), JSON.stringify(filled)).toBe(true)
      for (const [name, pattern] of Object.entries(accepts)) {
        if (name in filled) expect(String(filled[name])).toMatch(pattern)
      }
      const { json } = await callTool(server, tool, filled, { token })
      expect(json.result.isError, JSON.stringify(json)).toBeUndefined()
      expect(json.result.content[0].text).toMatch(answer)
      answers.push(json.result.structuredContent)
    }
    // What cannot be done at all ends with a link at most, never with a write.
    const writes = calls.filter(({ tool }) => !toolOf(tool).annotations.readOnlyHint)
    if (coverage === 'none') expect(writes).toEqual([])
  })
})
