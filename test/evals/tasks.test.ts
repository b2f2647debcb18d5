import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { startTestServer } from '../helpers/server.ts'
import { play, TASKS } from './tasks.ts'

const listed = allTools.filter(({ isRestOnly }) => !isRestOnly)
const byName = new Map(listed.map((tool) => [tool.name, tool]))
const ajv = new Ajv2020({ strict: false })
const isValid = new Map(
  listed.map(({ name, inputSchema }) => [name, ajv.compile({ ...inputSchema, additionalProperties: false })]),
)

/** More would be a burden on the model that reads the answers. */
const MOST_CALLS = 4
const MOST_TOKENS = 4_500

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

it('there are at least 90 tasks, each asked once, and they need every tool that the contract has', () => {
  expect(TASKS.length).toBeGreaterThanOrEqual(90)
  expect(new Set(TASKS.map(({ ask }) => ask)).size).toBe(TASKS.length)
  const used = new Set(TASKS.flatMap(({ calls }) => calls.map(({ tool }) => tool)))
  expect([...used].filter((tool) => !byName.has(tool))).toEqual([])
  expect(used.size).toBeGreaterThanOrEqual(7)
})

describe.each(TASKS)('$ask', (task) => {
  it('has a plan within the schemas, which brings what is asked for and no more', async () => {
    for (const { tool, args } of task.calls)
      expect(isValid.get(tool)?.(args), `${tool} ${JSON.stringify(args)}`).toBe(true)
    const { calls, tokens, problems } = await play(server, token, task)
    expect(problems).toEqual([])
    // What cannot be done at all ends with a link at most, never with a write.
    if (task.can === 'none')
      expect(task.calls.every(({ tool }) => byName.get(tool)?.annotations.readOnlyHint)).toBe(true)
    expect(calls).toBeLessThanOrEqual(MOST_CALLS)
    expect(tokens).toBeLessThanOrEqual(MOST_TOKENS)
  })
})
